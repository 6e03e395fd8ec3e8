package dev.backplane.opae.door.facets;

import dev.backplane.api.opae.Metrics;
import dev.backplane.ffi.CText;
import dev.backplane.ffi.RawMemory;
import dev.backplane.opae.abi.FpgaResult;
import dev.backplane.opae.abi.Guid;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Functions for metrics. The numbers of bytes and places are those of OPAE's structures. A metric's
 * number is its place in the list: OPAE's tools index their list by it.
 */
final class FacetMetrics {
  private static final int NAME_BYTES = 256;
  private static final long INFO_BYTES = 1056;
  private static final long VALUE_BYTES = 24;
  private static final long LIMITS_BYTES = 2160;
  private static final long LIMIT_BYTES = 272;
  private static final int MOST_METRICS = 1 << 16;
  private static final Metrics.Value NOTHING = new Metrics.Value(0, 0, false);

  private final FacetDevices devices;

  FacetMetrics(FacetDevices devices) {
    this.devices = devices;
  }

  private Metrics metrics(long handle) {
    return devices.device(handle).facet(Metrics.class);
  }

  int count(long handle, long place) {
    RawMemory.putLong(place, metrics(handle).descriptions().size());
    return FpgaResult.OK;
  }

  int describe(long handle, long at, long count) {
    List<Metrics.Description> all = metrics(handle).descriptions();
    long fits = Math.min(Math.max(0, RawMemory.getLong(count)), all.size());
    for (int i = 0; i < fits; i++) {
      describe(i, all.get(i), at + INFO_BYTES * i);
    }
    RawMemory.putLong(count, fits);
    return FpgaResult.OK;
  }

  private static void describe(int number, Metrics.Description metric, long at) {
    RawMemory.putLong(at, number);
    Guid.write(at + 8, metric.guid());
    CStructs.putText(at + 24, NAME_BYTES, metric.qualifier());
    CStructs.putText(at + 280, NAME_BYTES, metric.group());
    CStructs.putText(at + 536, NAME_BYTES, metric.name());
    CStructs.putText(at + 792, NAME_BYTES, metric.units());
    RawMemory.putInt(at + 1048, number(metric.type()));
    RawMemory.putInt(at + 1052, number(metric.kind()));
  }

  private static int number(Metrics.Type type) {
    return switch (type) {
      case INTEGER -> 0;
      case FLOAT -> 1;
      case DOUBLE -> 2;
      case BOOLEAN -> 3;
      case UNKNOWN -> 4;
    };
  }

  private static int number(Metrics.Kind kind) {
    return switch (kind) {
      case POWER -> 0;
      case THERMAL -> 1;
      case PERFORMANCE_COUNTER -> 2;
      case AFU -> 3;
      case UNKNOWN -> 4;
    };
  }

  /** A number that there is not gives a value that is not valid. */
  int byIndex(long handle, long numbers, long count, long values) {
    int places = checked(count);
    Metrics metrics = metrics(handle);
    List<Metrics.Description> all = metrics.descriptions();
    List<Long> known = new ArrayList<>();
    for (int i = 0; i < places; i++) {
      long number = RawMemory.getLong(numbers + 8L * i);
      if (Long.compareUnsigned(number, all.size()) < 0) {
        known.add(all.get((int) number).number());
      }
    }
    if (known.isEmpty()) {
      return FpgaResult.NOT_FOUND;
    }
    Iterator<Metrics.Value> read = metrics.read(known).iterator();
    for (int i = 0; i < places; i++) {
      long number = RawMemory.getLong(numbers + 8L * i);
      boolean isThere = Long.compareUnsigned(number, all.size()) < 0;
      put(number, isThere ? read.next() : NOTHING, values + VALUE_BYTES * i);
    }
    return FpgaResult.OK;
  }

  /** A name that there is not gives a value that is not valid. */
  int byName(long handle, long names, long count, long values) {
    Metrics metrics = metrics(handle);
    List<Long> all = metrics.descriptions().stream().map(Metrics.Description::number).toList();
    int found = 0;
    for (int i = 0; i < checked(count); i++) {
      long text = RawMemory.getLong(names + 8L * i);
      Optional<Long> number = metrics.number(CText.read(MemorySegment.ofAddress(text), NAME_BYTES));
      Metrics.Value value = NOTHING;
      if (number.isPresent()) {
        value = metrics.read(List.of(number.get())).getFirst();
        found++;
      }
      put(number.map(all::indexOf).orElse(-1), value, values + VALUE_BYTES * i);
    }
    return found == 0 ? FpgaResult.NOT_FOUND : FpgaResult.OK;
  }

  private static int checked(long count) {
    if (count <= 0 || count > MOST_METRICS) {
      throw FacetDevices.invalid("nobody reads %d metrics".formatted(count));
    }
    return (int) count;
  }

  private static void put(long number, Metrics.Value value, long at) {
    RawMemory.putLong(at, number);
    RawMemory.putLong(at + 8, value.bits());
    CStructs.putBoolean(at + 16, value.valid());
  }

  /** Without a place for them they are counted. */
  int thresholds(long handle, long at, long count) {
    List<Metrics.Threshold> all = metrics(handle).thresholds();
    int room = at == 0 ? 0 : RawMemory.getInt(count);
    for (int i = 0; i < all.size() && Integer.compareUnsigned(i, room) < 0; i++) {
      put(all.get(i), at + LIMITS_BYTES * i);
    }
    RawMemory.putInt(count, all.size());
    return FpgaResult.OK;
  }

  private static void put(Metrics.Threshold limits, long at) {
    CStructs.putText(at, NAME_BYTES, limits.name());
    long first = at + NAME_BYTES;
    put("Upper Non-Recoverable Threshold", limits.upperNonRecoverable(), first);
    put("Upper Critical Threshold", limits.upperCritical(), first + LIMIT_BYTES);
    put("Upper Non-Critical Threshold", limits.upperNonCritical(), first + 2 * LIMIT_BYTES);
    put("Lower Non-Recoverable Threshold", limits.lowerNonRecoverable(), first + 3 * LIMIT_BYTES);
    put("Lower Critical Threshold", limits.lowerCritical(), first + 4 * LIMIT_BYTES);
    put("Lower Non-Critical Threshold", limits.lowerNonCritical(), first + 5 * LIMIT_BYTES);
    put("Hysteresis", limits.hysteresis(), first + 6 * LIMIT_BYTES);
  }

  private static void put(String name, OptionalDouble limit, long at) {
    CStructs.putText(at, NAME_BYTES, name);
    RawMemory.putInt(at + NAME_BYTES, limit.isPresent() ? 1 : 0);
    RawMemory.putLong(at + NAME_BYTES + 8, Double.doubleToRawLongBits(limit.orElse(0)));
  }
}
