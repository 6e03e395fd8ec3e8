package dev.backplane.rtl.simulators.verilator;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Runs a model in a separate process. An edge is sent with the next settle, so that a cycle is one
 * request and its answer.
 */
final class ProcessEngine extends ModelEngine {
  private final ModelProcess process;
  private final List<NativePin> modelPins;
  private final List<Pin> pins;
  private final int[] active;
  private final boolean[] bothEdges;
  private final NativePin[] clockPins;

  /** Edges that were not sent yet. */
  private long pendingEdges;

  /** True if inputs changed since the last request. */
  private boolean inputsChanged = true;

  private long cycle;
  private @Nullable RtlException failure;
  private boolean closed;

  private ProcessEngine(NativeDesign design, ModelProcess process, List<NativePin> all) {
    super(design.top(), design.clocks());
    this.process = process;
    this.modelPins = List.copyOf(all);
    List<Pin> shown = new ArrayList<>();
    for (NativePin pin : all.subList(0, design.ports().size())) {
      boolean input = pin.port().direction() == Port.Direction.INPUT;
      shown.add(input ? new InputPin(pin) : pin);
    }
    pins = List.copyOf(shown);
    List<ClockEdge> edges = design.edges();
    clockPins = edges.stream().map(edge -> all.get(edge.pin())).toArray(NativePin[]::new);
    active = edges.stream().mapToInt(ClockEdge::active).toArray();
    bothEdges = new boolean[active.length];
    for (int i = 0; i < bothEdges.length; i++) {
      bothEdges[i] = edges.get(i).idle() == ClockEdge.BOTH_EDGES;
    }
  }

  /**
   * Starts the process and brings the model to power-up.
   *
   * @param design the design
   * @param entry its model
   * @param host the program that runs the model
   * @param seed the seed of the uninitialised state
   */
  static ProcessEngine start(NativeDesign design, ModelCacheEntry entry, Path host, int seed) {
    ModelProcess process;
    try {
      process =
          new ModelProcess(host, entry, design.edges(), seed, design.options().answerDeadline());
    } catch (IOException e) {
      throw new RtlException(
          RtlError.ENGINE_FAILED,
          "The engine's own process cannot be started: %s. The engine verilator needs none"
              .formatted(e),
          e);
    }
    List<NativePin> pins = new ArrayList<>();
    for (int i = 0; i < entry.ports().size(); i++) {
      pins.add(NativePin.at(design.portOf(i), process.pinAddress(i)));
    }
    ProcessEngine engine = new ProcessEngine(design, process, pins);
    try {
      design.powerUp(pins, entry.asynchronous(), 1);
      engine.settle();
      design.powerUp(pins, entry.asynchronous(), 0);
      engine.inputsChanged = true;
      return engine;
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  /** The number of the process with the model. */
  long pid() {
    return process.pid();
  }

  @Override
  public List<Pin> pins() {
    return pins;
  }

  @Override
  public void settle() {
    if (failure != null || closed) {
      throw failure == null ? closed() : failure;
    }
    if (!inputsChanged && pendingEdges == 0) {
      return;
    }
    requireAnswer(process.cycle(pendingEdges));
    pendingEdges = 0;
    inputsChanged = false;
  }

  private void requireAnswer(ModelProcess.Reply reply) {
    if (reply != ModelProcess.Reply.ANSWERED) {
      RtlException cause = failure(reply);
      failure = cause;
      throw cause;
    }
  }

  @Override
  public OptionalLong stateHash() {
    settle();
    requireAnswer(process.readState());
    return OptionalLong.of(process.stateHash());
  }

  private RtlException failure(ModelProcess.Reply reply) {
    return switch (reply) {
      case TIMED_OUT ->
          new RtlException(
              RtlError.TIMEOUT,
              "Design %s: its process gave no answer in cycle %d within the deadline and was killed. The design may loop without an end"
                  .formatted(top(), cycle));
      case DIED ->
          new RtlException(
              RtlError.ENGINE_FAILED,
              "Design %s: its process %s in cycle %d. Reset the card for a new one; if it dies again, the model is at fault: try the engine jvm"
                  .formatted(top(), process.exitDescription(), cycle));
      case FAILED, ANSWERED -> failure(process.message());
    };
  }

  @Override
  void applyEdges(long mask) {
    if (pendingEdges != 0 || inputsChanged) {
      settle();
    }
    for (long rest = mask; rest != 0; rest &= rest - 1) {
      int clock = Long.numberOfTrailingZeros(rest);
      if (bothEdges[clock]) {
        if (clockPins[clock].get() == active[clock]) {
          throw edgeOutOfTurn(clock);
        }
        clockPins[clock].set(active[clock]);
      }
    }
    pendingEdges = mask;
    cycle++;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      modelPins.forEach(NativePin::disconnect);
      process.close();
    }
  }

  /** An input; a change of it has to be sent to the process. */
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
      inputsChanged = true;
    }

    @Override
    public long word(int index) {
      return memory.word(index);
    }

    @Override
    public void setWord(int index, long value) {
      memory.setWord(index, value);
      inputsChanged = true;
    }
  }
}
