package dev.backplane.rtl.harness.psl;

import dev.backplane.rtl.harness.ports.Rule;

/** The rules of the interface between a PSL and an accelerator, and the remedy for each. */
enum PslRule implements Rule {
  /** A command before START, during a RESET, or after the end of the job. */
  RUNNING(false, "Raise ah_jrunning after START, and give commands only while it is high"),
  /** A command without a credit. */
  CREDITS(
      false,
      "Begin with ha_croom credits, take one for a command, and add ha_rcredits of a response"),
  /** A tag that is outstanding already. */
  TAGS(false, "Use a tag again only after its response"),
  /** A command that does not exist, or that has no model. */
  COMMAND_CODE(false, "Give ah_com a code of the interface, for example 0x0A00 or 0x0D00"),
  /** A size that is not a power of 2 up to 128. */
  COMMAND_SIZE(false, "Give ah_csize as 1, 2, 4 ... 128 bytes"),
  /** An address off a multiple of the size. */
  COMMAND_ALIGNMENT(false, "Align ah_cea to ah_csize, and split what crosses it"),
  /** A process element that is not attached. */
  PROCESS_ELEMENT(true, "Keep ah_cch at 0 in dedicated mode"),
  /** Wrong parity of tag, code or address of a command; as a warning, it is ignored. */
  COMMAND_PARITY(
      true, "Drive odd parity on ah_ctagpar, ah_compar and ah_ceapar, or keep ah_paren low"),
  /** Wrong parity of write data; as a warning, it is ignored. */
  BUFFER_PARITY(
      true,
      "Drive odd parity on ah_brpar, a bit for each 64 bits of ah_brdata, and both ah_brlat + 1"
          + " cycles after the request"),
  /** Wrong parity of a register; as a warning, it is ignored. */
  MMIO_PARITY(true, "Drive odd parity of ah_mmdata on ah_mmdatapar with ah_mmack"),
  /** A latency of the write buffer that is not possible, or that changes. */
  BUFFER_LATENCY(false, "Hold ah_brlat at 1 or 3, with the wider pins of a PSL9 at 0 to 2"),
  /** An acknowledgement without an access; as a warning, it is ignored. */
  MMIO_ACKNOWLEDGE(true, "Raise ah_mmack for one cycle for each ha_mmval"),
  /** Done for more than one cycle, or without a job; as a warning, it is ignored. */
  JOB_DONE(true, "Raise ah_jdone for one cycle for each RESET and START"),
  /** A context acknowledged that nothing was said of; as a warning, it is ignored. */
  CONTEXT_ACKNOWLEDGE(true, "Raise ah_jcack for one cycle for each LLCMD, in directed mode"),
  /** Done with outstanding commands; as a warning, they are dropped. */
  UNFINISHED(true, "Raise ah_jdone only when all commands were answered");

  private final boolean warnable;
  private final String remedy;

  PslRule(boolean warnable, String remedy) {
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
}
