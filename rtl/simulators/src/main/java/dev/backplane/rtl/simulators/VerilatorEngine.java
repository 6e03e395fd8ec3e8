package dev.backplane.rtl.simulators;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.ReportPins;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.simulators.verilator.ModelCompiler;
import java.util.List;

/**
 * The engine that needs Verilator and g++: the compiled model runs as a library in this process, or
 * in a separate process. Compiled models are kept in a cache, so that a design is compiled once.
 */
public final class VerilatorEngine {
  private VerilatorEngine() {}

  /**
   * Checks that the tools are installed.
   *
   * @throws RtlException {@link RtlError#TOOL_MISSING} with what to install
   */
  public static void require() {
    ModelCompiler.require();
  }

  /** {@return whether the tools are installed} */
  public static boolean isAvailable() {
    try {
      require();
      return true;
    } catch (RtlException e) {
      return false;
    }
  }

  /**
   * Compiles a netlist. Its engines behave in every cycle as those of the jvm engine.
   *
   * @param netlist the design
   * @param options how to compile and run it
   * @return the compiled design
   * @throws RtlException {@link RtlError#TOOL_MISSING}, {@link RtlError#TIMEOUT}, {@link
   *     RtlError#CANCELLED}, or {@link RtlError#ENGINE_FAILED} with the output of a tool
   */
  public static CompiledDesign compile(Netlist netlist, VerilatorOptions options) {
    return ReportPins.compile(netlist, design -> ModelCompiler.compile(design, options));
  }

  /**
   * Compiles sources that Verilator elaborates itself. If the design uses both edges of a clock,
   * its edges must alternate, the rising one first.
   *
   * @param sources the design, prepared as {@link dev.backplane.rtl.frontends.PreparedSources} says
   * @param top the top module
   * @param clocks inputs that are clocks, as in {@link Engine#clocks()}
   * @param options how to compile and run it
   * @return the compiled design
   * @throws RtlException {@link RtlError#SOURCE_INVALID} or {@link RtlError#SOURCE_UNSUPPORTED}
   *     with Verilator's first error, {@link RtlError#INTERFACE_MISSING} for a clock that the
   *     design does not have, and what {@link #compile(Netlist, VerilatorOptions)} throws
   */
  public static CompiledDesign compile(
      Sources sources, String top, List<Clock> clocks, VerilatorOptions options) {
    return ModelCompiler.compile(sources, top, clocks, options);
  }
}
