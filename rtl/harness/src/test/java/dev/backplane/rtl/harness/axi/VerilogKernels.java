package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.frontends.TestVerilator;
import dev.backplane.rtl.harness.BusMemory;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.harness.ports.Wiring;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Verilog kernels in the test resources, elaborated once. */
final class VerilogKernels {
  private static final Map<String, CompiledDesign> DESIGNS = new ConcurrentHashMap<>();

  private VerilogKernels() {}

  /** The module in the file of that name, which may use kernel_control. */
  static CompiledDesign design(String top, Map<String, String> parameters) {
    return DESIGNS.computeIfAbsent(top + parameters, _ -> elaborate(top, parameters));
  }

  private static CompiledDesign elaborate(String top, Map<String, String> parameters) {
    List<Path> files = new ArrayList<>();
    for (String module : List.of("kernel_control", top)) {
      try {
        files.add(
            Path.of(
                Objects.requireNonNull(VerilogKernels.class.getResource(module + ".v")).toURI()));
      } catch (URISyntaxException e) {
        throw new IllegalStateException(e);
      }
    }
    return JvmEngine.compile(
        TestVerilator.frontEnd()
            .elaborate(Sources.of(files).withParameters(parameters), top)
            .netlist());
  }

  static KernelHarness harness(
      CompiledDesign design,
      Wiring wiring,
      ControlProtocol protocol,
      BusMemory memory,
      HarnessOptions options) {
    return new KernelHarness(
        design::newEngine, KernelPorts.of(design.ports(), wiring), protocol, memory, options);
  }

  static KernelHarness harness(
      String top, ControlProtocol protocol, BusMemory memory, HarnessOptions options) {
    return harness(design(top, Map.of()), Wiring.NONE, protocol, memory, options);
  }

  static void writePointer(KernelHarness harness, long offset, long value) {
    harness.writeRegister(offset, (int) value);
    harness.writeRegister(offset + 4, (int) (value >>> 32));
  }
}
