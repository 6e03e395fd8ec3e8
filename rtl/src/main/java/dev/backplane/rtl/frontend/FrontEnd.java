package dev.backplane.rtl.frontend;

import java.time.Duration;

/**
 * Makes a netlist of sources with the help of an external tool. Stateless but for what it was made
 * with; may be used by several threads.
 */
public interface FrontEnd {
  /**
   * Looks for a front end whose tool is installed.
   *
   * @param deadline how long one elaboration may take
   * @return the one to use
   * @throws dev.backplane.rtl.RtlException {@code TOOL_MISSING} with every place that was looked at
   */
  static FrontEnd find(Duration deadline) {
    return readingVhdl(new YosysFrontEnd(Yosys.find(), deadline), deadline);
  }

  /**
   * {@return a front end that reads VHDL too, through GHDL}
   *
   * @param verilog what reads the result
   * @param deadline how long each run of GHDL may take
   */
  static FrontEnd readingVhdl(FrontEnd verilog, Duration deadline) {
    return new VhdlFrontEnd(verilog, deadline);
  }

  /** {@return name and version of the tool, for example {@code yosys 0.55}} */
  String name();

  /**
   * Elaborates. The tool is killed when the thread is interrupted.
   *
   * @param sources what to read
   * @param top the top module
   * @return the design
   * @throws dev.backplane.rtl.RtlException {@code SOURCE_INVALID}, {@code SOURCE_UNSUPPORTED},
   *     {@code LATCH} or {@code COMBINATIONAL_LOOP} with file and line where they are known; {@code
   *     TIMEOUT}, {@code CANCELLED}, {@code TOOL_MISSING}
   */
  Elaboration elaborate(Sources sources, String top);
}
