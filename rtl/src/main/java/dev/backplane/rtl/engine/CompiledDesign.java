package dev.backplane.rtl.engine;

import dev.backplane.rtl.netlist.Port;
import java.util.List;

/**
 * A design made ready to run. Any number of engines can be made of it, from any thread; each has
 * its own registers and memories. What was generated for it is freed when nothing refers to it or
 * its engines any more, native code when its last engine is closed.
 */
public interface CompiledDesign {
  /** {@return the ports, in the order of the pins of its engines} */
  List<Port> ports();

  /** {@return the clocks, as {@link Engine#clocks()}} */
  List<String> clocks();

  /** {@return a new engine at power-up} */
  Engine newEngine();
}
