package dev.backplane.rtl.harness.ccip;

import dev.backplane.rtl.harness.ports.BusInterface;
import dev.backplane.rtl.harness.ports.BusInterface.Role;

/** The one kind of interface of an accelerator behind CCI-P. */
enum CcipKind implements BusInterface.Kind {
  /** Reads and writes of lines, and registers. */
  CCIP;

  @Override
  public Role role() {
    return Role.HOST_LINK;
  }

  @Override
  public int dataBits(BusInterface bus) {
    return bus.width("c0Rx.data");
  }

  @Override
  public int addressBits(BusInterface bus) {
    return bus.width("c0Tx.address");
  }

  @Override
  public int idBits(BusInterface bus) {
    return bus.width("c0Tx.mdata");
  }

  @Override
  public String toString() {
    return "CCI-P";
  }
}
