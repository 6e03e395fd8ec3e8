package dev.backplane.rtl.corpus;

import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.frontends.text.ParameterValue;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.simulators.VerilatorEngine;
import dev.backplane.rtl.simulators.VerilatorOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/**
 * Combines many designs into one, which is translated and compiled once: that takes a few seconds,
 * but separate models take about one second each. The ports of a part have the name of its design
 * and two underscores as a prefix.
 */
final class CombinedDesign {
  private static final String TOP = "corpus_batch";

  private CombinedDesign() {}

  static String prefix(CorpusDesign design) {
    return design.name() + "__";
  }

  /**
   * Compiles designs together.
   *
   * @param designs the designs, with their ports
   * @param folder the folder for the module around them
   */
  static CompiledDesign compile(SequencedMap<CorpusDesign, CompiledDesign> designs, Path folder)
      throws IOException {
    Set<Path> files = new LinkedHashSet<>();
    List<String> ports = new ArrayList<>();
    List<Clock> clocks = new ArrayList<>();
    StringBuilder parts = new StringBuilder();
    designs.forEach(
        (design, compiled) -> {
          files.addAll(design.files());
          compiled
              .clocks()
              .forEach(clock -> clocks.add(new Clock(prefix(design) + clock.pin(), clock.edge())));
          List<String> connections = new ArrayList<>();
          for (Port port : compiled.ports()) {
            String name = prefix(design) + port.name();
            ports.add(
                "  %s logic [%d:0] %s"
                    .formatted(
                        port.direction() == Port.Direction.INPUT ? "input" : "output",
                        port.width() - 1,
                        name));
            connections.add(".%s(%s)".formatted(port.name(), name));
          }
          parts.append("  ").append(design.top()).append(parameters(design.parameters()));
          parts.append(" the_").append(design.name()).append(" (");
          parts.append(String.join(", ", connections)).append(");\n");
        });
    Path top = folder.resolve(TOP + ".sv");
    Files.writeString(
        top, "module %s (\n%s\n);\n%sendmodule\n".formatted(TOP, String.join(",\n", ports), parts));
    files.add(top);
    return VerilatorEngine.compile(
        Sources.of(List.copyOf(files)), TOP, clocks, VerilatorOptions.standard());
  }

  private static String parameters(Map<String, String> values) {
    return values.isEmpty()
        ? ""
        : " #("
            + String.join(
                ", ",
                values.entrySet().stream()
                    .map(
                        each ->
                            ".%s(%s)"
                                .formatted(
                                    each.getKey(), ParameterValue.parse(each.getValue()).literal()))
                    .toList())
            + ")";
  }
}
