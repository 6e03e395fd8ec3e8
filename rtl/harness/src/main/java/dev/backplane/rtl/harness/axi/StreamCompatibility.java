package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.ports.BusInterface;
import java.util.List;

/** Checks whether two streams can be connected. Nothing is converted: the signals have to match. */
final class StreamCompatibility {
  private StreamCompatibility() {}

  /**
   * Checks a connection.
   *
   * @param from the name of the transmitting end
   * @param out its interface
   * @param to the name of the receiving end
   * @param in its interface
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} with the difference
   */
  static void check(String from, BusInterface out, String to, BusInterface in) {
    if (!out.isStreamOut()) {
      throw incompatible(from, to, from + " is an " + out.kind() + ", which gives no stream");
    }
    if (!in.isStreamIn()) {
      throw incompatible(from, to, to + " is an " + in.kind() + ", which takes no stream");
    }
    if (out.dataBits() != in.dataBits()) {
      throw incompatible(
          from,
          to,
          "%s has %d-bit data, %s has %d; put a width converter into one of the kernels"
              .formatted(from, out.dataBits(), to, in.dataBits()));
    }
    for (String signal : List.of("TUSER", "TID", "TDEST")) {
      int given = out.width(signal);
      int taken = in.width(signal);
      if (given != 0 && taken != 0 && given != taken) {
        throw incompatible(
            from, to, "%s has %d bits of %s, %s has %d".formatted(from, given, signal, to, taken));
      }
    }
  }

  private static RtlException incompatible(String from, String to, String why) {
    return new RtlException(
        RtlError.INTERFACE_MISSING,
        "stream " + from + " cannot be connected to " + to + ": " + why);
  }
}
