package dev.backplane.rtl.yosys;

import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.frontends.StagedSources;
import dev.backplane.rtl.frontends.text.ParameterValue;
import java.util.List;

/** The script for yosys. */
final class YosysScript {
  /** The file that the script writes. */
  static final String RESULT = "design.json";

  private YosysScript() {}

  static String of(StagedSources folder, Sources sources, String top) {
    StringBuilder script = new StringBuilder();
    StringBuilder options = new StringBuilder();
    folder.includes().forEach(include -> options.append(" -I").append(include));
    sources
        .defines()
        .forEach(
            (name, value) ->
                options.append(" -D").append(name).append(value.isEmpty() ? "" : "=" + value));
    for (String file : folder.files()) {
      // SystemVerilog has keywords that are legal names in Verilog-2005, so the suffix of each file
      // selects the language. Assertions are for other tools.
      String language = file.endsWith(".sv") ? " -sv" : "";
      line(script, "read_verilog" + language + " -noassert -noassume" + options + " " + file);
    }
    StringBuilder parameters = new StringBuilder();
    sources
        .parameters()
        .forEach(
            (name, value) ->
                parameters
                    .append(" -chparam ")
                    .append(name)
                    .append(' ')
                    .append(ParameterValue.parse(value).bitLiteral()));
    line(script, "hierarchy -check" + parameters + " -top " + top);
    line(script, "proc");
    line(script, "flatten");
    line(script, "opt_clean");
    // Its findings are only warnings: it reports loops of words that are no loops of bits.
    line(script, "check");
    line(script, "opt -nodffe -nosdff");
    // An asynchronous reset becomes a multiplexer behind the flip-flop and one in front of it.
    // While it is active, the output has the reset value at once, as it should. Only a reset pulse
    // between two clock edges has no effect after the next one. Latches stay and are rejected.
    line(script, "async2sync " + String.join(" ", ASYNCHRONOUS));
    // Without memory_dff: memories of the netlist have combinational reads.
    line(script, "memory_collect");
    line(script, "dffunmap");
    // Undefined values become whatever needs no logic.
    line(script, "opt_expr -mux_undef");
    line(script, "opt -nodffe -nosdff");
    line(script, "opt_clean");
    line(script, "write_json " + RESULT);
    return script.toString();
  }

  private static final List<String> ASYNCHRONOUS =
      List.of("t:$adff", "t:$adffe", "t:$aldff", "t:$aldffe", "t:$dffsr", "t:$dffsre");

  private static void line(StringBuilder script, String command) {
    script.append(command).append('\n');
  }
}
