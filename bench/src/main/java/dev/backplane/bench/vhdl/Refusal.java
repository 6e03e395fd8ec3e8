package dev.backplane.bench.vhdl;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;

/** Makes the errors of the front end: place first, then what is wrong, then what to do. */
final class Refusal {
  private Refusal() {}

  /** The source is not VHDL, or means nothing. */
  static RtlException invalid(Place place, String message) {
    return new RtlException(RtlError.SOURCE_INVALID, place + ": " + message);
  }

  /** The source is VHDL that is not read. */
  static RtlException unsupported(Place place, String message) {
    return new RtlException(RtlError.SOURCE_UNSUPPORTED, place + ": " + message);
  }
}
