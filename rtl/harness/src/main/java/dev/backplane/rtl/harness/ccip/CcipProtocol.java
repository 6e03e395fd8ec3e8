package dev.backplane.rtl.harness.ccip;

import dev.backplane.rtl.harness.BusModel;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.KernelEnvironment;
import dev.backplane.rtl.harness.MmioControl;
import dev.backplane.rtl.harness.RunControl;
import dev.backplane.rtl.harness.SimulatedProtocol;
import dev.backplane.rtl.harness.Simulation;
import dev.backplane.rtl.harness.SimulationContext;
import dev.backplane.rtl.harness.ports.BusInterface;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.harness.ports.Rule;
import dev.backplane.rtl.netlist.Port;
import java.util.List;
import java.util.Optional;

/**
 * CCI-P, the core cache interface of OPAE accelerators: reads and writes of host lines whose
 * responses come in any order, almost full, and registers.
 */
public final class CcipProtocol implements SimulatedProtocol {
  /** Creates the protocol; it has no state. */
  public CcipProtocol() {}

  @Override
  public String name() {
    return "ccip";
  }

  @Override
  public List<BusInterface> match(List<Port> ports) {
    return CcipSignals.match(ports);
  }

  @Override
  public Optional<Boolean> resetActiveLow(Port port) {
    return port.name().equalsIgnoreCase(CcipSignals.RESET) ? Optional.of(false) : Optional.empty();
  }

  @Override
  public List<? extends Rule> rules() {
    return List.of(CcipRule.values());
  }

  @Override
  public BusInterface control(KernelPorts ports) {
    return ports.interfaces().stream()
        .findFirst()
        .orElseThrow(
            () -> ports.missing("no ports of CCI-P: looked for pck_cp2af_sRx and pck_af2cp_sTx"));
  }

  @Override
  public void check(KernelPorts ports, ControlProtocol control) {
    CcipSignals.check(ports, control(ports));
    if (control != ControlProtocol.MMIO && control != ControlProtocol.USER_MANAGED) {
      throw ports.missing(
          "an accelerator behind CCI-P has no registers for %s; say protocol mmio or user_managed"
              .formatted(control));
    }
  }

  @Override
  public BusModel newModel(
      SimulationContext context,
      List<InterfacePins> interfaces,
      ControlProtocol control,
      KernelEnvironment environment) {
    return new CcipModel(context, interfaces.getFirst());
  }

  @Override
  public RunControl newControl(
      Simulation simulation, List<BusModel> models, KernelPorts ports, ControlProtocol control) {
    CcipModel model = BusModel.only(models, CcipModel.class);
    return new MmioControl(simulation, model.registerPort(), CcipRule.FEATURE_HEADER);
  }
}
