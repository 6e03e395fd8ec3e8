import dev.backplane.rtl.harness.axi.AxiProtocol;
import dev.backplane.rtl.harness.ccip.CcipProtocol;
import dev.backplane.rtl.harness.psl.PslProtocol;
import dev.backplane.rtl.ports.BusProtocol;
import org.jspecify.annotations.NullMarked;

/** Netlists, engines, bus models and image build: RTL without plugins or drivers. */
@NullMarked
module dev.backplane.rtl {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.xclbin;
  requires java.xml;
  requires org.tomlj;
  requires tools.jackson.databind;

  exports dev.backplane.rtl;
  exports dev.backplane.rtl.engine;
  exports dev.backplane.rtl.frontend;
  exports dev.backplane.rtl.harness;
  exports dev.backplane.rtl.image;
  exports dev.backplane.rtl.netlist;
  exports dev.backplane.rtl.ports;
  exports dev.backplane.rtl.trace;

  uses BusProtocol;

  provides BusProtocol with
      AxiProtocol,
      CcipProtocol,
      PslProtocol;
}
