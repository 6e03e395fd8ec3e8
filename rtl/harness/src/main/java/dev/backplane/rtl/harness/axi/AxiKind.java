package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.harness.ports.BusInterface;
import dev.backplane.rtl.harness.ports.BusInterface.Role;
import java.util.List;

/** The kinds of AXI interfaces of kernels. */
enum AxiKind implements BusInterface.Kind {
  /** The kernel reads or writes memory, or both, in bursts. */
  AXI4_MASTER("AXI4 master", Role.MASTER),
  /** The kernel reads or writes memory word by word. */
  AXI4_LITE_MASTER("AXI4-Lite master", Role.MASTER),
  /** The kernel has registers. */
  AXI4_LITE_SLAVE("AXI4-Lite slave", Role.REGISTERS),
  /** The kernel has internal memory that is accessed in bursts. */
  AXI4_SLAVE("AXI4 slave", Role.MEMORY),
  /** The kernel receives a stream. */
  STREAM_IN("AXI4-Stream in", Role.STREAM_IN),
  /** The kernel sends a stream. */
  STREAM_OUT("AXI4-Stream out", Role.STREAM_OUT);

  private static final List<String> READ =
      List.of("ARVALID", "ARREADY", "ARADDR", "RVALID", "RREADY", "RDATA");
  private static final List<String> WRITE =
      List.of("AWVALID", "AWREADY", "AWADDR", "WVALID", "WREADY", "WDATA", "BVALID", "BREADY");

  private final String description;
  private final Role role;

  AxiKind(String description, Role role) {
    this.description = description;
    this.role = role;
  }

  /** The kind of an interface of this protocol. */
  static AxiKind of(BusInterface bus) {
    return (AxiKind) bus.kind();
  }

  /** Tells whether an interface has all signals for reads. */
  static boolean reads(BusInterface bus) {
    return bus.signals().keySet().containsAll(READ);
  }

  /** Tells whether an interface has all signals for writes. */
  static boolean writes(BusInterface bus) {
    return bus.signals().keySet().containsAll(WRITE);
  }

  private boolean isStream() {
    return this == STREAM_IN || this == STREAM_OUT;
  }

  @Override
  public Role role() {
    return role;
  }

  @Override
  public int dataBits(BusInterface bus) {
    return bus.width(isStream() ? "TDATA" : reads(bus) ? "RDATA" : "WDATA");
  }

  @Override
  public int addressBits(BusInterface bus) {
    return Math.max(bus.width("ARADDR"), bus.width("AWADDR"));
  }

  @Override
  public int idBits(BusInterface bus) {
    return isStream() ? bus.width("TID") : Math.max(bus.width("ARID"), bus.width("AWID"));
  }

  @Override
  public int userBits(BusInterface bus) {
    return bus.width("TUSER");
  }

  @Override
  public String restriction(BusInterface bus) {
    return isStream() || reads(bus) == writes(bus) ? "" : reads(bus) ? "read only" : "write only";
  }

  @Override
  public String toString() {
    return description;
  }
}
