package dev.backplane.rtl.simulators;

import dev.backplane.ffi.UserCache;
import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.netlist.Netlist;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The available engines. All show the same values on all pins in all cycles. */
public enum EngineKind {
  /** Bytecode in this process. Needs no tool. */
  JVM,
  /** Native code compiled by Verilator and g++, in this process. */
  VERILATOR,
  /** The same in a separate process, so that a crash of it is only a failed run. */
  VERILATOR_PROCESS;

  /** {@return the name in commands and configurations: {@code jvm}, {@code verilator-process}} */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * {@return the engine of a name, or nothing if there is none}
   *
   * @param text a name as {@link #text()} gives it
   */
  public static Optional<EngineKind> parse(String text) {
    return Arrays.stream(values()).filter(kind -> kind.text().equals(text)).findFirst();
  }

  /**
   * Checks that the tools of the engine are installed.
   *
   * @throws RtlException {@link RtlError#TOOL_MISSING}, with what to install
   */
  public void require() {
    if (this != JVM) {
      VerilatorEngine.require();
    }
  }

  /**
   * Compiles a design with the default options. What it is compiled to is kept for the user.
   *
   * @param netlist the design
   * @return the compiled design
   * @throws RtlException as {@link JvmEngine#compile} and {@link VerilatorEngine#compile}
   */
  public CompiledDesign compile(Netlist netlist) {
    return switch (this) {
      case JVM ->
          UserCache.folder("classes")
              .map(cache -> JvmEngine.compile(netlist, cache))
              .orElseGet(() -> JvmEngine.compile(netlist));
      case VERILATOR -> VerilatorEngine.compile(netlist, VerilatorOptions.standard());
      case VERILATOR_PROCESS ->
          VerilatorEngine.compile(netlist, VerilatorOptions.standard().withOwnProcess(true));
    };
  }
}
