package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.harness.BusModel;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.KernelEnvironment;
import dev.backplane.rtl.harness.MmioControl;
import dev.backplane.rtl.harness.RegisterPort;
import dev.backplane.rtl.harness.RunControl;
import dev.backplane.rtl.harness.SimulatedProtocol;
import dev.backplane.rtl.harness.Simulation;
import dev.backplane.rtl.harness.SimulationContext;
import dev.backplane.rtl.harness.ports.BusInterface;
import dev.backplane.rtl.harness.ports.BusProtocol;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.harness.ports.Rule;
import dev.backplane.rtl.netlist.Port;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * AXI4, AXI4-Lite and AXI4-Stream: memory at the masters of a kernel, a master at its registers,
 * queues at its streams, and control through registers ({@code ap_ctrl_*}, or those of an
 * accelerator of OPAE).
 */
public final class AxiProtocol implements SimulatedProtocol {
  private static final String USUAL_CONTROL = "s_axi_control";

  /** Creates the protocol; it has no state. */
  public AxiProtocol() {}

  @Override
  public String name() {
    return BusProtocol.DEFAULT;
  }

  @Override
  public List<BusInterface> match(List<Port> ports) {
    return PortGrouping.group(ports);
  }

  @Override
  public List<? extends Rule> rules() {
    return List.of(AxiRule.values());
  }

  /**
   * The interface in the description, or s_axi_control, or the only one with control in its name,
   * or the only one.
   */
  @Override
  public BusInterface control(KernelPorts ports) {
    List<BusInterface> found = ports.slaves();
    if (ports.wiring().control().isPresent()) {
      String name = ports.wiring().control().get();
      return found.stream()
          .filter(each -> each.name().equalsIgnoreCase(name))
          .findFirst()
          .orElseThrow(
              () -> ports.missing("no AXI4-Lite slave '" + name + "' for its control registers"));
    }
    if (found.size() > 1) {
      List<BusInterface> exact =
          found.stream().filter(each -> each.name().equalsIgnoreCase(USUAL_CONTROL)).toList();
      found =
          exact.isEmpty()
              ? found.stream()
                  .filter(each -> each.name().toLowerCase(Locale.ROOT).contains("control"))
                  .toList()
              : exact;
      if (found.size() != 1) {
        throw ports.missing(
            "which of its AXI4-Lite slaves has the control registers is unclear; name one of them"
                + " s_axi_control, or say \"control\": NAME in the manifest");
      }
    }
    if (found.size() == 1) {
      return found.getFirst();
    }
    throw ports.missing(
        "no AXI4-Lite slave for its control registers: looked for a group of ports NAME_awvalid"
            + " (input), NAME_awready, NAME_araddr, NAME_rdata ... without NAME_arlen");
  }

  @Override
  public void checkLink(String from, BusInterface out, String to, BusInterface in) {
    StreamCompatibility.check(from, out, to, in);
  }

  @Override
  public void check(KernelPorts ports, ControlProtocol control) {
    InterfaceChecks.check(ports, control);
  }

  @Override
  public KernelEnvironment newEnvironment(KernelPorts ports) {
    return new AxiStreams(ports);
  }

  @Override
  public BusModel newModel(
      SimulationContext context,
      List<InterfacePins> interfaces,
      ControlProtocol control,
      KernelEnvironment environment) {
    return new AxiModel(context, interfaces, control, (AxiStreams) environment);
  }

  @Override
  public @Nullable RunControl newControl(
      Simulation simulation, List<BusModel> models, KernelPorts ports, ControlProtocol control) {
    if (control == ControlProtocol.AP_CTRL_NONE && ports.slaves().size() != 1) {
      return null;
    }
    String name = ports.control().name().toLowerCase(Locale.ROOT);
    RegisterPort registers =
        models.stream()
            .map(model -> model.registers().get(name))
            .filter(Objects::nonNull)
            .findFirst()
            .orElseThrow();
    if (control == ControlProtocol.MMIO) {
      return new MmioControl(simulation, registers, AxiRule.FEATURE_HEADER);
    }
    return new RegisterControl(
        simulation, (AxiLiteMaster) registers, control, ports.interrupt() != null);
  }
}
