package dev.backplane.rtl.harness;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The rules of AXI that a kernel can break, and what to do about each. Some of them are broken by
 * designs that work: where that is so, a rule can be made a warning by its {@link #text name}.
 * Those without which nobody knows what the kernel means cannot.
 */
public enum Rule {
  /** VALID drops before READY. */
  VALID_STAYS(true, "Keep VALID high until READY is high in the same cycle"),
  /** Address, data or control change while VALID waits. */
  PAYLOAD_STAYS(true, "Keep address, data and control as they are from VALID until READY"),
  /** VALID in reset, or before the first edge after it. */
  QUIET_IN_RESET(true, "Reset the register behind VALID, and raise it only after a clock edge"),
  /** A reserved burst type. */
  BURST_TYPE(false, "Use INCR (1), FIXED (0) or WRAP (2)"),
  /** A FIXED or WRAP burst of a length that there is not. */
  BURST_LENGTH(
      false, "INCR bursts have 1 to 256 beats, FIXED ones 1 to 16, WRAP ones 2, 4, 8 or 16"),
  /** Beats wider than the bus. */
  BURST_SIZE(false, "Give SIZE as the logarithm of the bytes of a beat, at most those of the bus"),
  /** A WRAP burst that starts within a beat. */
  WRAP_START(false, "Start WRAP bursts at a multiple of the bytes of a beat"),
  /** An INCR burst over a multiple of 4096 bytes; as a warning it goes on beyond. */
  BOUNDARY_4K(true, "End bursts at multiples of 4096 bytes in the kernel"),
  /** WLAST early, late or missing; as a warning the length of the burst counts. */
  LAST_BEAT(true, "Raise WLAST with beat number AWLEN + 1 of a burst, and with no other"),
  /** Strobes outside the bytes of a beat; as a warning they select nothing. */
  WRITE_STROBES(true, "Select with WSTRB only bytes that the beat covers"),
  /** Done with something on its way; as a warning it is dropped. */
  UNFINISHED(true, "Say done only when all data and responses were exchanged"),
  /** An answer before its access; as a warning it is not looked at. */
  ANSWER_ORDER(true, "Answer an access only after its address, and its data, were taken"),
  /** EXOKAY from a register. */
  ANSWER_CODE(true, "Answer with OKAY, SLVERR or DECERR; AXI4-Lite has no exclusive accesses"),
  /** Null bytes in the middle of a packet, or TSTRB where TKEEP says null. */
  NULL_BYTES(true, "Leave TKEEP bits low only at the end of a packet, and TSTRB bits with them"),
  /** A beat for which there is no room, without TREADY to say so; as a warning it is lost. */
  STREAM_OVERFLOW(true, "Give the connection more depth, or the kernel a TREADY");

  final String remedy;
  private final boolean warnable;

  Rule(boolean warnable, String remedy) {
    this.warnable = warnable;
    this.remedy = remedy;
  }

  /** {@return its name in descriptions, configurations and messages, such as write-strobes} */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** {@return the names of the rules that can be warnings} */
  public static List<String> warnable() {
    return Arrays.stream(values()).filter(rule -> rule.warnable).map(Rule::text).toList();
  }

  /**
   * Finds a rule that can be a warning.
   *
   * @param name its name
   * @return the rule
   * @throws IllegalArgumentException that names those there are
   */
  public static Rule warnable(String name) {
    return Arrays.stream(values())
        .filter(rule -> rule.warnable && rule.text().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'%s' is no rule that can be a warning; there are %s"
                        .formatted(name, String.join(", ", warnable()))));
  }
}
