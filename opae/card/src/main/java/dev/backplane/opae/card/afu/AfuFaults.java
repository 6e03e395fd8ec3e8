package dev.backplane.opae.card.afu;

import dev.backplane.opae.card.AfuFault;
import dev.backplane.rtl.base.RtlException;

/** Converts exceptions to faults. */
final class AfuFaults {
  private AfuFaults() {}

  static AfuFault of(Throwable thrown) {
    if (thrown instanceof AfuFault fault) {
      return fault;
    }
    AfuFault.Kind kind = AfuFault.Kind.FAILED;
    String text = thrown.toString();
    if (thrown instanceof RtlException rtl) {
      text = String.valueOf(rtl.getMessage());
      kind =
          switch (rtl.error()) {
            case PROTOCOL_VIOLATION, ADDRESS_FAULT -> AfuFault.Kind.REQUEST;
            case NO_PROGRESS, TIMEOUT -> AfuFault.Kind.NO_ANSWER;
            default -> AfuFault.Kind.FAILED;
          };
    }
    AfuFault fault = new AfuFault(kind, text);
    fault.initCause(thrown);
    return fault;
  }
}
