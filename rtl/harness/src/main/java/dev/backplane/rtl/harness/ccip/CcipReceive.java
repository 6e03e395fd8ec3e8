package dev.backplane.rtl.harness.ccip;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.DrivenInput;
import dev.backplane.rtl.harness.InterfacePins;

/**
 * The part of channel c0 into the accelerator, which read responses and register requests share.
 */
final class CcipReceive {
  private final DrivenInput header;
  private final Pin data;
  private final DrivenInput response;
  private final DrivenInput registerRead;
  private final DrivenInput registerWrite;

  CcipReceive(InterfacePins pins) {
    header = pins.output("c0Rx.hdr");
    data = pins.pin("c0Rx.data");
    response = pins.output("c0Rx.rspValid");
    registerRead = pins.output("c0Rx.mmioRdValid");
    registerWrite = pins.output("c0Rx.mmioWrValid");
  }

  /** Gives nothing in the next cycle. */
  void idle() {
    response.set(0);
    registerRead.set(0);
    registerWrite.set(0);
  }

  /** Gives a line. */
  void respond(long headerBits, long[] words) {
    idle();
    header.set(headerBits);
    for (int i = 0; i < words.length; i++) {
      data.setWord(i, words[i]);
    }
    response.set(1);
  }

  /**
   * Requests registers.
   *
   * @param headerBits the header
   * @param read whether it is a read
   * @param words what is written
   * @param count how many of them count
   */
  void request(long headerBits, boolean read, long[] words, int count) {
    idle();
    header.set(headerBits);
    for (int i = 0; i < count; i++) {
      data.setWord(i, words[i]);
    }
    (read ? registerRead : registerWrite).set(1);
  }
}
