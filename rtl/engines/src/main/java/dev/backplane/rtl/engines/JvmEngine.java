package dev.backplane.rtl.engines;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.jvm.ClassCache;
import dev.backplane.rtl.engines.jvm.DesignCompiler;
import dev.backplane.rtl.netlist.Netlist;
import java.nio.file.Path;

/**
 * The engine that needs nothing but the JVM: compiles a netlist to bytecode, which the JIT compiler
 * translates to machine code.
 */
public final class JvmEngine {
  private JvmEngine() {}

  /**
   * Compiles a design.
   *
   * @param netlist the design
   * @return the compiled design; a {@link BytecodeDesign} if it says nothing
   * @throws RtlException with {@link RtlError#NETLIST_INVALID} if the netlist is inconsistent,
   *     {@link RtlError#COMBINATIONAL_LOOP} with the names along the loop if it has one, {@link
   *     RtlError#IMAGE_NOT_RUNNABLE} if it exceeds a limit of the JVM
   */
  public static CompiledDesign compile(Netlist netlist) {
    return ReportPins.compile(netlist, DesignCompiler::compile);
  }

  /**
   * Compiles a design, unless it was compiled before.
   *
   * @param netlist the design
   * @param cache the folder in which compiled classes are kept; it is not used if others than the
   *     user can write to it
   * @return the compiled design
   * @throws RtlException as {@link #compile(Netlist)}
   */
  public static CompiledDesign compile(Netlist netlist, Path cache) {
    return ReportPins.compile(netlist, new ClassCache(cache)::compile);
  }
}
