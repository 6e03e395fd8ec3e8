package dev.backplane.runtime.meter;

import dev.backplane.runtime.metrics.Metric;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The kernels that have series of their own: the first so many, the others share one. */
final class KernelNames<T> {
  private final Function<String, T> making;
  private final Map<String, T> made = new ConcurrentHashMap<>();

  KernelNames(Function<String, T> making) {
    this.making = making;
  }

  T of(String kernel) {
    T known = made.get(kernel);
    if (known != null) {
      return known;
    }
    return made.computeIfAbsent(
        made.size() < Metric.MOST_KERNELS ? kernel : Metric.OTHER_KERNELS, making);
  }
}
