package dev.backplane.runtime.meter;

import dev.backplane.api.spi.CallTrace.Track;
import dev.backplane.plugin.Thrown;
import dev.backplane.runtime.metrics.Metric;
import dev.backplane.runtime.metrics.Metrics;
import dev.backplane.runtime.metrics.Metrics.Meter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The meters of one Backplane. Safe for use by several threads. */
public final class Meters {
  private final List<Metrics> metrics;
  private final AtomicBoolean told = new AtomicBoolean();
  private final Map<String, DeviceMeters> devices = new ConcurrentHashMap<>();

  /**
   * Meters without devices.
   *
   * @param metrics take what is counted
   */
  public Meters(List<Metrics> metrics) {
    this.metrics = List.copyOf(metrics);
  }

  /**
   * {@return the meters of a device, the same for all who open it}
   *
   * @param device its identity
   * @param driver the name of its driver
   */
  public DeviceMeters of(String device, String driver) {
    return devices.computeIfAbsent(device, id -> new DeviceMeters(this, id, driver));
  }

  /**
   * {@return what counts the executions of a compute unit or queue, as its driver tells them}
   *
   * @param device the identity of the device
   * @param unit the name of the unit or queue
   */
  public Track unit(String device, String unit) {
    KernelNames<Meter> kernels =
        new KernelNames<>(kernel -> meter(Metric.UNIT_TIME, device, unit, kernel));
    // The name of a transfer goes on with its size.
    return (what, start, end) -> kernels.of(firstWord(what)).add(Math.max(0, end - start));
  }

  private static String firstWord(String name) {
    int space = name.indexOf(' ');
    return space < 0 ? name : name.substring(0, space);
  }

  Meter meter(Metric metric, String... labels) {
    Meter all = Meter.NONE;
    for (Metrics each : metrics) {
      all = both(all, meter(each, metric, List.of(labels)));
    }
    return all;
  }

  private static Meter both(Meter one, Meter other) {
    if (one == Meter.NONE || other == Meter.NONE) {
      return one == Meter.NONE ? other : one;
    }
    return amount -> {
      one.add(amount);
      other.add(amount);
    };
  }

  private Meter meter(Metrics from, Metric metric, List<String> labels) {
    Meter meter;
    try {
      meter = nullable(from.meter(metric, labels));
    } catch (Throwable e) {
      broken(metric, e);
      return Meter.NONE;
    }
    return meter == null || meter == Meter.NONE
        ? Meter.NONE
        : new SafeMeter(meter, e -> broken(metric, e));
  }

  /** A program need not be of a null-marked world. */
  private static @Nullable Meter nullable(Meter answer) {
    return answer;
  }

  private void broken(Metric metric, Throwable thrown) {
    if (told.compareAndSet(false, true)) {
      System.getLogger(Meters.class.getName())
          .log(
              System.Logger.Level.WARNING,
              "the program's metrics threw; runs go on without " + metric.text() + " there",
              Thrown.printable(thrown));
    }
  }
}
