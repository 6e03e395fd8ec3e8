package dev.backplane.rtl.engine;

import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.netlist.Port;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the outputs of a design did in a run: a digest of each cycle, and one cycle in full. */
final class WatchedRun {
  /** A signal of an AXI channel: whose it is, and which. */
  private static final Pattern CHANNEL = Pattern.compile("(?i)(.*_(?:aw|w|b|ar|r|t))[a-z]+");

  private static final String VALID = "valid";

  private final long shown;
  private final List<String> names = new ArrayList<>();
  private final List<String> values = new ArrayList<>();
  private long[] digests = new long[1024];
  private int cycles;
  private @Nullable RtlException failure;

  /**
   * A run that begins.
   *
   * @param shown the cycle to keep in full; -1 for none
   */
  WatchedRun(long shown) {
    this.shown = shown;
  }

  /** {@return an engine whose outputs this run sees before every edge} */
  Engine watch(Engine engine) {
    List<Pin> outputs =
        engine.pins().stream()
            .filter(pin -> pin.port().direction() == Port.Direction.OUTPUT)
            .toList();
    return new Watched(engine, outputs, outputs.stream().map(pin -> valid(pin, outputs)).toList());
  }

  /** The VALID that says whether an output means anything. */
  private static Optional<Pin> valid(Pin output, List<Pin> outputs) {
    Matcher matcher = CHANNEL.matcher(output.port().name());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String name = (matcher.group(1) + VALID).toLowerCase(Locale.ROOT);
    return outputs.stream()
        .filter(pin -> !pin.equals(output))
        .filter(pin -> pin.port().name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst();
  }

  void failed(RtlException e) {
    failure = e;
  }

  void rethrow() {
    if (failure != null) {
      throw failure;
    }
  }

  /** {@return the first cycle that counts and differs; -1 if none} */
  long firstDifference(WatchedRun other, long from) {
    int common = Math.min(cycles, other.cycles);
    for (int cycle = (int) Math.min(from, common); cycle < common; cycle++) {
      if (digests[cycle] != other.digests[cycle]) {
        return cycle;
      }
    }
    return -1;
  }

  /** {@return the first output that differs in the cycle shown} */
  UninitialisedState.Finding difference(WatchedRun other) {
    for (int i = 0; i < Math.min(names.size(), other.names.size()); i++) {
      if (!values.get(i).equals(other.values.get(i))) {
        return new UninitialisedState.Finding(
            names.get(i), shown, values.get(i), other.values.get(i));
      }
    }
    throw new IllegalStateException("the stimulus is not the same every time");
  }

  private void record(List<Pin> outputs, List<Optional<Pin>> valids) {
    long digest = 1;
    for (int i = 0; i < outputs.size(); i++) {
      Pin pin = outputs.get(i);
      boolean counts = valids.get(i).map(valid -> valid.get() != 0).orElse(true);
      StringBuilder text = new StringBuilder();
      for (int word = (pin.port().width() - 1) / 64; word >= 0 && counts; word--) {
        digest = (digest ^ pin.word(word)) * 0x9e37_79b9_7f4a_7c15L;
        digest ^= digest >>> 29;
        if (cycles == shown) {
          text.append((text.isEmpty() ? "%x" : "%016x").formatted(pin.word(word)));
        }
      }
      if (cycles == shown) {
        names.add(pin.port().name());
        values.add(text.toString());
      }
    }
    if (cycles == digests.length) {
      digests = Arrays.copyOf(digests, 2 * cycles);
    }
    digests[cycles++] = digest;
  }

  private final class Watched implements Engine {
    private final Engine engine;
    private final List<Pin> outputs;
    private final List<Optional<Pin>> valids;

    Watched(Engine engine, List<Pin> outputs, List<Optional<Pin>> valids) {
      this.engine = engine;
      this.outputs = outputs;
      this.valids = valids;
    }

    @Override
    public List<Pin> pins() {
      return engine.pins();
    }

    @Override
    public List<String> clocks() {
      return engine.clocks();
    }

    @Override
    public void settle() {
      engine.settle();
    }

    @Override
    public void edge(int clock) {
      engine.settle();
      record(outputs, valids);
      engine.edge(clock);
    }

    @Override
    public void edges(long clocks) {
      engine.settle();
      record(outputs, valids);
      engine.edges(clocks);
    }

    @Override
    public OptionalLong stateHash() {
      return engine.stateHash();
    }

    @Override
    public void close() {
      engine.close();
    }
  }
}
