package dev.backplane.rtl.engines;

import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Port;
import java.util.List;

/**
 * A compiled design. Any thread can create any number of engines from it; each has its own
 * registers and memories. Generated classes are unloaded when the design and its engines are
 * unreachable, native code when the last engine is closed.
 */
public interface CompiledDesign {
  /** {@return the ports, in the order of the pins of its engines} */
  List<Port> ports();

  /** {@return the clocks, as {@link Engine#clocks()}} */
  List<Clock> clocks();

  /** {@return a new engine at power-up} */
  Engine newEngine();
}
