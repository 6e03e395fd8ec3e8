package dev.backplane.rtl.harness;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.ports.BusProtocol;
import dev.backplane.rtl.harness.ports.KernelPorts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A protocol that the harness can drive: it has models for its interfaces, and a control. */
public interface SimulatedProtocol extends BusProtocol {
  /**
   * Checks that there are models for all interfaces of a kernel.
   *
   * @param ports the ports of the kernel
   * @param control how the kernel is controlled
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} with what is missing
   */
  void check(KernelPorts ports, ControlProtocol control);

  /**
   * Creates what outlives the resets of a kernel.
   *
   * @param ports the ports of the kernel
   * @return its environment, of the protocol's own type
   */
  default KernelEnvironment newEnvironment(KernelPorts ports) {
    return KernelEnvironment.EMPTY;
  }

  /**
   * Creates the model of the interfaces on one clock.
   *
   * @param context the context of the clock
   * @param interfaces the pins of the interfaces, at least one
   * @param control how the kernel is controlled
   * @param environment that of the kernel
   * @return the model
   */
  BusModel newModel(
      SimulationContext context,
      List<InterfacePins> interfaces,
      ControlProtocol control,
      KernelEnvironment environment);

  /**
   * Creates the control of a kernel.
   *
   * @param simulation the simulation of the kernel
   * @param models the models of all clocks
   * @param ports the ports of the kernel
   * @param control how the kernel is controlled
   * @return the control, or null if the kernel has neither control registers nor a start
   */
  @Nullable RunControl newControl(
      Simulation simulation, List<BusModel> models, KernelPorts ports, ControlProtocol control);

  /**
   * {@return the protocol of a kernel, if the harness can drive it}
   *
   * @param ports the ports of the kernel
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} if there are no models for it
   */
  static SimulatedProtocol of(KernelPorts ports) {
    if (ports.protocol() instanceof SimulatedProtocol protocol) {
      return protocol;
    }
    throw ports.missing("there are no models for protocol " + ports.protocol().name());
  }
}
