package dev.backplane.opae.driver.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Events;
import dev.backplane.api.Facet;
import dev.backplane.api.Management;
import dev.backplane.api.Memory;
import dev.backplane.api.ObjectType;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Registers;
import dev.backplane.api.board.Clocks;
import dev.backplane.api.board.ErrorLog;
import dev.backplane.api.board.Sensor;
import dev.backplane.api.board.Sensors;
import dev.backplane.api.board.Slots;
import dev.backplane.api.opae.AddressSpaceBinding;
import dev.backplane.api.opae.ErrorRegisters;
import dev.backplane.api.opae.Metrics;
import dev.backplane.api.opae.Ports;
import dev.backplane.api.opae.SystemObjects;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.driverkit.NativeHandle;
import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.Slab;
import dev.backplane.opae.abi.FpgaResult;
import dev.backplane.opae.abi.MetricSensors;
import dev.backplane.opae.abi.Opae;
import dev.backplane.opae.abi.RegisterErrors;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** A resource of a native plugin that is open. */
public final class OpaeDevice implements DriverDevice {
  private static final int SHARED = 1;

  private final OpenResource resource;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Map<Class<? extends Facet>, Facet> facets = new LinkedHashMap<>();

  /** Actions that end the facets before the handle is closed, in this order. */
  private final List<Runnable> parts = new ArrayList<>();

  /** Actions that have to wait until no call with the handle is in the plugin. */
  private final List<Runnable> lastParts = new ArrayList<>();

  /**
   * The description of a resource to open.
   *
   * @param opae the plugin's functions
   * @param functions the names of those that the plugin has
   * @param key the name of the resource
   * @param token its token
   * @param properties its known properties
   * @param mmioBytes the sizes of its register spaces in bytes, as far as they are configured
   * @param closing is called once when it has been closed and no call is in the plugin any more
   */
  public record Choice(
      Opae opae,
      Set<String> functions,
      String key,
      long token,
      DeviceProperties properties,
      List<Long> mmioBytes,
      Runnable closing) {}

  private OpaeDevice(Choice choice, long handle) {
    NativeHandle counted =
        new NativeHandle(choice.key(), handle, () -> release(choice.opae(), handle, choice));
    resource =
        new OpenResource(
            choice.opae(),
            choice.functions(),
            choice.key(),
            choice.token(),
            choice.properties(),
            counted);
    addForBoth();
    if (resource.properties().objectType() == ObjectType.ACCELERATOR) {
      addForAccelerator(choice.mmioBytes());
    } else {
      addForDevice();
    }
  }

  /**
   * Opens a resource.
   *
   * @param choice the resource
   * @param mode whether others may have it open, too
   * @return the device
   * @throws BackplaneException if the plugin does not open it
   */
  public static OpaeDevice open(Choice choice, OpenMode mode) {
    Opae opae = choice.opae();
    long handle;
    try (Slab.Frame frame = Slab.frame()) {
      long place = frame.allocate(Long.BYTES, Long.BYTES).address();
      RawMemory.putLong(place, 0);
      int flags = mode == OpenMode.SHARED ? SHARED : 0;
      FpgaResult.check(opae.open(choice.token(), place, flags), "fpgaOpen", choice.key());
      handle = RawMemory.getLong(place);
    }
    if (handle == 0) {
      throw BackplaneException.because(
              ErrorCode.OPEN_FAILED, "the plugin says that it is open and gives no handle")
          .during("fpgaOpen")
          .on(choice.key())
          .remedy("This is a defect of the plugin")
          .build();
    }
    return new OpaeDevice(choice, handle);
  }

  private void release(Opae opae, long handle, Choice choice) {
    try {
      lastParts.forEach(Runnable::run);
      // What it answers is of no use any more: the handle is gone either way.
      var _ = opae.close(handle);
    } finally {
      choice.closing().run();
    }
  }

  private void addForBoth() {
    if (resource.has("fpgaReadError")) {
      OpaeErrors errors = new OpaeErrors(resource);
      facets.put(ErrorRegisters.class, errors);
      if (resource.has("fpgaGetErrorInfo", "fpgaClearAllErrors")) {
        facets.put(ErrorLog.class, new RegisterErrors(errors, InstantSource.system()));
      }
    }
    if (resource.has("fpgaHandleGetObject") || resource.has("fpgaTokenGetObject")) {
      OpaeObjects objects = new OpaeObjects(resource);
      facets.put(SystemObjects.class, objects);
      parts.add(objects::close);
    }
    if (resource.has("fpgaGetNumMetrics", "fpgaGetMetricsInfo", "fpgaGetMetricsByIndex")) {
      facets.put(Metrics.class, new OpaeMetrics(resource));
    }
    if (resource.has(
        "fpgaCreateEventHandle",
        "fpgaDestroyEventHandle",
        "fpgaGetOSObjectFromEventHandle",
        "fpgaRegisterEvent",
        "fpgaUnregisterEvent")) {
      OpaeEvents events = new OpaeEvents(resource);
      facets.put(Events.class, events);
      parts.add(events::close);
    }
  }

  private void addForAccelerator(List<Long> mmioBytes) {
    if (resource.has("fpgaReadMMIO64", "fpgaWriteMMIO64")) {
      OpaeRegisters registers = new OpaeRegisters(resource, mmioBytes);
      facets.put(Registers.class, registers);
      parts.add(registers::close);
      lastParts.add(registers::unmap);
    }
    if (resource.has("fpgaPrepareBuffer", "fpgaReleaseBuffer")) {
      OpaeMemory memory = new OpaeMemory(resource);
      facets.put(Memory.class, memory);
      parts.add(memory::close);
    }
    if (resource.has("fpgaReset")) {
      facets.put(Management.class, new OpaeManagement(resource, facet(ErrorRegisters.class)));
    }
    if (resource.has("fpgaBindSVA")) {
      facets.put(AddressSpaceBinding.class, new OpaeBinding(resource));
    }
    if (resource.has("fpgaGetUserClock", "fpgaSetUserClock")) {
      facets.put(Clocks.class, new OpaeClocks(resource));
    }
  }

  private void addForDevice() {
    if (facets.get(Metrics.class) instanceof Metrics metrics) {
      facets.put(Sensors.class, new MetricSensors(metrics, Sensor.Origin.MEASURED));
    }
    if (resource.has("fpgaReconfigureSlot")) {
      facets.put(Slots.class, new OpaeSlots(resource));
    }
    if (resource.has("fpgaAssignPortToInterface")) {
      facets.put(Ports.class, new OpaePorts(resource));
    }
  }

  @Override
  public <F extends Facet> Optional<F> facet(Class<F> type) {
    return Optional.ofNullable(facets.get(type)).map(type::cast);
  }

  @Override
  public <E> Optional<E> extension(Class<E> type) {
    return type == Opae.class ? Optional.of(type.cast(resource.opae())) : Optional.empty();
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    try {
      parts.forEach(Runnable::run);
    } finally {
      var _ = resource.handle().close();
    }
  }
}
