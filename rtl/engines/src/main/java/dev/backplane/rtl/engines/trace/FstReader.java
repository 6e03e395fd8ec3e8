package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Reads the FST format from the start to the end, from {@link FstWriter} and from other writers:
 * with aliases and blocks compressed with LZ4. Real numbers and texts are skipped. One block is in
 * memory at a time.
 */
final class FstReader implements FstHierarchy.Visitor {
  private final Path path;
  private final WaveSink sink;
  private final List<Port> signals = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final List<String> scopes = new ArrayList<>();

  /** For each handle, the number of its signal or -1. */
  private int[] numbers = {};

  /** The width of each handle. */
  private int[] widths = {};

  private @Nullable FstValue[] lastValues = {};
  private String top = "top";
  private int exponent;
  private long now = -1;

  /** The changes of one handle. */
  private record Chain(int handle, FstChain changes) {
    int tick() {
      return changes.tick();
    }
  }

  FstReader(Path path, WaveSink sink) {
    this.path = path;
    this.sink = sink;
  }

  void read() throws IOException {
    try (FstFile file = new FstFile(path)) {
      if (file.cut().isPresent()) {
        throw file.damaged(file.cut().get());
      }
      exponent = file.exponent();
      widths = new int[file.handles()];
      Arrays.setAll(widths, file::width);
      numbers = new int[widths.length];
      Arrays.fill(numbers, -1);
      lastValues = new FstValue[widths.length];
      FstHierarchy.walk(file.hierarchy(), this);
      sink.begin(signals, top);
      notes.forEach(sink::note);
      for (FstFile.Part part : file.changes()) {
        byte[] whole = file.read(part);
        changes(
            new FstBlock(
                file,
                part,
                (at, count) ->
                    new FstInput(whole, Math.toIntExact(at - part.start()), whole.length)
                        .take(Math.toIntExact(count))));
      }
    }
  }

  @Override
  public void enter(String scope) {
    top = scopes.isEmpty() ? scope : top;
    scopes.add(scope);
  }

  @Override
  public void leave() {
    scopes.removeLast();
  }

  @Override
  public void note(String text) {
    notes.add(text);
  }

  @Override
  public void signal(int type, String name, int handle) {
    if (widths[handle] > 0 && numbers[handle] < 0) {
      String bare = name.replaceFirst("\\s*\\[.*", "");
      String path = String.join(".", scopes.subList(Math.min(1, scopes.size()), scopes.size()));
      numbers[handle] = signals.size();
      signals.add(
          new Port(
              path.isEmpty() ? bare : path + "." + bare, Port.Direction.OUTPUT, widths[handle]));
    }
  }

  private void changes(FstBlock block) throws IOException {
    long[] times = block.times();
    if (times.length > 0) {
      for (int handle = 0; handle < widths.length; handle++) {
        change(handle, block.start(handle), times[0]);
      }
    }
    PriorityQueue<Chain> next =
        new PriorityQueue<>(Comparator.comparingInt(Chain::tick).thenComparingInt(Chain::handle));
    for (int handle = 0; handle < widths.length; handle++) {
      if (block.hasChanges(handle) && numbers[handle] >= 0) {
        Chain chain = new Chain(handle, new FstChain(block.chain(handle), widths[handle]));
        if (chain.changes().advance()) {
          next.add(chain);
        }
      }
    }
    while (!next.isEmpty()) {
      Chain chain = next.remove();
      change(chain.handle(), chain.changes().value(), times[chain.tick()]);
      if (chain.changes().advance()) {
        next.add(chain);
      }
    }
    if (times.length > 0) {
      advanceTo(times[times.length - 1]);
    }
  }

  private void change(int handle, FstValue value, long time) {
    FstValue last = lastValues[handle];
    if (numbers[handle] < 0 || (last != null && last.isSame(value))) {
      return;
    }
    lastValues[handle] = value;
    advanceTo(time);
    int width = value.width();
    long[] words = new long[WaveSink.words(width)];
    long[] unknown = new long[words.length];
    for (int bit = 0; bit < width; bit++) {
      byte digit = value.digit(width - 1 - bit);
      long one = 1L << bit;
      words[bit / Long.SIZE] |= digit == '1' || digit == 'z' ? one : 0;
      unknown[bit / Long.SIZE] |= digit == '0' || digit == '1' ? 0 : one;
    }
    sink.change(numbers[handle], words, unknown, 0);
  }

  private void advanceTo(long units) {
    long time = units;
    for (int i = exponent; i < -12; i++) {
      time /= 10;
    }
    for (int i = exponent; i > -12; i--) {
      time = Math.multiplyExact(time, 10);
    }
    if (time > now) {
      now = time;
      sink.time(time);
    }
  }
}
