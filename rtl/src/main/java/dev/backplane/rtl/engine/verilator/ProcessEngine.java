package dev.backplane.rtl.engine.verilator;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.engine.Pin;
import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A model in a process of its own. An edge waits until the next settle, so that a cycle is one
 * message and its answer.
 */
final class ProcessEngine extends ModelEngine {
  private final ProcessLink link;
  private final List<NativePin> all;
  private final List<Pin> pins;
  private final int[] active;
  private final boolean[] stays;
  private final NativePin[] clockPins;

  /** Edges that the model has not seen yet. */
  private long pending;

  /** Whether the model has not seen the inputs as they are. */
  private boolean disturbed = true;

  private long cycle;
  private @Nullable RtlException failed;
  private boolean closed;

  private ProcessEngine(NativeDesign design, ProcessLink link, List<NativePin> all) {
    super(design.top(), design.clocks());
    this.link = link;
    this.all = List.copyOf(all);
    List<Pin> shown = new ArrayList<>();
    for (NativePin pin : all.subList(0, design.ports().size())) {
      boolean input = pin.port().direction() == Port.Direction.INPUT;
      shown.add(input ? new InputPin(pin) : pin);
    }
    pins = List.copyOf(shown);
    List<ClockEdge> edges = design.edges();
    clockPins = edges.stream().map(edge -> all.get(edge.pin())).toArray(NativePin[]::new);
    active = edges.stream().mapToInt(ClockEdge::active).toArray();
    stays = new boolean[active.length];
    for (int i = 0; i < stays.length; i++) {
      stays[i] = edges.get(i).idle() == ClockEdge.STAYS;
    }
  }

  /**
   * Starts the process and brings the model to power-up.
   *
   * @param design what runs
   * @param entry its model
   * @param host the program
   * @param seed of the uninitialised state
   */
  static ProcessEngine start(NativeDesign design, ModelEntry entry, Path host, int seed) {
    ProcessLink link;
    try {
      link = new ProcessLink(host, entry, design.edges(), seed, design.options().answerDeadline());
    } catch (IOException e) {
      throw new RtlException(
          RtlError.ENGINE_FAILED,
          "The engine's own process cannot be started: %s. The engine verilator needs none"
              .formatted(e),
          e);
    }
    List<NativePin> pins = new ArrayList<>();
    for (int i = 0; i < entry.ports().size(); i++) {
      pins.add(NativePin.at(design.shown(i), link.pin(i)));
    }
    ProcessEngine engine = new ProcessEngine(design, link, pins);
    try {
      design.powerUp(pins, entry.asynchronous(), 1);
      engine.settle();
      design.powerUp(pins, entry.asynchronous(), 0);
      engine.disturbed = true;
      return engine;
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  /** The process with the model. */
  long pid() {
    return link.pid();
  }

  @Override
  public List<Pin> pins() {
    return pins;
  }

  @Override
  public void settle() {
    if (failed != null || closed) {
      throw failed == null ? closed() : failed;
    }
    if (!disturbed && pending == 0) {
      return;
    }
    insist(link.ask(pending));
    pending = 0;
    disturbed = false;
  }

  private void insist(ProcessLink.End end) {
    if (end != ProcessLink.End.ANSWERED) {
      RtlException failure = failure(end);
      failed = failure;
      throw failure;
    }
  }

  @Override
  public OptionalLong stateHash() {
    settle();
    insist(link.askState());
    return OptionalLong.of(link.state());
  }

  private RtlException failure(ProcessLink.End end) {
    return switch (end) {
      case LATE ->
          new RtlException(
              RtlError.TIMEOUT,
              "Design %s: its process gave no answer in cycle %d within the deadline and was killed. The design may loop without an end"
                  .formatted(top(), cycle));
      case DIED ->
          new RtlException(
              RtlError.ENGINE_FAILED,
              "Design %s: its process %s in cycle %d. Reset the card for a new one; if it dies again, the model is at fault: try the engine jvm"
                  .formatted(top(), link.obituary(), cycle));
      case FAILED, ANSWERED -> failure(link.message());
    };
  }

  @Override
  void pulse(long mask) {
    if (pending != 0 || disturbed) {
      settle();
    }
    for (long rest = mask; rest != 0; rest &= rest - 1) {
      int clock = Long.numberOfTrailingZeros(rest);
      if (stays[clock]) {
        if (clockPins[clock].get() == active[clock]) {
          throw outOfTurn(clock);
        }
        clockPins[clock].set(active[clock]);
      }
    }
    pending = mask;
    cycle++;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      all.forEach(NativePin::disconnect);
      link.close();
    }
  }

  /** An input, which the model has to be told about. */
  private final class InputPin implements Pin {
    private final NativePin memory;

    InputPin(NativePin memory) {
      this.memory = memory;
    }

    @Override
    public Port port() {
      return memory.port();
    }

    @Override
    public long get() {
      return memory.get();
    }

    @Override
    public void set(long value) {
      memory.set(value);
      disturbed = true;
    }

    @Override
    public long word(int index) {
      return memory.word(index);
    }

    @Override
    public void setWord(int index, long value) {
      memory.setWord(index, value);
      disturbed = true;
    }
  }
}
