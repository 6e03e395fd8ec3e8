import dev.backplane.rtl.frontend.FrontEndProvider;
import dev.backplane.rtl.harness.axi.AxiProtocol;
import dev.backplane.rtl.harness.ccip.CcipProtocol;
import dev.backplane.rtl.harness.psl.PslProtocol;
import dev.backplane.rtl.ports.BusProtocol;
import org.jspecify.annotations.NullMarked;

/** Netlists, engines, bus models and image build: RTL without plugins or drivers. */
@NullMarked
@SuppressWarnings("module") // of exports to a module that is built later
module dev.backplane.rtl {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.xclbin;
  requires dev.backplane.ffi;
  requires java.compiler;
  requires java.xml;
  requires org.tomlj;
  requires tools.jackson.core;

  exports dev.backplane.rtl;
  exports dev.backplane.rtl.cache;
  exports dev.backplane.rtl.check;
  exports dev.backplane.rtl.coverage;
  exports dev.backplane.rtl.engine;
  exports dev.backplane.rtl.frontend;
  exports dev.backplane.rtl.harness;
  exports dev.backplane.rtl.harness.axi;
  exports dev.backplane.rtl.harness.psl;
  exports dev.backplane.rtl.image;
  exports dev.backplane.rtl.netlist;
  exports dev.backplane.rtl.ports;
  exports dev.backplane.rtl.testing;
  exports dev.backplane.rtl.trace;
  exports dev.backplane.rtl.frontend.macros to
      dev.backplane.rtl.yosys;
  exports dev.backplane.rtl.frontend.text to
      dev.backplane.rtl.yosys;
  exports dev.backplane.rtl.netlist.pass to
      dev.backplane.rtl.yosys;
  exports dev.backplane.rtl.tool to
      dev.backplane.rtl.yosys;

  uses BusProtocol;
  uses FrontEndProvider;

  provides BusProtocol with
      AxiProtocol,
      CcipProtocol,
      PslProtocol;
}
