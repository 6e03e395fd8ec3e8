package dev.backplane.rtl.frontend;

import dev.backplane.rtl.netlist.Netlist;
import java.util.List;

/**
 * What became of sources.
 *
 * @param netlist the design, valid and in canonical order
 * @param tool name and version of what parsed them, for example {@code yosys 0.55}
 * @param warnings what the tool warned of and this package does not refuse, with files and lines
 */
public record Elaboration(Netlist netlist, String tool, List<String> warnings) {
  /** Copies the list. */
  public Elaboration {
    warnings = List.copyOf(warnings);
  }
}
