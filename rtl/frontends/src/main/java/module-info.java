import dev.backplane.rtl.frontends.FrontEndProvider;
import org.jspecify.annotations.NullMarked;

/** The front ends: they elaborate Verilog and VHDL to netlists. */
@NullMarked
@SuppressWarnings("module") // of exports to modules that are built later
module dev.backplane.rtl.frontends {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.rtl.netlist;
  requires dev.backplane.xclbin;
  requires java.xml;
  requires tools.jackson.core;

  exports dev.backplane.rtl.frontends;
  exports dev.backplane.rtl.frontends.macros to
      dev.backplane.rtl.yosys;
  exports dev.backplane.rtl.frontends.text to
      dev.backplane.rtl.simulators,
      dev.backplane.rtl.yosys;
  exports dev.backplane.rtl.frontends.verilator to
      dev.backplane.rtl.simulators;
  exports dev.backplane.rtl.frontends.vhdl to
      dev.backplane.rtl.simulators;

  uses FrontEndProvider;
}
