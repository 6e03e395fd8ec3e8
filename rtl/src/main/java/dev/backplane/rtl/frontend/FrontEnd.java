package dev.backplane.rtl.frontend;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import java.time.Duration;

/**
 * Elaborates sources to a netlist with an external tool. Immutable; may be used by several threads.
 */
public interface FrontEnd {
  /**
   * Finds a front end whose tool is installed: the one in {@code BACKPLANE_FRONTEND}, else
   * Verilator, which supports most of the language, else yosys. It reads VHDL too.
   *
   * @param deadline how long one elaboration may take
   * @return the front end
   * @throws RtlException {@code TOOL_MISSING} with every place that was searched
   */
  static FrontEnd find(Duration deadline) {
    String named = System.getenv().getOrDefault("BACKPLANE_FRONTEND", "");
    if (!named.isEmpty()) {
      return find(named, deadline);
    }
    try {
      return find("verilator", deadline);
    } catch (RtlException verilator) {
      if (verilator.error() != RtlError.TOOL_MISSING) {
        throw verilator;
      }
      try {
        return find("yosys", deadline);
      } catch (RtlException yosys) {
        throw new RtlException(
            yosys.error(), verilator.getMessage() + "; and " + yosys.getMessage(), yosys);
      }
    }
  }

  /**
   * Finds a front end by name.
   *
   * @param name {@code verilator} or {@code yosys}
   * @param deadline how long one elaboration may take
   * @return the front end; it reads VHDL too and has models of vendor macros
   * @throws RtlException {@code TOOL_MISSING} with every place that was searched
   */
  static FrontEnd find(String name, Duration deadline) {
    return preparing(
        switch (name) {
          case "verilator" -> new VerilatorFrontEnd(Verilator.find(), deadline);
          case "yosys" -> new YosysFrontEnd(Yosys.find(), deadline);
          default ->
              throw new RtlException(
                  RtlError.TOOL_MISSING,
                  "there is no front end '" + name + "'. Name verilator or yosys");
        },
        deadline);
  }

  /**
   * {@return a front end that prepares its sources, see {@link PreparedSources}: it reads VHDL too
   * and has models of vendor macros}
   *
   * @param verilog the front end for the prepared sources
   * @param deadline how long each run of a tool may take
   */
  static FrontEnd preparing(FrontEnd verilog, Duration deadline) {
    return new PreparingFrontEnd(verilog, deadline);
  }

  /** {@return name and version of the tool, for example {@code yosys 0.55}} */
  String name();

  /**
   * Elaborates a design. The tool is killed when the thread is interrupted.
   *
   * @param sources the sources
   * @param top the top module
   * @return the design
   * @throws RtlException {@code SOURCE_INVALID}, {@code SOURCE_UNSUPPORTED}, {@code LATCH} or
   *     {@code COMBINATIONAL_LOOP} with file and line where they are known; {@code TIMEOUT}, {@code
   *     CANCELLED}, {@code TOOL_MISSING}
   */
  Elaboration elaborate(Sources sources, String top);
}
