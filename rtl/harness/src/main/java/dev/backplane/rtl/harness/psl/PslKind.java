package dev.backplane.rtl.harness.psl;

import dev.backplane.rtl.harness.ports.BusInterface;
import dev.backplane.rtl.harness.ports.BusInterface.Role;

/** The one kind of interface of an accelerator behind a PSL. */
enum PslKind implements BusInterface.Kind {
  /** Job, registers, commands, buffers and responses. */
  PSL;

  @Override
  public Role role() {
    return Role.HOST_LINK;
  }

  @Override
  public int dataBits(BusInterface bus) {
    return bus.width("ha_bwdata");
  }

  @Override
  public int addressBits(BusInterface bus) {
    return bus.width("ah_cea");
  }

  @Override
  public int idBits(BusInterface bus) {
    return bus.width("ah_ctag");
  }

  @Override
  public String toString() {
    return "PSL";
  }
}
