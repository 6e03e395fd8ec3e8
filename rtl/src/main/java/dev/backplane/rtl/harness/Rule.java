package dev.backplane.rtl.harness;

/** The rules of AXI that a kernel can break, and what to do about each. */
enum Rule {
  VALID_STAYS("Keep VALID high until READY is high in the same cycle"),
  PAYLOAD_STAYS("Keep address, data and control as they are from VALID until READY"),
  QUIET_IN_RESET("Reset the register behind VALID, and raise it only after a clock edge"),
  BURST_TYPE("Use INCR (1), FIXED (0) or WRAP (2)"),
  BURST_LENGTH("INCR bursts have 1 to 256 beats, FIXED ones 1 to 16, WRAP ones 2, 4, 8 or 16"),
  BURST_SIZE("Give SIZE as the logarithm of the bytes of a beat, at most those of the bus"),
  WRAP_START("Start WRAP bursts at a multiple of the bytes of a beat"),
  BOUNDARY("End bursts at multiples of 4096 bytes in the kernel"),
  LAST_BEAT("Raise WLAST with beat number AWLEN + 1 of a burst, and with no other"),
  STROBES("Select with WSTRB only bytes that the beat covers"),
  UNFINISHED("Say done only when all data and responses were exchanged"),
  ANSWER_ORDER("Answer an access only after its address, and its data, were taken"),
  ANSWER_CODE("Answer with OKAY, SLVERR or DECERR; AXI4-Lite has no exclusive accesses");

  final String remedy;

  Rule(String remedy) {
    this.remedy = remedy;
  }
}
