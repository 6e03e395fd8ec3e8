package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.harness.ports.Rule;

/** The rules of AXI that a kernel can violate, and the remedy for each. */
enum AxiRule implements Rule {
  /** VALID drops before READY. */
  VALID_STAYS(true, "Keep VALID high until READY is high in the same cycle"),
  /** Address, data or control change while VALID waits. */
  PAYLOAD_STAYS(true, "Keep address, data and control as they are from VALID until READY"),
  /** VALID is high in reset, or before the first edge after it. */
  QUIET_IN_RESET(true, "Reset the register behind VALID, and raise it only after a clock edge"),
  /** A reserved burst type. */
  BURST_TYPE(false, "Use INCR (1), FIXED (0) or WRAP (2)"),
  /** A FIXED or WRAP burst of an illegal length. */
  BURST_LENGTH(
      false, "INCR bursts have 1 to 256 beats, FIXED ones 1 to 16, WRAP ones 2, 4, 8 or 16"),
  /** Beats wider than the bus. */
  BURST_SIZE(false, "Give SIZE as the logarithm of the bytes of a beat, at most those of the bus"),
  /** A WRAP burst that starts within a beat. */
  WRAP_START(false, "Start WRAP bursts at a multiple of the bytes of a beat"),
  /** An INCR burst across a multiple of 4096 bytes; as a warning, the burst continues across it. */
  BOUNDARY_4K(true, "End bursts at multiples of 4096 bytes in the kernel"),
  /** WLAST early, late or missing; as a warning, the length of the burst decides. */
  LAST_BEAT(true, "Raise WLAST with beat number AWLEN + 1 of a burst, and with no other"),
  /** Strobes outside the bytes of a beat; as a warning, they are ignored. */
  WRITE_STROBES(true, "Select with WSTRB only bytes that the beat covers"),
  /** Done with outstanding accesses; as a warning, they are dropped. */
  UNFINISHED(true, "Say done only when all data and responses were exchanged"),
  /** A response before its access; as a warning, it is ignored. */
  ANSWER_ORDER(true, "Answer an access only after its address, and its data, were taken"),
  /** EXOKAY as the response of a register. */
  ANSWER_CODE(true, "Answer with OKAY, SLVERR or DECERR; AXI4-Lite has no exclusive accesses"),
  /** A fence or an interrupt of more than one beat. */
  USER_FLAGS(
      false, "Give AWLEN as 0 where AWUSER asks for a fence (bit 1) or an interrupt (bit 2)"),
  /** No header of an accelerator at address 0 of the registers. */
  FEATURE_HEADER(
      true,
      "Answer a read at 0 with a feature header: 1 in bits 63 to 60; and with the identifier of the"
          + " accelerator at 8 and 16"),
  /** Null bytes in the middle of a packet, or TSTRB where TKEEP marks a null byte. */
  NULL_BYTES(true, "Leave TKEEP bits low only at the end of a packet, and TSTRB bits with them"),
  /** A beat for which there is no room, on a stream without TREADY; as a warning, it is lost. */
  STREAM_OVERFLOW(true, "Give the connection more depth, or the kernel a TREADY");

  private final String remedy;
  private final boolean warnable;

  AxiRule(boolean warnable, String remedy) {
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
