package dev.backplane.runtime.metrics;

import java.util.List;

/**
 * A quantity that the plugin manager counts. Its name follows the conventions of Prometheus and
 * OpenMetrics: base units, and {@code _total} behind what only grows. The values of labels are few:
 * no label holds an address or the number of a run.
 */
public enum Metric {
  /** Executions that a device has accepted. */
  RUNS_STARTED(
      "backplane_runs_started_total",
      Kind.COUNT,
      "Executions that a device has accepted",
      "device",
      "driver",
      "kernel"),
  /** Executions that have ended, by how. */
  RUNS_ENDED(
      "backplane_runs_ended_total",
      Kind.COUNT,
      "Executions that have ended, by how they ended",
      "device",
      "driver",
      "kernel",
      "outcome"),
  /** Executions without a run, of which nobody is told how they end. */
  RUNS_ENQUEUED(
      "backplane_runs_enqueued_total",
      Kind.COUNT,
      "Executions that were put into a queue without a run, in no other count of runs",
      "device",
      "driver",
      "kernel"),
  /** The time of executions. */
  RUN_TIME(
      "backplane_run_seconds",
      Kind.TIME,
      "Executions from their start until their end was noticed",
      "device",
      "driver",
      "kernel"),
  /** The time that threads of the program waited. */
  WAIT_TIME(
      "backplane_wait_seconds",
      Kind.TIME,
      "Waits of threads for a run, or for a queue to be empty",
      "device",
      "driver",
      "kernel"),
  /** Bytes that were moved. */
  TRANSFERRED(
      "backplane_transferred_bytes_total",
      Kind.BYTES,
      "Bytes that were moved between host and device, or on the device",
      "device",
      "driver",
      "direction"),
  /** Errors that the program was told. */
  ERRORS(
      "backplane_errors_total",
      Kind.COUNT,
      "Errors that a device or its plugin was the subject of",
      "device",
      "driver",
      "code",
      "category"),
  /** The time of executions on a compute unit, as the driver reports them. */
  UNIT_TIME(
      "backplane_unit_seconds",
      Kind.TIME,
      "Executions of a compute unit or queue, as its driver reports them",
      "device",
      "unit",
      "kernel");

  /** The value of a label for something that has no kernel, such as a wait for a transfer. */
  public static final String NO_KERNEL = "none";

  /** The value of a label for kernels beyond {@link #MOST_KERNELS}. */
  public static final String OTHER_KERNELS = "other";

  /** The number of kernels of a device that have series of their own. */
  public static final int MOST_KERNELS = 200;

  /** The kind of quantity that a metric is. */
  public enum Kind {
    /** A number of things. */
    COUNT,
    /** A number of bytes. */
    BYTES,
    /** A number of things, and the time they took. */
    TIME
  }

  private final String text;
  private final Kind kind;
  private final String description;

  @SuppressWarnings("ImmutableEnumChecker") // Made by List.of.
  private final List<String> labels;

  Metric(String text, Kind kind, String description, String... labels) {
    this.text = text;
    this.kind = kind;
    this.description = description;
    this.labels = List.of(labels);
  }

  /** {@return its name for Prometheus; a time has {@code _count} and {@code _sum} behind it} */
  public String text() {
    return text;
  }

  /** {@return what kind of quantity it is} */
  public Kind kind() {
    return kind;
  }

  /** {@return what is counted, in words} */
  public String description() {
    return description;
  }

  /** {@return the names of its labels} */
  public List<String> labels() {
    return labels;
  }
}
