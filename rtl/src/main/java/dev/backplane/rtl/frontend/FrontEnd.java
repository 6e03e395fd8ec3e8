package dev.backplane.rtl.frontend;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import java.time.Duration;

/**
 * Makes a netlist of sources with the help of an external tool. Stateless but for what it was made
 * with; may be used by several threads.
 */
public interface FrontEnd {
  /**
   * Looks for a front end whose tool is installed: what {@code BACKPLANE_FRONTEND} names, else
   * Verilator, which reads most, else yosys. It reads VHDL too.
   *
   * @param deadline how long one elaboration may take
   * @return the one to use
   * @throws RtlException {@code TOOL_MISSING} with every place that was looked at
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
   * Looks for one front end.
   *
   * @param name {@code verilator} or {@code yosys}
   * @param deadline how long one elaboration may take
   * @return it; it reads VHDL too and knows the macros of vendors
   * @throws RtlException {@code TOOL_MISSING} with every place that was looked at
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
   * {@return a front end that prepares its sources, see {@link PreparedSources}: it reads VHDL too,
   * and knows the macros of vendors}
   *
   * @param verilog what reads the result
   * @param deadline how long each run of a tool may take
   */
  static FrontEnd preparing(FrontEnd verilog, Duration deadline) {
    return new PreparingFrontEnd(verilog, deadline);
  }

  /** {@return name and version of the tool, for example {@code yosys 0.55}} */
  String name();

  /**
   * Elaborates. The tool is killed when the thread is interrupted.
   *
   * @param sources what to read
   * @param top the top module
   * @return the design
   * @throws RtlException {@code SOURCE_INVALID}, {@code SOURCE_UNSUPPORTED}, {@code LATCH} or
   *     {@code COMBINATIONAL_LOOP} with file and line where they are known; {@code TIMEOUT}, {@code
   *     CANCELLED}, {@code TOOL_MISSING}
   */
  Elaboration elaborate(Sources sources, String top);
}
