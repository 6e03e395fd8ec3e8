package dev.backplane.bench;

import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A family of FPGAs that yosys knows, and its names for parts. */
enum Technology {
  ICE40("synth_ice40", "SB_LUT4", "SB_DFF.*", "SB_MAC16", "SB_RAM40_4K"),
  ECP5("synth_ecp5", "LUT4", "TRELLIS_FF", "MULT18X18D", "DP16KD"),
  XILINX("synth_xilinx -flatten -family xc7", "LUT[1-6]", "FD[RSCP]E", "DSP48E1", "RAMB(18|36)E1");

  private static final Pattern CELL =
      Pattern.compile("^ {5}([A-Z][A-Za-z0-9_]*) +([0-9]+)$", Pattern.MULTILINE);

  private final String pass;
  private final String lut;
  private final String flipFlop;
  private final String multiplier;
  private final String memory;

  Technology(String pass, String lut, String flipFlop, String multiplier, String memory) {
    this.pass = pass;
    this.lut = lut;
    this.flipFlop = flipFlop;
    this.multiplier = multiplier;
    this.memory = memory;
  }

  /** A kind of part. */
  enum Part {
    LUT,
    FLIP_FLOP,
    MULTIPLIER,
    MEMORY_BLOCK
  }

  /** {@return the pass of yosys that maps to it} */
  String pass() {
    return pass;
  }

  /** {@return whether it has multipliers of its own: those of iCE40 are for one of its members} */
  boolean hasMultipliers() {
    return this != ICE40;
  }

  private Map<Part, Pattern> parts() {
    return Map.of(
        Part.LUT, Pattern.compile(lut),
        Part.FLIP_FLOP, Pattern.compile(flipFlop),
        Part.MULTIPLIER, Pattern.compile(multiplier),
        Part.MEMORY_BLOCK, Pattern.compile(memory));
  }

  /** {@return how many parts a design has, by the statistics that yosys prints last} */
  Map<Part, Integer> count(String statistics) {
    Map<String, Integer> cells =
        CELL.matcher(statistics)
            .results()
            .collect(Collectors.toMap(cell -> cell.group(1), Technology::number, Integer::sum));
    return parts().entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                part ->
                    cells.entrySet().stream()
                        .filter(cell -> part.getValue().matcher(cell.getKey()).matches())
                        .mapToInt(Map.Entry::getValue)
                        .sum()));
  }

  private static int number(MatchResult cell) {
    return Integer.parseInt(cell.group(2));
  }
}
