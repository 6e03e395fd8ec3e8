package dev.backplane.rtl.frontend;

import dev.backplane.rtl.frontend.text.ParameterValue;
import java.util.List;

/** What yosys is asked to do. */
final class YosysScript {
  /** The file that it writes. */
  static final String RESULT = "design.json";

  private YosysScript() {}

  static String of(SourceFolder folder, Sources sources, String top) {
    StringBuilder script = new StringBuilder();
    StringBuilder options = new StringBuilder();
    folder.includes().forEach(include -> options.append(" -I").append(include));
    sources
        .defines()
        .forEach(
            (name, value) ->
                options.append(" -D").append(name).append(value.isEmpty() ? "" : "=" + value));
    for (String file : folder.files()) {
      // SystemVerilog makes keywords of names that are legal in Verilog-2005, so each file is read
      // as what its suffix says. Assertions are for other tools.
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
    // Its findings are warnings on purpose: its loops are by words where ours are by bits.
    line(script, "check");
    line(script, "opt -nodffe -nosdff");
    // An asynchronous reset becomes a multiplexer behind the flip-flop as well as before it: while
    // it is active, the output shows the reset value at once, as it should; only a reset that comes
    // and goes between two clock edges is forgotten at the next one. Latches stay, to be refused.
    line(script, "async2sync " + String.join(" ", ASYNCHRONOUS));
    // Without memory_dff: our memories read combinationally.
    line(script, "memory_collect");
    line(script, "dffunmap");
    // What may be anything becomes whatever costs nothing.
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
