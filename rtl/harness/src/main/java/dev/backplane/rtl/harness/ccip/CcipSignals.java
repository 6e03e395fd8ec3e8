package dev.backplane.rtl.harness.ccip;

import dev.backplane.rtl.harness.ports.BusInterface;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.harness.ports.PortSlice;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Port.Direction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The signals of CCI-P, which are fields of two packed structures: one into the accelerator, one
 * out of it. The first field of a structure is in its highest bits.
 */
final class CcipSignals {
  /** A field of a structure. */
  private record Field(String name, int width) {}

  /** The reset, which is active high. */
  static final String RESET = "pck_cp2af_softReset";

  private static final String RECEIVE = "pck_cp2af_srx";
  private static final String TRANSMIT = "pck_af2cp_stx";

  /** Inputs from the platform beside clocks and reset. */
  private static final List<String> PLATFORM = List.of("pck_cp2af_pwrstate", "pck_cp2af_error");

  private static final List<Field> RX =
      List.of(
          new Field("c0TxAlmFull", 1),
          new Field("c1TxAlmFull", 1),
          // The header of a read response; that of a register request lies in the same bits.
          new Field("c0Rx.hdr", 28),
          new Field("c0Rx.data", 512),
          new Field("c0Rx.rspValid", 1),
          new Field("c0Rx.mmioRdValid", 1),
          new Field("c0Rx.mmioWrValid", 1),
          new Field("c1Rx.hdr", 28),
          new Field("c1Rx.rspValid", 1));

  private static final List<Field> TX =
      List.of(
          new Field("c0Tx.vc_sel", 2),
          new Field("c0Tx.rsvd1", 2),
          new Field("c0Tx.cl_len", 2),
          new Field("c0Tx.req_type", 4),
          new Field("c0Tx.rsvd0", 6),
          new Field("c0Tx.address", 42),
          new Field("c0Tx.mdata", 16),
          new Field("c0Tx.valid", 1),
          // The fields of bytes were reserved before release 1.4.
          new Field("c1Tx.byte_len", 6),
          new Field("c1Tx.vc_sel", 2),
          new Field("c1Tx.sop", 1),
          new Field("c1Tx.mode", 1),
          new Field("c1Tx.cl_len", 2),
          new Field("c1Tx.req_type", 4),
          new Field("c1Tx.byte_start", 6),
          new Field("c1Tx.address", 42),
          new Field("c1Tx.mdata", 16),
          new Field("c1Tx.data", 512),
          new Field("c1Tx.valid", 1),
          new Field("c2Tx.tid", 9),
          new Field("c2Tx.mmioRdValid", 1),
          new Field("c2Tx.data", 64));

  private CcipSignals() {}

  /** {@return the interface that ports form; none if they are not the ports of CCI-P} */
  static List<BusInterface> match(List<Port> ports) {
    Optional<Port> receive = named(ports, RECEIVE);
    Optional<Port> transmit = named(ports, TRANSMIT);
    if (receive.isEmpty() || transmit.isEmpty()) {
      return List.of();
    }
    SequencedMap<String, PortSlice> signals = new LinkedHashMap<>();
    addFields(signals, receive.get(), RX);
    addFields(signals, transmit.get(), TX);
    for (String name : PLATFORM) {
      named(ports, name).ifPresent(port -> signals.put(name, PortSlice.whole(port)));
    }
    return List.of(new BusInterface("ccip", CcipKind.CCIP, signals));
  }

  private static Optional<Port> named(List<Port> ports, String name) {
    return ports.stream()
        .filter(port -> port.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst();
  }

  /** Adds the fields, or the whole port if it has another width than they have. */
  private static void addFields(
      SequencedMap<String, PortSlice> signals, Port port, List<Field> fields) {
    int above = width(fields);
    if (port.width() != above) {
      signals.put(port.name(), PortSlice.whole(port));
      return;
    }
    for (Field field : fields) {
      above -= field.width();
      signals.put(field.name(), new PortSlice(port, above, field.width()));
    }
  }

  private static int width(List<Field> fields) {
    return fields.stream().mapToInt(Field::width).sum();
  }

  /** Requires that the structures have their widths and directions. */
  static void check(KernelPorts ports, BusInterface bus) {
    check(ports, bus, "c0Rx.data", RECEIVE, RX, Direction.INPUT);
    check(ports, bus, "c1Tx.data", TRANSMIT, TX, Direction.OUTPUT);
  }

  private static void check(
      KernelPorts ports,
      BusInterface bus,
      String signal,
      String name,
      List<Field> fields,
      Direction direction) {
    PortSlice slice = bus.signal(signal);
    if (slice == null) {
      int found =
          bus.signals().values().stream()
              .filter(each -> each.port().name().toLowerCase(Locale.ROOT).equals(name))
              .mapToInt(PortSlice::width)
              .findFirst()
              .orElse(0);
      throw ports.missing(
          "%s has %d bits, the structure of CCI-P has %d".formatted(name, found, width(fields)));
    }
    if (slice.direction() != direction) {
      throw ports.missing(slice.port().name() + " goes the wrong way");
    }
  }
}
