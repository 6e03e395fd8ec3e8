package dev.backplane.drivers.softcard;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.rtl.harness.BusMemory;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Device memory as one compute unit reaches it: each master the banks that its arguments are
 * connected to. Used by the unit's thread.
 */
final class UnitMemory implements BusMemory {
  private final Regions regions;
  private final CardImage.KernelPlan kernel;
  private final Map<String, Set<Integer>> reach = new HashMap<>();
  private @Nullable CardRun run;

  UnitMemory(Regions regions, CardImage.KernelPlan kernel, CardImage.UnitPlan unit) {
    this.regions = regions;
    this.kernel = kernel;
    for (int i = 0; i < kernel.arguments().size(); i++) {
      reach
          .computeIfAbsent(kernel.ports().get(i), port -> new HashSet<>())
          .addAll(unit.banks().get(i));
    }
  }

  /** Says for whom the unit works now, so that {@link #describe} can name arguments. */
  void serve(@Nullable CardRun current) {
    run = current;
  }

  @Override
  public @Nullable Region find(String master, long address) {
    CardBuffer buffer = regions.at(address);
    return buffer != null && reaches(master, buffer.bank().index()) ? buffer.region() : null;
  }

  private boolean reaches(String master, int bank) {
    Set<Integer> banks = reach.get(master);
    return banks != null && banks.contains(bank);
  }

  /** Finds a range through an argument's bus, or fails as the bus would. */
  Region find(int argument, long address, long bytes) {
    Region region = find(kernel.ports().get(argument), address);
    if (bytes < 0
        || region == null
        || bytes > region.memory().byteSize() - (address - region.base())) {
      throw BackplaneException.because(
              ErrorCode.ADDRESS_FAULT,
              "%s: %d bytes at 0x%x are not in memory: %s"
                  .formatted(kernel.ports().get(argument), bytes, address, describe(address)))
          .on("kernel " + kernel.name())
          .build();
    }
    return region;
  }

  @Override
  public String describe(long address) {
    CardBuffer there = regions.at(address);
    String best = there == null ? "" : "in a " + there + " that this bus does not reach";
    long distance = Long.MAX_VALUE;
    for (int i = 0; i < kernel.arguments().size(); i++) {
      CardBuffer buffer = run == null ? null : run.bufferOf(i);
      if (buffer == null) {
        continue;
      }
      String name = "argument '" + kernel.arguments().get(i).name() + "' (" + buffer + ")";
      long before = buffer.address() - address;
      long past = address - buffer.address() - buffer.size();
      if (before <= 0 && past < 0) {
        return "in " + name + (there == buffer ? ", which this bus does not reach" : "");
      }
      long away = before > 0 ? before : past;
      if (there == null && away >= 0 && away < distance) {
        distance = away;
        best = (before > 0 ? before + " bytes before " : past + " bytes past the end of ") + name;
      }
    }
    String freed =
        regions
            .freedAt(address)
            .map(f -> "in a freed buffer of %d bytes at 0x%x".formatted(f.size(), f.address()))
            .orElse("");
    if (there == null && !freed.isEmpty()) {
      return best.isEmpty() ? freed : freed + "; " + best;
    }
    return best.isEmpty() ? "no buffer is near" : best;
  }

  List<CardBuffer> buffers() {
    return regions.all();
  }
}
