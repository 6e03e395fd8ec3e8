package dev.backplane.rtl.engine.verilator;

import dev.backplane.rtl.engine.Pin;
import dev.backplane.rtl.engine.PinBits;
import dev.backplane.rtl.netlist.Port;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** A model in this process: its pins are memory, a cycle is two calls. */
final class InProcessEngine extends ModelEngine {
  private static final Port NO_CLOCK = new Port("none", Port.Direction.INPUT, 1);

  private final NativeDesign design;
  private final ModelLibrary library;
  private final List<NativePin> all;
  private final List<Pin> pins;
  private final List<NativeBits> bits = new ArrayList<>();
  private final NativePin[] clockPins;
  private final int[] active;
  private final int[] idle;

  /** The first clock, which most designs have no other than. */
  private final NativePin first;

  private final int firstActive;
  private final int firstIdle;
  private long model;

  /** Whether the model was evaluated since the last edge. */
  private boolean settled;

  private InProcessEngine(
      NativeDesign design, ModelLibrary library, long model, List<NativePin> all) {
    super(design.top(), design.clocks());
    this.design = design;
    this.library = library;
    this.model = model;
    this.all = List.copyOf(all);
    pins = List.copyOf(all.subList(0, design.ports().size()));
    List<ClockEdge> edges = design.edges();
    clockPins = edges.stream().map(edge -> all.get(edge.pin())).toArray(NativePin[]::new);
    active = edges.stream().mapToInt(ClockEdge::active).toArray();
    idle = edges.stream().mapToInt(ClockEdge::idle).toArray();
    first = edges.isEmpty() ? NativePin.at(NO_CLOCK, 0) : clockPins[0];
    firstActive = edges.isEmpty() ? 0 : active[0];
    firstIdle = edges.isEmpty() ? ClockEdge.STAYS : idle[0];
  }

  /**
   * Makes a model and brings it to power-up.
   *
   * @param design what the engine tells when it closes
   * @param library the code, held for the engine
   * @param entry what is known of it
   * @param seed of the uninitialised state
   */
  static InProcessEngine start(
      NativeDesign design, ModelLibrary library, ModelEntry entry, int seed) {
    long model = library.open(entry.data(), seed);
    List<NativePin> pins = new ArrayList<>();
    for (int i = 0; i < entry.ports().size(); i++) {
      long address = library.pin(model, i);
      // A model that could not be made has no pins; its first evaluation says why.
      NativePin pin = NativePin.at(design.shown(i), address);
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
    if (!library.eval(open())) {
      throw failure(library.message(model));
    }
    settled = true;
  }

  @Override
  public void edge(int clock) {
    if (clock != 0 || firstIdle == ClockEdge.STAYS) {
      super.edge(clock);
      return;
    }
    if (!settled) {
      settle();
    }
    first.level(firstActive);
    settle();
    first.level(firstIdle);
    settled = false;
  }

  @Override
  void pulse(long mask) {
    if (!settled) {
      settle(); // Else the model would not see that the clock was back at its idle level.
    }
    for (long rest = mask; rest != 0; rest &= rest - 1) {
      int clock = Long.numberOfTrailingZeros(rest);
      if (idle[clock] == ClockEdge.STAYS && clockPins[clock].get() == active[clock]) {
        throw outOfTurn(clock);
      }
      clockPins[clock].set(active[clock]);
    }
    // Verilator settles what inputs changed before it looks at clocks: no call of its own for that.
    settle();
    for (long rest = mask; rest != 0; rest &= rest - 1) {
      int clock = Long.numberOfTrailingZeros(rest);
      if (idle[clock] != ClockEdge.STAYS) {
        clockPins[clock].set(idle[clock]);
      }
    }
    settled = false;
  }

  @Override
  public OptionalLong stateHash() {
    return OptionalLong.of(library.state(open()));
  }

  private long open() {
    if (model == 0) {
      throw closed();
    }
    return model;
  }

  @Override
  public void close() {
    if (model != 0) {
      all.forEach(NativePin::disconnect);
      bits.forEach(NativeBits::disconnect);
      library.close(model);
      model = 0;
      design.release(library);
    }
  }
}
