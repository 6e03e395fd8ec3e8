package dev.backplane.rtl.engine;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.netlist.Netlist;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The engines that there are. All give the same pins in the same cycles. */
public enum EngineKind {
  /** Bytecode in this process: needs nothing. */
  JVM,
  /** What Verilator and g++ make, in this process. */
  VERILATOR,
  /** The same in a process of its own, so that a crash of it is a failed run. */
  VERILATOR_PROCESS;

  /** {@return the name that people write: {@code jvm}, {@code verilator-process}} */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * {@return the engine that a person means, or nothing if there is none of that name}
   *
   * @param text as {@link #text()}
   */
  public static Optional<EngineKind> parse(String text) {
    return Arrays.stream(values()).filter(kind -> kind.text().equals(text)).findFirst();
  }

  /**
   * Looks whether what the engine needs is installed.
   *
   * @throws RtlException {@link RtlError#TOOL_MISSING} with what to install
   */
  public void require() {
    if (this != JVM) {
      VerilatorEngine.require();
    }
  }

  /**
   * Compiles a design with the options that nobody asked to change.
   *
   * @param netlist the design
   * @return the design, ready to make engines of
   * @throws RtlException as {@link JvmEngine#compile} and {@link VerilatorEngine#compile}
   */
  public CompiledDesign compile(Netlist netlist) {
    return switch (this) {
      case JVM -> JvmEngine.compile(netlist);
      case VERILATOR -> VerilatorEngine.compile(netlist, VerilatorOptions.standard());
      case VERILATOR_PROCESS ->
          VerilatorEngine.compile(netlist, VerilatorOptions.standard().withOwnProcess(true));
    };
  }
}
