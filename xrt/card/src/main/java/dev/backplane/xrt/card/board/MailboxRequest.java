package dev.backplane.xrt.card.board;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** The messages of the mailbox, with the numbers that XRT gives them. */
public enum MailboxRequest {
  /** Tell whether the management function is there. */
  TEST_READY(1, Way.ASKED),
  /** Give a known answer. */
  TEST_READ(2, Way.ASKED),
  /** Keep the image. XRT has the number and no code for it either. */
  LOCK_BITSTREAM(3, Way.NEVER_SERVED),
  /** Let the image go. */
  UNLOCK_BITSTREAM(4, Way.NEVER_SERVED),
  /** Reset the whole card. */
  HOT_RESET(5, Way.ASKED),
  /** The firewall has tripped. */
  FIREWALL(6, Way.POSTED),
  /** Load an image that lies in memory both sides see. */
  LOAD_XCLBIN_KADDR(7, Way.ASKED),
  /** Load the image in this message. */
  LOAD_XCLBIN(8, Way.ASKED),
  /** Set clocks. */
  RECLOCK(9, Way.ASKED),
  /** Tell about clocks, firewall, firmware and flash. */
  PEER_DATA(10, Way.ASKED),
  /** The user function is there. */
  USER_PROBE(11, Way.ASKED),
  /** The management function comes or goes. */
  MGMT_STATE(12, Way.POSTED),
  /** A base image is staged, so the shell will change. */
  CHG_SHELL(13, Way.POSTED),
  /** Start the card from the staged base image. */
  PROGRAM_SHELL(14, Way.ASKED),
  /** Report the address of the card's memory on the PCI bus. This card is on no bus. */
  READ_P2P_BAR_ADDR(15, Way.NEVER_SERVED),
  /** Report the values of the sensors. */
  SDR_DATA(16, Way.ASKED);

  /** The direction of a message: which function sends it, and whether it waits for an answer. */
  enum Way {
    /** The user function, and waits for an answer. */
    ASKED,
    /** The management function, and waits for nothing. */
    POSTED,
    /** The user function could, and is told that nobody serves it. */
    NEVER_SERVED
  }

  private final int number;
  private final Way way;

  MailboxRequest(int number, Way way) {
    this.number = number;
    this.way = way;
  }

  /** {@return its number} */
  public int number() {
    return number;
  }

  Way way() {
    return way;
  }

  /** {@return the message of a name} */
  static Optional<MailboxRequest> named(String name) {
    return Arrays.stream(values()).filter(each -> each.name().equals(name)).findFirst();
  }

  /** {@return the messages that a site can permit or forbid the user function} */
  static Set<MailboxRequest> permittable() {
    EnumSet<MailboxRequest> asked = EnumSet.allOf(MailboxRequest.class);
    asked.removeIf(each -> each.way != Way.ASKED);
    return asked;
  }
}
