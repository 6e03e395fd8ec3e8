package dev.backplane.rtl.frontends;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.base.cache.CodeIdentity;
import dev.backplane.rtl.frontends.vhdl.GhdlProgram;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Elaborates sources to a netlist with an external tool. Immutable; may be used by several threads.
 */
public interface FrontEnd {
  /**
   * Finds a front end whose tool is installed: the one in {@code BACKPLANE_FRONTEND}, else the
   * first of {@link FrontEndProvider#all()}. It reads VHDL too.
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
    List<String> missing = new ArrayList<>();
    for (FrontEndProvider provider : FrontEndProvider.all()) {
      try {
        return preparing(provider.find(deadline), deadline);
      } catch (RtlException e) {
        if (e.error() != RtlError.TOOL_MISSING) {
          throw e;
        }
        missing.add(String.valueOf(e.getMessage()));
      }
    }
    throw new RtlException(RtlError.TOOL_MISSING, String.join("; and ", missing));
  }

  /**
   * Finds a front end by name.
   *
   * @param name {@code verilator}, or what a {@link FrontEndProvider} calls it
   * @param deadline how long one elaboration may take
   * @return the front end; it reads VHDL too and has models of vendor macros
   * @throws RtlException {@code TOOL_MISSING} with every place that was searched
   */
  static FrontEnd find(String name, Duration deadline) {
    List<FrontEndProvider> all = FrontEndProvider.all();
    FrontEnd found =
        all.stream()
            .filter(provider -> provider.name().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new RtlException(
                        RtlError.TOOL_MISSING,
                        "there is no front end '"
                            + name
                            + "'. Name one of: "
                            + all.stream()
                                .map(FrontEndProvider::name)
                                .collect(Collectors.joining(", "))))
            .find(deadline);
    return preparing(found, deadline);
  }

  /**
   * {@return a front end that prepares its sources, see {@link PreparedSources}: it reads VHDL too
   * and has models of vendor macros}
   *
   * @param verilog the front end for the prepared sources
   * @param deadline how long each run of a tool may take
   */
  static FrontEnd preparing(FrontEnd verilog, Duration deadline) {
    return new PreparingFrontEnd(verilog, deadline, GhdlProgram::find);
  }

  /**
   * {@return the same front end, whose netlists count the executions of statements and the ways of
   * decisions; itself if it does not know statements}
   */
  default FrontEnd withCoverage() {
    return this;
  }

  /** {@return name and version of the tool, for example {@code verilator 5.006}} */
  String name();

  /** {@return where its tool was found, for messages} */
  String where();

  /**
   * {@return all but the sources that an elaboration depends on: the versions of the tools and of
   * the code around them} What was elaborated once is used again while it is the same.
   *
   * @param sources the sources, which may need more tools
   */
  default String identity(Sources sources) {
    return name() + " " + where() + " " + CodeIdentity.of(getClass());
  }

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
