package dev.backplane.rtl.harness.psl;

import dev.backplane.rtl.harness.BusModel;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.KernelEnvironment;
import dev.backplane.rtl.harness.RunControl;
import dev.backplane.rtl.harness.SimulatedProtocol;
import dev.backplane.rtl.harness.Simulation;
import dev.backplane.rtl.harness.SimulationContext;
import dev.backplane.rtl.harness.ports.BusInterface;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.harness.ports.Rule;
import dev.backplane.rtl.netlist.Port;
import java.util.List;
import java.util.stream.Stream;

/**
 * The interface between the power service layer of a coherent card and its accelerator: jobs,
 * contexts, registers, commands with tags and credits, and two buffer channels.
 */
public final class PslProtocol implements SimulatedProtocol {
  /** Creates the protocol; it has no state. */
  public PslProtocol() {}

  @Override
  public String name() {
    return "psl";
  }

  @Override
  public List<BusInterface> match(List<Port> ports) {
    return PslSignals.match(ports);
  }

  @Override
  public List<? extends Rule> rules() {
    return Stream.of(PslRule.values(), DmaRule.values(), LockRule.values())
        .<Rule>flatMap(Stream::of)
        .toList();
  }

  /**
   * {@return the version of the PSL that ports are for: 8, or 9 if they have what is new in it}
   *
   * @param ports those of an accelerator
   */
  public static int version(KernelPorts ports) {
    return ports.interfaces().stream().anyMatch(PslSignals::isPsl9) ? 9 : 8;
  }

  @Override
  public BusInterface control(KernelPorts ports) {
    return ports.interfaces().stream()
        .findFirst()
        .orElseThrow(
            () -> ports.missing("no ports of a PSL: looked for ha_jval, ah_jdone, ah_cvalid ..."));
  }

  @Override
  public void check(KernelPorts ports, ControlProtocol control) {
    PslSignals.check(ports, control(ports));
    if (control != ControlProtocol.USER_MANAGED) {
      throw ports.missing(
          "an accelerator behind a PSL has no registers for %s; say protocol user_managed, and start its jobs"
              .formatted(control));
    }
  }

  @Override
  public KernelEnvironment newEnvironment(KernelPorts ports) {
    return new PslEnvironment();
  }

  @Override
  public BusModel newModel(
      SimulationContext context,
      List<InterfacePins> interfaces,
      ControlProtocol control,
      KernelEnvironment environment) {
    return new PslModel(context, interfaces.getFirst(), (PslEnvironment) environment);
  }

  @Override
  public RunControl newControl(
      Simulation simulation, List<BusModel> models, KernelPorts ports, ControlProtocol control) {
    PslModel model = BusModel.only(models, PslModel.class);
    PslControl made = new PslControl(simulation, model, control(ports).name());
    model.environment().controlledBy(made);
    return made;
  }
}
