package dev.backplane.rtl.frontends;

import dev.backplane.rtl.netlist.Netlist;
import java.util.List;

/**
 * The result of an elaboration.
 *
 * @param netlist the design, valid and in canonical order
 * @param tool name and version of the tool, for example {@code yosys 0.55}
 * @param warnings warnings of the tool that are not errors here, with files and lines
 */
public record Elaboration(Netlist netlist, String tool, List<String> warnings) {
  /** Copies the list. */
  public Elaboration {
    warnings = List.copyOf(warnings);
  }
}
