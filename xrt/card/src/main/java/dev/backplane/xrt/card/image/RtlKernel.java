package dev.backplane.xrt.card.image;

import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.trace.PinFilter;
import dev.backplane.rtl.engines.trace.Probes;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.images.ImageKernel;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.simulators.EngineKind;
import java.util.List;

/** A kernel in RTL, compiled once for all of its compute units. */
public final class RtlKernel implements KernelCode {
  private final String name;
  private final KernelPorts ports;
  private final ControlProtocol protocol;
  private final EngineKind engine;
  private final CompiledDesign design;
  private final Netlist netlist;

  /**
   * Compiles a kernel.
   *
   * @param image the kernel in the image
   * @param engine what runs it
   */
  RtlKernel(ImageKernel image, EngineKind engine) {
    this.engine = engine;
    name = image.name();
    ports = image.ports();
    protocol = image.protocol();
    netlist = image.netlist();
    design = engine.compile(netlist);
  }

  @Override
  public boolean isShort() {
    return false;
  }

  public String name() {
    return name;
  }

  public KernelPorts ports() {
    return ports;
  }

  public ControlProtocol protocol() {
    return protocol;
  }

  /** {@return the design, with more pins that show registers if any are asked for} */
  public CompiledDesign design(List<String> registers) {
    return registers.isEmpty()
        ? design
        : engine.compile(Probes.add(netlist, new PinFilter(registers)));
  }
}
