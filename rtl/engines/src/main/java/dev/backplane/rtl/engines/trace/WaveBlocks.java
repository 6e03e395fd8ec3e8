package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.base.RtlException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of changes of a file, in the order of time, that are read when they are needed and
 * kept as long as there is room. A block that cannot be read is remembered as damaged. Safe for use
 * by several threads.
 */
final class WaveBlocks {
  private record ChainKey(int block, int place) {}

  private final FstFile file;
  private final List<FstFile.Part> parts = new ArrayList<>();
  private final long[] starts;
  private final List<String> problems = new ArrayList<>();
  private final SortedMap<Integer, String> damage = new ConcurrentSkipListMap<>();
  private final BoundedCache<Integer, FstBlock> blocks;
  private final BoundedCache<ChainKey, byte[]> chains;
  private final long end;

  /**
   * Finds the times of the blocks.
   *
   * @param memory the bytes that blocks may take in memory
   */
  WaveBlocks(FstFile file, long memory) throws IOException {
    this.file = file;
    blocks = new BoundedCache<>(memory / 2);
    chains = new BoundedCache<>(memory / 2);
    long[] found = new long[file.changes().size()];
    for (FstFile.Part part : file.changes()) {
      int number = parts.size();
      try {
        Optional<Long> first = FstBlock.firstTime(file, part);
        if (first.isEmpty()) {
          continue;
        }
        if (first.get() < 0 || (number > 0 && first.get() < found[number - 1])) {
          problems.add(
              "the block at byte %d begins at time %d, before the one in front of it; it is left out"
                  .formatted(part.at(), first.get()));
          continue;
        }
        found[number] = first.get();
        parts.add(part);
      } catch (RtlException | IndexOutOfBoundsException e) {
        problems.add(
            "the block at byte %d cannot be read (%s); it is left out"
                .formatted(part.at(), reason(e)));
      }
    }
    starts = Arrays.copyOf(found, parts.size());
    end = findEnd();
  }

  private long findEnd() throws IOException {
    for (int number = count() - 1; number >= 0; number--) {
      FstBlock block = block(number);
      if (block != null) {
        long[] times = block.times();
        return Math.max(times[times.length - 1], starts[count() - 1]);
      }
    }
    return count() == 0 ? 0 : starts[count() - 1];
  }

  int count() {
    return starts.length;
  }

  long start(int block) {
    return starts[block];
  }

  /** The first time, 0 if there is none. */
  long start() {
    return count() == 0 ? 0 : starts[0];
  }

  long end() {
    return end;
  }

  /** The number of the last block that begins before a time, or -1. */
  int before(long time) {
    int found = Arrays.binarySearch(starts, time);
    int at = found < 0 ? -found - 1 : found;
    while (at > 0 && at < starts.length && starts[at - 1] == time) {
      at--;
    }
    return at - 1;
  }

  /** A block, or null if it is damaged. */
  @Nullable FstBlock block(int number) throws IOException {
    FstBlock known = blocks.get(number);
    if (known != null || damage.containsKey(number)) {
      return known;
    }
    try {
      FstBlock read = new FstBlock(file, parts.get(number));
      blocks.put(number, read, read.memory());
      return read;
    } catch (RtlException
        | IndexOutOfBoundsException
        | NegativeArraySizeException
        | ArithmeticException e) {
      damaged(number, e);
      return null;
    }
  }

  /** The changes of a signal in a block, or null if there are none. */
  @Nullable FstChain chain(int number, FstBlock block, int handle) throws IOException {
    if (!block.hasChanges(handle)) {
      return null;
    }
    ChainKey key = new ChainKey(number, block.place(handle));
    byte[] bytes = chains.get(key);
    if (bytes == null) {
      bytes = block.chain(handle);
      chains.put(key, bytes, bytes.length + 64L);
    }
    return new FstChain(bytes, file.bytes(handle));
  }

  FstValue unknown(int handle) {
    return FstValue.unknown(file.bytes(handle));
  }

  /** Remembers that a block, or a part of it, cannot be read. */
  void damaged(int number, RuntimeException why) {
    damage.putIfAbsent(
        number,
        "the block at byte %d, from time %d on, cannot be read (%s); it is shown as unknown"
            .formatted(parts.get(number).at(), starts[number], reason(why)));
  }

  private static String reason(RuntimeException e) {
    String text = String.valueOf(e.getMessage());
    // The file is named by whoever shows this.
    return text.replaceFirst("^The waveform .* cannot be read: ", "")
        .replace(". Record it again", "");
  }

  List<String> problems() {
    List<String> all = new ArrayList<>(problems);
    all.addAll(damage.values());
    return all;
  }

  /** The blocks that turned out to be damaged. */
  List<Integer> damaged() {
    return List.copyOf(damage.keySet());
  }

  long memory() {
    return blocks.held() + chains.held();
  }
}
