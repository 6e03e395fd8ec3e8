package dev.backplane.rtl.harness;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.ports.BusInterface;
import java.util.List;

/** Whether two streams can be connected. Nothing is converted: what differs must be made to fit. */
public final class StreamFit {
  private StreamFit() {}

  /**
   * Checks both ends of a connection.
   *
   * @param from what to call the end that gives
   * @param out its interface
   * @param to what to call the end that takes
   * @param in its interface
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} that says what differs
   */
  public static void check(String from, BusInterface out, String to, BusInterface in) {
    if (out.kind() != BusInterface.Kind.STREAM_OUT) {
      throw unfit(from, to, from + " is an " + out.kind() + ", which gives no stream");
    }
    if (in.kind() != BusInterface.Kind.STREAM_IN) {
      throw unfit(from, to, to + " is an " + in.kind() + ", which takes no stream");
    }
    if (out.dataBits() != in.dataBits()) {
      throw unfit(
          from,
          to,
          "%s has %d-bit data, %s has %d; put a width converter into one of the kernels"
              .formatted(from, out.dataBits(), to, in.dataBits()));
    }
    for (String signal : List.of("TUSER", "TID", "TDEST")) {
      int given = KernelHarness.width(out, signal);
      int taken = KernelHarness.width(in, signal);
      if (given != 0 && taken != 0 && given != taken) {
        throw unfit(
            from, to, "%s has %d bits of %s, %s has %d".formatted(from, given, signal, to, taken));
      }
    }
  }

  private static RtlException unfit(String from, String to, String why) {
    return new RtlException(
        RtlError.INTERFACE_MISSING,
        "stream " + from + " cannot be connected to " + to + ": " + why);
  }
}
