package dev.backplane.rtl.harness.ccip;

import dev.backplane.rtl.harness.ports.Rule;

/** The rules of CCI-P that an accelerator can violate, and the remedy for each. */
enum CcipRule implements Rule {
  /** A valid bit in reset, or before the first edge after it. */
  QUIET_IN_RESET(true, "Reset the register behind each valid bit, and raise it only after a clock"),
  /** Too many requests after almost full. */
  ALMOST_FULL(false, "Stop within 8 requests of a channel when its almost full is high"),
  /** A request type that does not exist, or that has no model. */
  REQUEST_TYPE(
      false,
      "Read with eREQ_RDLINE_I or _S (0, 1), or eREQ_RDLSPEC_I or _S (2, 3); write with"
          + " eREQ_WRLINE_I, _M or eREQ_WRPUSH_I (0 to 2), eREQ_WRFENCE (4) or eREQ_INTR (6)"),
  /** A length other than 1, 2 or 4 lines. */
  REQUEST_LENGTH(false, "Give cl_len as 0, 1 or 3, for 1, 2 or 4 lines"),
  /** An address that is not a multiple of the length. */
  REQUEST_ALIGNMENT(false, "Align the address of a request to its number of lines"),
  /** Reserved bits that are not 0; as a warning, they are ignored. */
  RESERVED_BITS(true, "Drive the reserved bits of a header at 0"),
  /** A packet of writes without its start, or with other addresses than those that follow. */
  WRITE_PACKET(
      false,
      "Begin a packet with sop, give its lines one after the other, each with the next address and"
          + " the type of the first"),
  /** Fields of a later line that differ from those of the first, which count. */
  PACKET_FIELDS(true, "Give the lines of a packet with the cl_len, mdata and vc_sel of the first"),
  /** Bytes of a line that are not in it, or in a packet of several lines. */
  BYTE_RANGE(
      false,
      "Write bytes of a single line, with byte_len at least 1 and byte_start and byte_len together"
          + " at most 64"),
  /** The mdata of a request that is outstanding, which an accelerator can need or not. */
  TAG_REUSED(
      true, "Use an mdata again only after its response, unless nothing depends on whose it is"),
  /** A response to a register read that nothing asked for; as a warning, it is ignored. */
  MMIO_RESPONSE(true, "Answer each read of a register once, with the tid of its request"),
  /** No header of an accelerator at address 0. */
  FEATURE_HEADER(
      true,
      "Answer a read at 0 with a feature header: 1 in bits 63 to 60; and with the identifier of the"
          + " accelerator at 8 and 16");

  private final boolean warnable;
  private final String remedy;

  CcipRule(boolean warnable, String remedy) {
    this.warnable = warnable;
    this.remedy = remedy;
  }

  @Override
  public String remedy() {
    return remedy;
  }

  @Override
  public boolean canBeWarning() {
    return warnable;
  }

  @Override
  public boolean isOnlyWarnedOf() {
    return this == PACKET_FIELDS || this == TAG_REUSED;
  }
}
