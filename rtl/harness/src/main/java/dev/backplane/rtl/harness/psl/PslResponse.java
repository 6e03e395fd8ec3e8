package dev.backplane.rtl.harness.psl;

/** The response of a PSL to a command, by the code on {@code ha_response}. */
public enum PslResponse {
  /** It was done. */
  DONE(0),
  /** The address cannot be translated, or not for this access. */
  AERROR(1),
  /** The data are bad. */
  DERROR(3),
  /** The lock is not given, is not there, or was lost. */
  NLOCK(4),
  /** The reservation was lost. */
  NRES(5),
  /** The context is flushing, after an error, until a RESTART. */
  FLUSHED(6),
  /** The access failed on the bus. */
  FAULT(7),
  /** The command was wrong: its code, size, alignment, parity, credit or interrupt. */
  FAILED(8),
  /** The translation takes time: RESTART, and try again. */
  PAGED(10),
  /** There is no such context. */
  CONTEXT(11),
  /** A compare-and-swap found its operand equal; PSL9. */
  COMP_EQ(12),
  /** A compare-and-swap found its operand different; PSL9. */
  COMP_NEQ(13),
  /** A compare-and-swap was wrong; PSL9. */
  CAS_INV(14),
  /** No itag is free, or there is no such itag; PSL9. */
  XLAT_NO_ITAG(15);

  private final int code;

  PslResponse(int code) {
    this.code = code;
  }

  /** {@return whether the command was made} */
  public boolean isMade() {
    return this == DONE || this == COMP_EQ || this == COMP_NEQ;
  }

  /** {@return its code} */
  public int code() {
    return code;
  }
}
