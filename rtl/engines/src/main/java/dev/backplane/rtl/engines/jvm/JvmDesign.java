package dev.backplane.rtl.engines.jvm;

import dev.backplane.rtl.engines.BytecodeDesign;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.EngineStatistics;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Port;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A design compiled to loaded classes. */
final class JvmDesign implements BytecodeDesign {
  private final Netlist netlist;
  private final List<MemoryShape> memories;
  private final GeneratedCode code;
  private final GatingPolicy gating;
  private final GeneratedParts plain;
  private final PinAccess access = new PinAccess();
  private @Nullable GeneratedParts gated;

  private JvmDesign(
      Netlist netlist, GeneratedCode code, GatingPolicy gating, GeneratedParts plain) {
    this.netlist = netlist;
    this.memories = netlist.memories().stream().map(MemoryShape::of).toList();
    this.code = code;
    this.gating = gating;
    this.plain = plain;
  }

  /**
   * Loads and verifies the classes of a design.
   *
   * @throws IllegalStateException if a class is missing or another one
   * @throws LinkageError if a class is damaged
   */
  static JvmDesign load(Netlist netlist, GeneratedCode code, GatingPolicy gating) {
    return new JvmDesign(
        netlist,
        code,
        ActivityGates.isPossible(netlist) ? gating : GatingPolicy.NEVER,
        new GeneratedParts(code.classes()));
  }

  /** The class loader of the generated classes. */
  ClassLoader loader() {
    return plain.loader();
  }

  /** The classes that skip what is idle; generated when the first engine wants them. */
  private synchronized GeneratedParts gated() {
    GeneratedParts generated = gated;
    if (generated == null) {
      generated =
          new GeneratedParts(DesignCompiler.generateGated(netlist, gating.limits()).classes());
      gated = generated;
    }
    return generated;
  }

  @Override
  public List<Port> ports() {
    return netlist.ports();
  }

  @Override
  public List<Clock> clocks() {
    return netlist.clocks();
  }

  @Override
  public EngineStatistics statistics() {
    return code.statistics();
  }

  @Override
  public Engine newEngine() {
    long[] pins = new long[code.pinWords()];
    long[] scratch = new long[code.scratchWords()];
    Object[] arrays = new Object[memories.size()];
    for (int i = 0; i < arrays.length; i++) {
      arrays[i] = memories.get(i).powerUp(netlist.memories().get(i));
    }
    Part[] parts = plain.create(pins, scratch, arrays);
    ActivityGating choice =
        new ActivityGating(
            parts,
            gating.unobservedCycles(code.statistics().operations()),
            gating.maxActivity(),
            () -> gated().create(pins, scratch, arrays));
    return new BytecodeEngine(netlist, parts, choice, arrays, pins, access);
  }
}
