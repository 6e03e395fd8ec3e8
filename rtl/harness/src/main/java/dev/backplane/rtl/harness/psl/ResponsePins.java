package dev.backplane.rtl.harness.psl;

import dev.backplane.rtl.harness.DrivenInput;
import dev.backplane.rtl.harness.InterfacePins;

/** The pins of responses: each is given for one cycle. */
final class ResponsePins {
  private final DrivenInput valid;
  private final DrivenInput tagPin;
  private final DrivenInput tagParity;
  private final DrivenInput code;
  private final DrivenInput credits;
  private final DrivenInput itagPin;
  private final DrivenInput itagParity;

  ResponsePins(InterfacePins pins) {
    valid = pins.output("ha_rvalid");
    tagPin = pins.output("ha_rtag");
    tagParity = pins.output("ha_rtagpar");
    code = pins.output("ha_response");
    credits = pins.output("ha_rcredits");
    itagPin = pins.output("ha_rditag");
    itagParity = pins.output("ha_rditagpar");
  }

  /** Gives none. */
  void clear() {
    valid.set(0);
  }

  void give(int tag, PslResponse response, int given, int itag) {
    valid.set(1);
    tagPin.set(tag);
    tagParity.set(Parity.odd(tag));
    code.set(response.code());
    credits.set(given);
    itagPin.set(itag);
    itagParity.set(Parity.odd(itag));
  }
}
