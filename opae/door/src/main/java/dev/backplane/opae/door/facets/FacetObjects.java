package dev.backplane.opae.door.facets;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.opae.SystemObject;
import dev.backplane.api.opae.SystemObjects;
import dev.backplane.ffi.CText;
import dev.backplane.ffi.RawMemory;
import dev.backplane.opae.abi.FpgaResult;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Functions for system objects. Those of a token are of a device that is open as long as they. */
final class FacetObjects {
  private static final int SYNC = 1;
  private static final int GLOB = 2;
  private static final int RAW = 4;
  private static final int RECURSE_ONE = 8;
  private static final int RECURSE_ALL = 16;
  private static final int LONGEST_NAME = 4096;
  private static final int CONTAINER = 1;
  private static final int ATTRIBUTE = 2;

  /**
   * An object that a program holds.
   *
   * @param object the object
   * @param token the resource that it was asked of, if that need not be open
   * @param device the device that is used for it
   */
  private record Held(SystemObject object, @Nullable FacetToken token, Device device) {
    void close() {
      object.close();
      if (token != null) {
        token.endUse(device);
      }
    }
  }

  private final NumberTable<Held> objects = new NumberTable<>(9);
  private final FacetDevices devices;

  FacetObjects(FacetDevices devices) {
    this.devices = devices;
  }

  int ofToken(long number, long name, long place, int flags) {
    FacetToken token = devices.token(number);
    Device device = token.use();
    try {
      add(new Held(find(device, name, flags), token, device), place, flags);
      return FpgaResult.OK;
    } catch (RuntimeException e) {
      token.endUse(device);
      throw e;
    }
  }

  int ofHandle(long handle, long name, long place, int flags) {
    Device device = devices.device(handle).device();
    return add(new Held(find(device, name, flags), null, device), place, flags);
  }

  private static SystemObject find(Device device, long name, int flags) {
    return device.facet(SystemObjects.class).object(text(name), options(flags));
  }

  int ofObject(long parent, long name, long place, int flags) {
    Held of = held(parent);
    return addPart(of, of.object().object(text(name), options(flags)), place, flags);
  }

  int at(long parent, long index, long place) {
    Held of = held(parent);
    return addPart(of, of.object().objectAt(index), place, 0);
  }

  /** A part uses the device as long as what it is a part of. */
  private int addPart(Held of, SystemObject object, long place, int flags) {
    FacetToken token = of.token();
    Device device = token == null ? of.device() : token.use();
    return add(new Held(object, token, device), place, flags);
  }

  private int add(Held held, long place, int flags) {
    if ((flags & SYNC) != 0) {
      held.object().refresh();
    }
    RawMemory.putLong(place, objects.add(held));
    return FpgaResult.OK;
  }

  private Held held(long number) {
    return FacetDevices.known(objects.get(number), "object");
  }

  private SystemObject object(long number) {
    return held(number).object();
  }

  private SystemObject object(long number, int flags) {
    SystemObject object = object(number);
    if ((flags & SYNC) != 0) {
      object.refresh();
    }
    return object;
  }

  int destroy(long place) {
    FacetDevices.known(objects.remove(RawMemory.getLong(place)), "object").close();
    return FpgaResult.OK;
  }

  int read(long number, long buffer, long offset, long bytes, int flags) {
    if (offset < 0 || bytes < 0) {
      throw FacetDevices.invalid("no object has so many bytes");
    }
    object(number, flags).read(offset, RawMemory.at(buffer, bytes));
    return FpgaResult.OK;
  }

  int read64(long number, long value, int flags) {
    SystemObject object = object(number, flags);
    if ((flags & RAW) == 0) {
      RawMemory.putLong(value, object.read64());
    } else {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment bytes = arena.allocate(ValueLayout.JAVA_LONG);
        object.read(0, bytes);
        RawMemory.putLong(value, bytes.get(ValueLayout.JAVA_LONG, 0));
      }
    }
    return FpgaResult.OK;
  }

  int size(long number, long value, int flags) {
    RawMemory.putLong(value, object(number, flags).size());
    return FpgaResult.OK;
  }

  int type(long number, long type) {
    RawMemory.putInt(type, object(number).isContainer() ? CONTAINER : ATTRIBUTE);
    return FpgaResult.OK;
  }

  int write64(long number, long value, int flags) {
    if ((flags & RAW) != 0) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED, "objects of this device are written as text")
          .remedy("Leave out FPGA_OBJECT_RAW")
          .build();
    }
    object(number).write64(value);
    return FpgaResult.OK;
  }

  private static String text(long name) {
    return CText.read(MemorySegment.ofAddress(name), LONGEST_NAME);
  }

  private static Set<SystemObjects.Option> options(int flags) {
    Set<SystemObjects.Option> options = EnumSet.noneOf(SystemObjects.Option.class);
    if ((flags & GLOB) != 0) {
      options.add(SystemObjects.Option.PATTERN);
    }
    if ((flags & RECURSE_ONE) != 0) {
      options.add(SystemObjects.Option.CHILDREN);
    }
    if ((flags & RECURSE_ALL) != 0) {
      options.add(SystemObjects.Option.DESCENDANTS);
    }
    return options;
  }

  /** Forgets the objects; they are closed with their devices. */
  void close() {
    objects.numbers().forEach(objects::remove);
  }
}
