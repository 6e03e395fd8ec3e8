import dev.backplane.rtl.harness.axi.AxiProtocol;
import dev.backplane.rtl.harness.ccip.CcipProtocol;
import dev.backplane.rtl.harness.ports.BusProtocol;
import dev.backplane.rtl.harness.psl.PslProtocol;
import org.jspecify.annotations.NullMarked;

/** The models around a design: buses, memories, rules, watchdogs. */
@NullMarked
module dev.backplane.rtl.harness {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.rtl.engines;

  exports dev.backplane.rtl.harness;
  exports dev.backplane.rtl.harness.axi;
  exports dev.backplane.rtl.harness.ports;
  exports dev.backplane.rtl.harness.psl;

  uses BusProtocol;

  provides BusProtocol with
      AxiProtocol,
      CcipProtocol,
      PslProtocol;
}
