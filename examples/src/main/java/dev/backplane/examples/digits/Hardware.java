package dev.backplane.examples.digits;

import static dev.backplane.examples.digits.Findings.whole;

import dev.backplane.compiler.resource.ResourceEstimate;
import dev.backplane.compiler.resource.Resources;
import java.util.Optional;

/**
 * The hardware that a network needs.
 *
 * @param estimate the estimate of the compiler
 * @param synthesis the result of yosys, where it is installed
 */
record Hardware(ResourceEstimate estimate, Optional<Synthesis> synthesis) {
  /** A row for each layer, then the sum, then yosys. */
  @Override
  public String toString() {
    StringBuilder table = new StringBuilder();
    row(table, "", "multipliers", "adders", "register bits", "memory bits");
    estimate.nodes().forEach((node, needed) -> row(table, node, needed));
    estimate.unknown().forEach(node -> row(table, node, "?", "?", "?", "?"));
    row(table, "kernel", estimate.wrapper());
    row(table, "estimate", estimate.total());
    synthesis.ifPresent(
        cells -> {
          row(
              table,
              "yosys",
              cells.multipliers() + " DSP48E1",
              cells.carries() + " CARRY4",
              cells.registers() + " FDRE",
              cells.memories() + " RAMB18");
          table
              .append("yosys synthesizes for the Xilinx 7 series, with ")
              .append(whole(cells.lookups()))
              .append(" LUTs besides; nobody estimates those\n");
        });
    return table.toString();
  }

  private static void row(StringBuilder table, String name, Resources needed) {
    row(
        table,
        name,
        whole(needed.multipliers()),
        whole(needed.adders()),
        whole(needed.registerBits()),
        whole(needed.memoryBits()));
  }

  private static void row(StringBuilder table, String name, String... cells) {
    table.append("%-12s".formatted(name));
    for (String cell : cells) {
      table.append("%15s".formatted(cell));
    }
    table.append('\n');
  }
}
