package dev.backplane.rtl.simulators.verilator;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.engines.PinBits;
import dev.backplane.rtl.netlist.Port;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Runs a model in this process: its pins are memory, and a cycle is two native calls. */
final class InProcessEngine extends ModelEngine {
  private static final Port NO_CLOCK = new Port("none", Port.Direction.INPUT, 1);

  private final NativeDesign design;
  private final ModelLibrary library;
  private final List<NativePin> modelPins;
  private final List<Pin> pins;
  private final List<NativeBits> bits = new ArrayList<>();
  private final NativePin[] clockPins;
  private final int[] active;
  private final int[] idle;

  /** The first clock; most designs have no other. */
  private final NativePin firstClock;

  private final int firstActive;
  private final int firstIdle;
  private long model;

  /** True if the model was evaluated since the last edge. */
  private boolean settled;

  private InProcessEngine(
      NativeDesign design, ModelLibrary library, long model, List<NativePin> all) {
    super(design.top(), design.clocks());
    this.design = design;
    this.library = library;
    this.model = model;
    this.modelPins = List.copyOf(all);
    pins = List.copyOf(all.subList(0, design.ports().size()));
    List<ClockEdge> edges = design.edges();
    clockPins = edges.stream().map(edge -> all.get(edge.pin())).toArray(NativePin[]::new);
    active = edges.stream().mapToInt(ClockEdge::active).toArray();
    idle = edges.stream().mapToInt(ClockEdge::idle).toArray();
    firstClock = edges.isEmpty() ? NativePin.at(NO_CLOCK, 0) : clockPins[0];
    firstActive = edges.isEmpty() ? 0 : active[0];
    firstIdle = edges.isEmpty() ? ClockEdge.BOTH_EDGES : idle[0];
  }

  /**
   * Creates a model and brings it to power-up.
   *
   * @param design the design, which is told when the engine closes
   * @param library the loaded library, acquired for the engine
   * @param entry the description of the model
   * @param seed the seed of the uninitialised state
   */
  static InProcessEngine start(
      NativeDesign design, ModelLibrary library, ModelCacheEntry entry, int seed) {
    long model = library.open(entry.data(), seed);
    List<NativePin> pins = new ArrayList<>();
    for (int i = 0; i < entry.ports().size(); i++) {
      long address = library.pin(model, i);
      // A model that could not be created has no pins; its first evaluation reports the reason.
      NativePin pin = NativePin.at(design.portOf(i), address);
      if (address == 0) {
        pin.disconnect();
      }
      pins.add(pin);
    }
    InProcessEngine engine = new InProcessEngine(design, library, model, pins);
    design.powerUp(pins, entry.asynchronous(), 1);
    if (!library.firstEval(model)) {
      RuntimeException failure = engine.failure(library.message(model));
      engine.close();
      throw failure;
    }
    design.powerUp(pins, entry.asynchronous(), 0);
    return engine;
  }

  @Override
  public List<Pin> pins() {
    return pins;
  }

  @Override
  public PinBits bits(List<Pin> some) {
    if (!pins.containsAll(some)) {
      return super.bits(some);
    }
    NativeBits together = new NativeBits(some);
    bits.add(together);
    return together;
  }

  @Override
  public void settle() {
    if (!library.eval(requireModel())) {
      throw failure(library.message(model));
    }
    settled = true;
  }

  @Override
  public void edge(int clock) {
    if (clock != 0 || firstIdle == ClockEdge.BOTH_EDGES) {
      super.edge(clock);
      return;
    }
    if (!settled) {
      settle();
    }
    firstClock.setLevel(firstActive);
    settle();
    firstClock.setLevel(firstIdle);
    settled = false;
  }

  @Override
  void applyEdges(long mask) {
    if (!settled) {
      settle(); // Otherwise the model would not see that the clock returned to its idle level.
    }
    for (long rest = mask; rest != 0; rest &= rest - 1) {
      int clock = Long.numberOfTrailingZeros(rest);
      if (idle[clock] == ClockEdge.BOTH_EDGES && clockPins[clock].get() == active[clock]) {
        throw edgeOutOfTurn(clock);
      }
      clockPins[clock].set(active[clock]);
    }
    // Verilator evaluates changed inputs before it samples clocks, so no separate call is needed.
    settle();
    for (long rest = mask; rest != 0; rest &= rest - 1) {
      int clock = Long.numberOfTrailingZeros(rest);
      if (idle[clock] != ClockEdge.BOTH_EDGES) {
        clockPins[clock].set(idle[clock]);
      }
    }
    settled = false;
  }

  @Override
  public OptionalLong stateHash() {
    return OptionalLong.of(library.stateHash(requireModel()));
  }

  private long requireModel() {
    if (model == 0) {
      throw closed();
    }
    return model;
  }

  @Override
  public void close() {
    if (model != 0) {
      modelPins.forEach(NativePin::disconnect);
      bits.forEach(NativeBits::disconnect);
      library.close(model);
      model = 0;
      design.release(library);
    }
  }
}
