package dev.backplane.rtl.engine;

import dev.backplane.rtl.netlist.Netlist;

/**
 * A design made ready to run. Any number of engines can be made of it, from any thread; each has
 * its own registers and memories. What was generated for it is freed when nothing refers to it or
 * its engines any more.
 */
public interface CompiledDesign {
  /** {@return the netlist that it was made of} */
  Netlist netlist();

  /** {@return what the compiler made of it, for a person who wants to know} */
  EngineStatistics statistics();

  /** {@return a new engine at power-up} */
  Engine newEngine();
}
