package dev.backplane.runtime.meter;

import dev.backplane.api.ErrorCode;
import dev.backplane.runtime.metrics.Metric;
import dev.backplane.runtime.metrics.Metrics.Meter;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The meters of one device. Safe for use by several threads. */
public final class DeviceMeters {
  private final Meters all;
  private final String device;
  private final String driver;
  private final Meter toDevice;
  private final Meter fromDevice;
  private final Meter onDevice;
  private final Meter waits;
  private final KernelNames<KernelMeters> kernels = new KernelNames<>(this::make);
  private final Map<ErrorCode, Meter> errors = new ConcurrentHashMap<>();

  DeviceMeters(Meters all, String device, String driver) {
    this.all = all;
    this.device = device;
    this.driver = driver;
    toDevice = meter(Metric.TRANSFERRED, "to_device");
    fromDevice = meter(Metric.TRANSFERRED, "from_device");
    onDevice = meter(Metric.TRANSFERRED, "on_device");
    waits = meter(Metric.WAIT_TIME, Metric.NO_KERNEL);
  }

  /** {@return what counts bytes from the host to the device} */
  public Meter toDevice() {
    return toDevice;
  }

  /** {@return what counts bytes from the device to the host} */
  public Meter fromDevice() {
    return fromDevice;
  }

  /** {@return what counts bytes that stay on the device} */
  public Meter onDevice() {
    return onDevice;
  }

  /** {@return what counts waits for transfers and queues} */
  public Meter waits() {
    return waits;
  }

  /** {@return the meters of a kernel, by its name} */
  public KernelMeters kernel(String name) {
    return kernels.of(name);
  }

  /** Counts an error. */
  public void error(ErrorCode code) {
    errors.computeIfAbsent(code, this::make).add(1);
  }

  private Meter make(ErrorCode code) {
    return all.meter(
        Metric.ERRORS,
        device,
        driver,
        code.name(),
        code.category().name().toLowerCase(Locale.ROOT));
  }

  private KernelMeters make(String kernel) {
    return new KernelMeters(
        meter(Metric.RUNS_STARTED, kernel),
        ended(kernel, "completed"),
        ended(kernel, "failed"),
        ended(kernel, "cancelled"),
        meter(Metric.RUNS_ENQUEUED, kernel),
        meter(Metric.RUN_TIME, kernel),
        meter(Metric.WAIT_TIME, kernel));
  }

  private Meter ended(String kernel, String outcome) {
    return all.meter(Metric.RUNS_ENDED, device, driver, kernel, outcome);
  }

  private Meter meter(Metric metric, String last) {
    return all.meter(metric, device, driver, last);
  }
}
