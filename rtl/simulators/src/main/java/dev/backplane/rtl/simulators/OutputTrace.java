package dev.backplane.rtl.simulators;

import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.ForwardingEngine;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.netlist.Port;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The outputs of a design during a run: a digest of every cycle, and the values of one cycle. */
final class OutputTrace {
  /** A signal of an AXI channel: the channel and the signal. */
  private static final Pattern CHANNEL = Pattern.compile("(?i)(.*_(?:aw|w|b|ar|r|t))[a-z]+");

  private static final String VALID = "valid";

  private final long detailCycle;
  private final List<String> names = new ArrayList<>();
  private final List<String> values = new ArrayList<>();
  private long[] digests = new long[1024];
  private int cycles;
  private @Nullable RtlException failure;

  /**
   * Creates an empty trace.
   *
   * @param detailCycle the cycle whose values are kept; -1 for none
   */
  OutputTrace(long detailCycle) {
    this.detailCycle = detailCycle;
  }

  /** {@return an engine that records its outputs here before every edge} */
  Engine record(Engine engine) {
    List<Pin> outputs =
        engine.pins().stream()
            .filter(pin -> pin.port().direction() == Port.Direction.OUTPUT)
            .toList();
    return new RecordingEngine(
        engine, outputs, outputs.stream().map(pin -> validOf(pin, outputs)).toList());
  }

  /** The VALID of the channel that an output belongs to, if it has one. */
  private static Optional<Pin> validOf(Pin output, List<Pin> outputs) {
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

  /** {@return the first cycle from {@code from} on that differs; -1 if none} */
  long firstDifference(OutputTrace other, long from) {
    int common = Math.min(cycles, other.cycles);
    for (int cycle = (int) Math.min(from, common); cycle < common; cycle++) {
      if (digests[cycle] != other.digests[cycle]) {
        return cycle;
      }
    }
    return -1;
  }

  /** {@return the first output that differs in the cycle whose values were kept} */
  UninitialisedState.Finding difference(OutputTrace other) {
    for (int i = 0; i < Math.min(names.size(), other.names.size()); i++) {
      if (!values.get(i).equals(other.values.get(i))) {
        return new UninitialisedState.Finding(
            names.get(i), detailCycle, values.get(i), other.values.get(i));
      }
    }
    throw new IllegalStateException("the stimulus is not the same every time");
  }

  private void recordCycle(List<Pin> outputs, List<Optional<Pin>> valids) {
    long digest = 1;
    for (int i = 0; i < outputs.size(); i++) {
      Pin pin = outputs.get(i);
      boolean counts = valids.get(i).map(valid -> valid.get() != 0).orElse(true);
      StringBuilder text = new StringBuilder();
      for (int word = (pin.port().width() - 1) / 64; word >= 0 && counts; word--) {
        digest = (digest ^ pin.word(word)) * 0x9e37_79b9_7f4a_7c15L;
        digest ^= digest >>> 29;
        if (cycles == detailCycle) {
          text.append((text.isEmpty() ? "%x" : "%016x").formatted(pin.word(word)));
        }
      }
      if (cycles == detailCycle) {
        names.add(pin.port().name());
        values.add(text.toString());
      }
    }
    if (cycles == digests.length) {
      digests = Arrays.copyOf(digests, 2 * cycles);
    }
    digests[cycles++] = digest;
  }

  private final class RecordingEngine extends ForwardingEngine {
    private final List<Pin> outputs;
    private final List<Optional<Pin>> valids;

    RecordingEngine(Engine engine, List<Pin> outputs, List<Optional<Pin>> valids) {
      super(engine);
      this.outputs = outputs;
      this.valids = valids;
    }

    @Override
    public void edge(int clock) {
      engine.settle();
      recordCycle(outputs, valids);
      engine.edge(clock);
    }

    @Override
    public void edges(long clocks) {
      engine.settle();
      recordCycle(outputs, valids);
      engine.edges(clocks);
    }
  }
}
