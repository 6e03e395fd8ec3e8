package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.ports.BusInterface;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.harness.ports.PortSlice;
import dev.backplane.rtl.netlist.Port.Direction;
import java.util.List;

/** Checks that the harness has models for all interfaces of a kernel. */
final class InterfaceChecks {
  private static final int WIDEST = 1024;

  private InterfaceChecks() {}

  static void check(KernelPorts ports, ControlProtocol protocol) {
    for (BusInterface each : ports.interfaces()) {
      switch (AxiKind.of(each)) {
        case AXI4_MASTER, AXI4_LITE_MASTER -> checkMaster(ports, each);
        case AXI4_LITE_SLAVE -> checkSlave(ports, each);
        case STREAM_IN, STREAM_OUT -> checkStream(ports, each);
        case AXI4_SLAVE ->
            throw ports.missing(
                each.name() + " is an AXI4 slave with bursts; only AXI4-Lite slaves are supported");
      }
    }
    if (protocol != ControlProtocol.AP_CTRL_NONE) {
      ports.control();
    }
    if (protocol == ControlProtocol.MMIO) {
      ports.masters().forEach(master -> checkUser(ports, master));
    }
  }

  private static void checkSlave(KernelPorts ports, BusInterface slave) {
    if (!AxiKind.reads(slave) || !AxiKind.writes(slave)) {
      throw ports.missing(slave.name() + " must be readable and writable");
    }
    if (slave.dataBits() != Integer.SIZE && slave.dataBits() != Long.SIZE) {
      throw ports.missing(slave.name() + " has " + slave.dataBits() + "-bit data, not 32 or 64");
    }
    checkWidth(ports, slave, "WDATA", slave.dataBits());
    checkWidth(ports, slave, "WSTRB", slave.dataBits() / Byte.SIZE);
    checkResponses(ports, slave);
  }

  private static void checkStream(KernelPorts ports, BusInterface stream) {
    Direction forward = stream.isStreamIn() ? Direction.INPUT : Direction.OUTPUT;
    stream
        .signals()
        .forEach(
            (signal, port) -> {
              if ((port.direction() == forward) == signal.equals("TREADY")) {
                throw ports.missing(
                    "%s goes the wrong way for %s, an %s"
                        .formatted(port.name(), stream.name(), stream.kind()));
              }
            });
    int lanes = (stream.dataBits() + Byte.SIZE - 1) / Byte.SIZE;
    checkWidth(ports, stream, "TVALID", 1);
    checkWidth(ports, stream, "TREADY", 1);
    checkWidth(ports, stream, "TLAST", 1);
    checkWidth(ports, stream, "TKEEP", lanes);
    checkWidth(ports, stream, "TSTRB", lanes);
    for (String signal : List.of("TID", "TDEST")) {
      if (stream.width(signal) > Long.SIZE) {
        throw ports.missing(stream.name() + " has more than 64 bits of " + signal);
      }
    }
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
    checkWidth(ports, master, "BID", master.width("AWID"));
    checkWidth(ports, master, "RID", master.width("ARID"));
    for (String channel : List.of("AR", "AW")) {
      if (master.width(channel + "LEN") > Byte.SIZE) {
        throw ports.missing(master.name() + " has more than 8 bits of " + channel + "LEN");
      }
      checkWidth(ports, master, channel + "SIZE", 3);
      checkWidth(ports, master, channel + "BURST", 2);
    }
    checkResponses(ports, master);
  }

  /** On a host channel of OPAE, answers carry USER of their requests. */
  private static void checkUser(KernelPorts ports, BusInterface master) {
    for (String request : List.of("AR", "AW")) {
      int bits = master.width(request + "USER");
      if (bits > Long.SIZE) {
        throw ports.missing(master.name() + " has more than 64 bits of " + request + "USER");
      }
      String answer = request.equals("AR") ? "RUSER" : "BUSER";
      if (bits > 0) {
        checkWidth(ports, master, answer, bits);
      }
    }
  }

  private static void checkResponses(KernelPorts ports, BusInterface bus) {
    checkWidth(ports, bus, "BRESP", 2);
    checkWidth(ports, bus, "RRESP", 2);
    checkWidth(ports, bus, "WLAST", 1);
    checkWidth(ports, bus, "RLAST", 1);
    for (String channel : List.of("AR", "AW", "R", "W", "B")) {
      checkWidth(ports, bus, channel + "VALID", 1);
      checkWidth(ports, bus, channel + "READY", 1);
    }
  }

  private static void checkWidth(KernelPorts ports, BusInterface bus, String signal, int expected) {
    PortSlice port = bus.signal(signal);
    if (port != null && port.width() != expected) {
      throw ports.missing(
          "%s has %d bits where the rest of %s needs %d"
              .formatted(port.name(), port.width(), bus.name(), expected));
    }
  }
}
