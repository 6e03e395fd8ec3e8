package dev.backplane.opae.driver.device;

import dev.backplane.api.opae.Metrics;
import dev.backplane.ffi.CText;
import dev.backplane.ffi.RawMemory;
import dev.backplane.opae.abi.FpgaResult;
import dev.backplane.opae.abi.Guid;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The metrics of a resource. */
final class OpaeMetrics implements Metrics {
  // fpga_metric_info
  private static final int INFO_BYTES = 1056;
  private static final int TEXT_BYTES = 256;
  private static final int GUID_AT = 8;
  private static final int QUALIFIER_AT = 24;
  private static final int GROUP_AT = 280;
  private static final int NAME_AT = 536;
  private static final int UNITS_AT = 792;
  private static final int TYPE_AT = 1048;
  private static final int KIND_AT = 1052;

  // fpga_metric
  private static final int METRIC_BYTES = 24;
  private static final int VALUE_AT = 8;
  private static final int VALID_AT = 16;

  // metric_threshold, which has seven of threshold
  private static final int THRESHOLD_BYTES = 2160;
  private static final int LIMIT_BYTES = 272;
  private static final int LIMIT_VALID_AT = 256;
  private static final int LIMIT_VALUE_AT = 264;

  /** More than any resource has. */
  private static final int MOST = 4096;

  private final OpenResource resource;

  OpaeMetrics(OpenResource resource) {
    this.resource = resource;
  }

  private int count() {
    long count =
        resource.number(
            "fpgaGetNumMetrics", (handle, place) -> resource.opae().getNumMetrics(handle, place));
    return Math.clamp(count, 0, MOST);
  }

  @Override
  public List<Description> descriptions() {
    int count = count();
    List<Description> all = new ArrayList<>();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment infos = arena.allocate((long) INFO_BYTES * Math.max(1, count), Long.BYTES);
      MemorySegment place = arena.allocateFrom(ValueLayout.JAVA_LONG, count);
      resource.with(
          "fpgaGetMetricsInfo",
          handle -> resource.opae().getMetricsInfo(handle, infos.address(), place.address()));
      long told = place.get(ValueLayout.JAVA_LONG, 0);
      for (int i = 0; i < Math.clamp(told, 0, count); i++) {
        all.add(description(infos.asSlice((long) i * INFO_BYTES, INFO_BYTES)));
      }
    }
    return all;
  }

  private static Description description(MemorySegment info) {
    long at = info.address();
    return new Description(
        RawMemory.getLong(at),
        Guid.read(at + GUID_AT),
        text(info, QUALIFIER_AT),
        text(info, GROUP_AT),
        text(info, NAME_AT),
        text(info, UNITS_AT),
        of(Type.values(), RawMemory.getInt(at + TYPE_AT)),
        of(Kind.values(), RawMemory.getInt(at + KIND_AT)));
  }

  private static String text(MemorySegment structure, int at) {
    return CText.read(structure.asSlice(at, TEXT_BYTES), TEXT_BYTES);
  }

  /** The last one means that it is unknown. */
  private static <E> E of(E[] values, int number) {
    return values[number >= 0 && number < values.length ? number : values.length - 1];
  }

  @Override
  public List<Value> read(List<Long> numbers) {
    if (numbers.isEmpty()) {
      return List.of();
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment asked =
          arena.allocateFrom(
              ValueLayout.JAVA_LONG, numbers.stream().mapToLong(Long::longValue).toArray());
      MemorySegment values = arena.allocate((long) METRIC_BYTES * numbers.size(), Long.BYTES);
      long handle = resource.handle().begin("fpgaGetMetricsByIndex");
      try {
        int result =
            resource
                .opae()
                .getMetricsByIndex(handle, asked.address(), numbers.size(), values.address());
        resource.checkRange(
            result, "fpgaGetMetricsByIndex", "not all of %s are metrics".formatted(numbers));
      } finally {
        resource.handle().end();
      }
      List<Value> all = new ArrayList<>();
      for (int i = 0; i < numbers.size(); i++) {
        long at = values.address() + (long) i * METRIC_BYTES;
        all.add(
            new Value(
                numbers.get(i),
                RawMemory.getLong(at + VALUE_AT),
                RawMemory.getByte(at + VALID_AT) != 0));
      }
      return all;
    }
  }

  @Override
  public List<Threshold> thresholds() {
    if (!resource.has("fpgaGetMetricsThresholdInfo")) {
      return List.of();
    }
    int count = count();
    List<Threshold> all = new ArrayList<>();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment limits =
          arena.allocate((long) THRESHOLD_BYTES * Math.max(1, count), Long.BYTES);
      MemorySegment place = arena.allocateFrom(ValueLayout.JAVA_LONG, count);
      long handle = resource.handle().begin("fpgaGetMetricsThresholdInfo");
      try {
        int result =
            resource.opae().getMetricsThresholdInfo(handle, limits.address(), place.address());
        if (result == FpgaResult.NOT_SUPPORTED) {
          return List.of();
        }
        resource.check(result, "fpgaGetMetricsThresholdInfo");
      } finally {
        resource.handle().end();
      }
      for (int i = 0; i < Math.clamp(place.get(ValueLayout.JAVA_INT, 0), 0, count); i++) {
        all.add(threshold(limits.asSlice((long) i * THRESHOLD_BYTES, THRESHOLD_BYTES)));
      }
    }
    return all;
  }

  private static Threshold threshold(MemorySegment structure) {
    return new Threshold(
        text(structure, 0),
        limit(structure, 0),
        limit(structure, 1),
        limit(structure, 2),
        limit(structure, 3),
        limit(structure, 4),
        limit(structure, 5),
        limit(structure, 6));
  }

  private static OptionalDouble limit(MemorySegment structure, int number) {
    MemorySegment limit = structure.asSlice(TEXT_BYTES + (long) number * LIMIT_BYTES, LIMIT_BYTES);
    return limit.get(ValueLayout.JAVA_INT, LIMIT_VALID_AT) == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(limit.get(ValueLayout.JAVA_DOUBLE, LIMIT_VALUE_AT));
  }
}
