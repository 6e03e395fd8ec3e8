package dev.backplane.rtl.harness;

import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.frontends.TestVerilator;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.harness.ports.Wiring;
import dev.backplane.rtl.simulators.VerilatorEngine;
import dev.backplane.rtl.simulators.VerilatorOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Assumptions;

/** An accelerator in the test resources that breaks a rule which its input fault selects. */
public final class LoopbackDesign {
  /** The two engines. */
  public enum On {
    JVM,
    VERILATOR
  }

  private static final Map<String, CompiledDesign> COMPILED = new ConcurrentHashMap<>();

  private LoopbackDesign() {}

  /** A folder with an example that is shipped. */
  public static Path example(String name) {
    return Path.of("../../examples", name).toAbsolutePath().normalize();
  }

  /** The sources of a design in the folder of its bus: all, with packages of the examples. */
  public static List<Path> sources(String bus, String top) {
    Path own = resource(bus + "/" + top + ".sv");
    return bus.equals("ccip")
        ? List.of(example("nlb0").resolve("ccip_fields.sv"), own)
        : List.of(own);
  }

  /**
   * A file of these tests, where it lies among the sources: modules above have these classes in a
   * jar.
   */
  private static Path resource(String name) {
    return Path.of("../harness/src/test/resources/dev/backplane/rtl/harness", name)
        .toAbsolutePath()
        .normalize();
  }

  /** The design on an engine; the test is skipped if there is no Verilator. */
  public static CompiledDesign compile(String bus, String top, On engine) {
    return compile(sources(bus, top), top, engine);
  }

  /** The same of any sources. */
  public static CompiledDesign compile(List<Path> files, String top, On engine) {
    Sources sources = Sources.of(files);
    CompiledDesign ours =
        COMPILED.computeIfAbsent(
            top,
            _ -> JvmEngine.compile(TestVerilator.frontEnd().elaborate(sources, top).netlist()));
    if (engine == On.JVM) {
      return ours;
    }
    Assumptions.assumeTrue(VerilatorEngine.isAvailable(), "Verilator or g++ is not installed");
    return COMPILED.computeIfAbsent(
        top + " verilated",
        _ -> VerilatorEngine.compile(sources, top, ours.clocks(), VerilatorOptions.standard()));
  }

  /** A harness around the design, before its first reset. */
  public static KernelHarness harness(
      String bus,
      String top,
      On engine,
      Wiring wiring,
      ControlProtocol control,
      BusMemory memory,
      HarnessOptions options) {
    CompiledDesign design = compile(bus, top, engine);
    return new KernelHarness(
        design::newEngine, KernelPorts.of(design.ports(), wiring), control, memory, options);
  }

  /** {@return the wiring that selects a rule to break} */
  public static Wiring fault(int number) {
    return Wiring.builder().tie("fault", number).build();
  }
}
