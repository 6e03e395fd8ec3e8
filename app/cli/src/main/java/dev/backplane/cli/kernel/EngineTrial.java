package dev.backplane.cli.kernel;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.cli.report.Figures;
import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.BytecodeDesign;
import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.EngineComparison;
import dev.backplane.rtl.images.BuiltImage;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.simulators.EngineKind;
import java.util.ArrayList;
import java.util.List;

/** Makes a design ready on engines, as a card would, and compares them if there are two. */
enum EngineTrial {
  NONE,
  JVM,
  VERILATOR,
  BOTH;

  private static final long CYCLES = 2_000;
  private static final long SEED = 1;

  private List<EngineKind> engines() {
    return switch (this) {
      case NONE -> List.of();
      case JVM -> List.of(EngineKind.JVM);
      case VERILATOR -> List.of(EngineKind.VERILATOR);
      case BOTH -> List.of(EngineKind.JVM, EngineKind.VERILATOR);
    };
  }

  static EngineTrial of(String name) {
    return switch (name) {
      case "jvm" -> JVM;
      case "verilator" -> VERILATOR;
      case "both" -> BOTH;
      default ->
          throw BackplaneException.because(
                  ErrorCode.INVALID_ARGUMENT, "there is no engine '" + name + "'")
              .during("build")
              .remedy("Name jvm, verilator or both")
              .build();
    };
  }

  List<String> run(BuiltImage.BuiltKernel kernel) {
    Netlist netlist = kernel.hardware().orElseThrow().elaboration().netlist();
    String name = kernel.metadata().name();
    List<CompiledDesign> designs = new ArrayList<>();
    List<String> results = new ArrayList<>();
    for (EngineKind engine : engines()) {
      CompiledDesign design = engine.compile(netlist);
      designs.add(design);
      results.add(name + " on " + engine.text() + ": " + said(design));
    }
    if (designs.size() == 2) {
      EngineComparison.compare(designs.getFirst(), designs.getLast(), CYCLES, SEED)
          .ifPresent(
              difference -> {
                throw new RtlException(
                    RtlError.NETLIST_INVALID,
                    "kernel '%s' runs differently on jvm and verilator: %s. This is a fault of Backplane itself"
                        .formatted(name, difference));
              });
      results.add(name + ": jvm and verilator agree in " + Figures.grouped(CYCLES) + " cycles");
    }
    return results;
  }

  private static String said(CompiledDesign design) {
    return design instanceof BytecodeDesign bytecode
        ? bytecode.statistics().toString()
        : "the model is compiled and kept";
  }
}
