package dev.backplane.rtl.corpus;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.netlist.Netlist;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Assumptions;

/** Designs elaborated by the front end of this machine, once for all tests. */
final class ElaboratedDesigns {
  private static final Map<String, CompiledDesign> DESIGNS = new ConcurrentHashMap<>();
  private static final Map<String, Netlist> NETLISTS = new ConcurrentHashMap<>();

  private ElaboratedDesigns() {}

  /** {@return a design for the jvm engine; the test is skipped if there is no front end} */
  static CompiledDesign of(CorpusDesign design) {
    return DESIGNS.computeIfAbsent(design.name(), _ -> elaborate(design));
  }

  /** {@return the netlist that a front end makes, once for all front ends of its name} */
  static Netlist netlist(CorpusDesign design, FrontEnd frontEnd) {
    return NETLISTS.computeIfAbsent(
        design.name() + " " + frontEnd.name(),
        _ -> frontEnd.elaborate(design.sources(), design.top()).netlist());
  }

  private static CompiledDesign elaborate(CorpusDesign design) {
    try {
      FrontEnd frontEnd = FrontEnd.find(Duration.ofMinutes(10));
      String route = frontEnd.name().split(" ", 2)[0];
      Assumptions.assumeTrue(
          design.routes().contains(route), frontEnd.name() + " does not read " + design);
      return JvmEngine.compile(netlist(design, frontEnd));
    } catch (RtlException e) {
      Assumptions.assumeFalse(e.error() == RtlError.TOOL_MISSING, e.getMessage());
      throw e;
    }
  }
}
