package dev.backplane.rtl.harness;

import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.ports.BusInterface;
import dev.backplane.rtl.ports.BusInterface.Kind;
import dev.backplane.rtl.ports.KernelPorts;
import org.jspecify.annotations.Nullable;

/** Says of a kernel, before it is put on the bench, whether all its interfaces can be driven. */
final class Drivable {
  private static final int WIDEST = 1024;

  private Drivable() {}

  static void check(KernelPorts ports, ControlProtocol protocol) {
    if (ports.clocks().isEmpty()) {
      throw ports.missing("no clock: looked for an input of one bit with clk or clock in its name");
    }
    if (!ports.streams().isEmpty()) {
      throw ports.missing(
          "streams are not supported yet, and the one called "
              + ports.streams().getFirst().describe()
              + ", would never move");
    }
    for (BusInterface each : ports.interfaces()) {
      if (each.kind() == Kind.AXI4_SLAVE) {
        throw ports.missing(
            each.name() + " is an AXI4 slave with bursts; only AXI4-Lite slaves are supported");
      }
      if (each.kind().isMaster()) {
        checkMaster(ports, each);
      }
    }
    if (protocol != ControlProtocol.AP_CTRL_NONE) {
      checkControl(ports, ports.control());
    }
  }

  private static void checkControl(KernelPorts ports, BusInterface control) {
    if (!control.reads() || !control.writes()) {
      throw ports.missing(control.name() + " must be readable and writable");
    }
    if (control.dataBits() != Integer.SIZE && control.dataBits() != Long.SIZE) {
      throw ports.missing(
          control.name() + " has " + control.dataBits() + "-bit data, not 32 or 64");
    }
    checkWidth(ports, control, "WDATA", control.dataBits());
  }

  private static void checkMaster(KernelPorts ports, BusInterface master) {
    int bits = master.dataBits();
    if (bits < Byte.SIZE || bits > WIDEST || Integer.bitCount(bits) != 1) {
      throw ports.missing(
          master.name() + " has " + bits + "-bit data, not 8, 16, 32 ... " + WIDEST);
    }
    if (master.addressBits() > Long.SIZE || master.idBits() > Long.SIZE) {
      throw ports.missing(master.name() + " has addresses or ids of more than 64 bits");
    }
    checkWidth(ports, master, "WDATA", bits);
    checkWidth(ports, master, "WSTRB", bits / Byte.SIZE);
    checkWidth(ports, master, "BID", width(master.signal("AWID")));
    checkWidth(ports, master, "RID", width(master.signal("ARID")));
  }

  private static void checkWidth(KernelPorts ports, BusInterface bus, String signal, int expected) {
    Port port = bus.signal(signal);
    if (port != null && port.width() != expected) {
      throw ports.missing(
          "%s has %d bits where the rest of %s needs %d"
              .formatted(port.name(), port.width(), bus.name(), expected));
    }
  }

  private static int width(@Nullable Port port) {
    return port == null ? 0 : port.width();
  }
}
