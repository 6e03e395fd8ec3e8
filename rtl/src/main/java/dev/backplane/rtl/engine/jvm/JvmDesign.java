package dev.backplane.rtl.engine.jvm;

import dev.backplane.rtl.engine.BytecodeDesign;
import dev.backplane.rtl.engine.Engine;
import dev.backplane.rtl.engine.EngineStatistics;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Port;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;

/** A design compiled to loaded classes. */
final class JvmDesign implements BytecodeDesign {
  private final Netlist netlist;
  private final List<MemoryShape> memories;
  private final WordDesign design;
  private final EngineStatistics statistics;
  private final List<Constructor<? extends Part>> parts = new ArrayList<>();

  JvmDesign(
      Netlist netlist,
      List<MemoryShape> memories,
      WordDesign design,
      EngineStatistics statistics,
      List<byte[]> classes) {
    this.netlist = netlist;
    this.memories = memories;
    this.design = design;
    this.statistics = statistics;
    GeneratedClassLoader loader = new GeneratedClassLoader(classes);
    try {
      for (int i = 0; i < classes.size(); i++) {
        parts.add(loader.part(i).getConstructor(long[].class, long[].class));
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("generated classes do not load", e);
    }
  }

  /** The class loader of the generated classes. */
  ClassLoader loader() {
    return parts.getFirst().getDeclaringClass().getClassLoader();
  }

  @Override
  public List<Port> ports() {
    return netlist.ports();
  }

  @Override
  public List<String> clocks() {
    return netlist.clocks();
  }

  @Override
  public EngineStatistics statistics() {
    return statistics;
  }

  @Override
  public Engine newEngine() {
    long[] pins = new long[design.pinWords()];
    long[] scratch = new long[design.scratchWords()];
    Part[] made = new Part[parts.size()];
    Object[] arrays = new Object[memories.size()];
    for (int i = 0; i < arrays.length; i++) {
      arrays[i] = memories.get(i).powerUp(netlist.memories().get(i));
    }
    try {
      for (int i = 0; i < made.length; i++) {
        made[i] = parts.get(i).newInstance(pins, scratch);
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a generated class has no instance", e);
    }
    for (Part part : made) {
      part.link(made, arrays);
    }
    return new BytecodeEngine(netlist, made, arrays, pins);
  }
}
