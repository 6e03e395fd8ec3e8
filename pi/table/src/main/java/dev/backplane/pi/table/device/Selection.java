package dev.backplane.pi.table.device;

import dev.backplane.api.ImageFormat;
import dev.backplane.api.binary.BinarySelection;
import dev.backplane.api.binary.BinaryTargets;
import dev.backplane.api.binary.DeviceBinary;
import dev.backplane.pi.table.BinaryDescriptors;
import dev.backplane.pi.table.PiResult;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Selects the device binary for a device: one for a target that the device is known to take;
 * otherwise the one that the plugin selects, which knows more than targets; otherwise, where the
 * plugin does not select, the last that is portable; otherwise source.
 */
final class Selection {
  private final PiContext context;
  private final BinaryTargets targets;

  Selection(PiContext context, BinaryTargets targets) {
    this.context = context;
    this.targets = targets;
  }

  BinaryTargets targets() {
    return targets;
  }

  /** Selects; fails with what there is and what is taken. */
  int select(List<DeviceBinary> binaries) {
    return index(binaries).orElseGet(() -> BinarySelection.select(binaries, targets));
  }

  private OptionalInt index(List<DeviceBinary> binaries) {
    OptionalInt exact =
        BinarySelection.index(binaries, new BinaryTargets(targets.exact(), false, false));
    if (exact.isPresent()) {
      return exact;
    }
    OptionalInt plugins = ask(binaries);
    return plugins.isPresent()
        ? plugins
        : BinarySelection.index(
            binaries, new BinaryTargets(List.of(), targets.portable(), targets.source()));
  }

  /** Asks the plugin, which is told only of what it could take. */
  private OptionalInt ask(List<DeviceBinary> binaries) {
    // By their places: two of them may be equal, and which one is taken is the plugin's choice.
    int[] places =
        IntStream.range(0, binaries.size()).filter(i -> isForPlugins(binaries.get(i))).toArray();
    List<DeviceBinary> told = Arrays.stream(places).mapToObj(binaries::get).toList();
    if (told.isEmpty()) {
      return OptionalInt.empty();
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment selected = arena.allocate(ValueLayout.JAVA_INT);
      int result =
          context.pi.deviceSelectBinary(
              context.device,
              BinaryDescriptors.write(told, arena).address(),
              told.size(),
              selected.address());
      if (result == PiResult.UNSUPPORTED_FEATURE || result == PiResult.INVALID_BINARY) {
        return OptionalInt.empty();
      }
      context.results.check(result, "select binary");
      int index = selected.get(ValueLayout.JAVA_INT, 0);
      return index < 0 || index >= told.size()
          ? OptionalInt.empty()
          : OptionalInt.of(places[index]);
    }
  }

  private boolean isForPlugins(DeviceBinary binary) {
    ImageFormat format = binary.effectiveFormat();
    return format != ImageFormat.SOURCE
        && format != ImageFormat.XCLBIN
        && (targets.portable() || !binary.isFor(BinaryTargets.PORTABLE));
  }
}
