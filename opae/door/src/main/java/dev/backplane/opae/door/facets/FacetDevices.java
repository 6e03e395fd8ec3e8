package dev.backplane.opae.door.facets;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Events;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Registers;
import dev.backplane.api.Token;
import dev.backplane.api.board.Slots;
import dev.backplane.api.opae.ErrorRegisters;
import dev.backplane.ffi.RawMemory;
import dev.backplane.opae.abi.FpgaProperties;
import dev.backplane.opae.abi.FpgaResult;
import dev.backplane.opae.abi.PropertyField;
import dev.backplane.opae.abi.ResourceFields;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The resources that a program has found, and those that it has open. */
final class FacetDevices {
  private static final int SHARED = 1;
  private static final int HAS_PARENT = 2;
  private static final long ASSIGNED = 0;

  private final NumberTable<FacetToken> tokens = new NumberTable<>(6);
  private final NumberTable<FacetDevice> devices = new NumberTable<>(7);
  private final Map<String, Long> numbers = new ConcurrentHashMap<>();

  long token(Token token) {
    long number = numbers.computeIfAbsent(token.id(), _ -> tokens.add(new FacetToken(token)));
    token(number).update(token);
    return number;
  }

  FacetToken token(long number) {
    return known(tokens.get(number), "token");
  }

  FacetDevice device(long handle) {
    FacetDevice device = devices.get(handle);
    return device == null ? known(null, "handle") : device;
  }

  static <T> T known(@Nullable T thing, String kind) {
    if (thing == null) {
      throw invalid("the " + kind + " is of something that was closed");
    }
    return thing;
  }

  static BackplaneException invalid(String problem) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem).build();
  }

  int open(long token, long place, int flags) {
    FacetToken resource = token(token);
    if ((flags & ~(SHARED | HAS_PARENT)) != 0) {
      throw invalid("there is no such flag among 0x%x".formatted(flags));
    }
    OpenMode mode = (flags & SHARED) == 0 ? OpenMode.EXCLUSIVE : OpenMode.SHARED;
    Device device = resource.open(mode);
    RawMemory.putLong(place, devices.add(new FacetDevice(resource, device)));
    return FpgaResult.OK;
  }

  int close(long handle) {
    FacetDevice device = known(devices.remove(handle), "handle");
    device.token().closed(device.device());
    device.device().close();
    return FpgaResult.OK;
  }

  void write(long number, FpgaProperties properties) {
    FacetToken resource = token(number);
    resource.write(properties);
    if (resource.isOpen()) {
      properties.set(PropertyField.STATE, ASSIGNED);
    }
  }

  void writeOpen(long handle, FpgaProperties properties) {
    FacetDevice open = device(handle);
    Device device = open.device();
    ResourceFields.write(device.properties(), properties);
    if (device.supports(ErrorRegisters.class)) {
      long count = device.facet(ErrorRegisters.class).descriptions().size();
      properties.set(PropertyField.NUM_ERRORS, count);
    }
    switch (device.properties().objectType()) {
      case DEVICE -> {
        if (device.supports(Slots.class)) {
          properties.set(PropertyField.NUM_SLOTS, device.facet(Slots.class).count());
        }
      }
      case ACCELERATOR -> {
        properties.set(PropertyField.STATE, ASSIGNED);
        properties.set(
            PropertyField.NUM_MMIO,
            device.supports(Registers.class) ? device.facet(Registers.class).spaces() : 0);
        properties.set(
            PropertyField.NUM_INTERRUPTS,
            device.supports(Events.class) ? device.facet(Events.class).interrupts().size() : 0);
      }
    }
  }

  /** Forgets what is open; the plugin manager closes it. */
  void close() {
    devices.numbers().forEach(devices::remove);
    tokens.numbers().forEach(tokens::remove);
    numbers.clear();
  }
}
