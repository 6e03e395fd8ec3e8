package dev.backplane.tck.managed;

import dev.backplane.api.Filter;
import dev.backplane.api.OpenMode;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.spi.Resource;
import dev.backplane.runtime.metrics.Metric;
import dev.backplane.runtime.metrics.MetricCounts;
import dev.backplane.tck.CountedInstance;
import java.util.List;

/**
 * A driver behind a plugin manager that counts.
 *
 * @param instance the driver
 * @param counts what was counted
 */
record CountedBackplane(BackplaneInstance instance, MetricCounts counts)
    implements CountedInstance {
  @Override
  public List<Resource> enumerate(List<Filter> filters) {
    return instance.enumerate(filters);
  }

  @Override
  public DriverDevice open(String key, OpenMode mode) {
    return instance.open(key, mode);
  }

  @Override
  public long total(String metric, String... labels) {
    return counts.total(Metric.valueOf(metric), labels);
  }

  @Override
  public long count(String metric, String... labels) {
    return counts.count(Metric.valueOf(metric), labels);
  }

  @Override
  public void close() {
    instance.close();
  }
}
