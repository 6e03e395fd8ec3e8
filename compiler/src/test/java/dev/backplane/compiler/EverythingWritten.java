package dev.backplane.compiler;

import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.hdl.Wrapper;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.GraphDot;
import dev.backplane.compiler.ir.GraphJson;
import dev.backplane.compiler.ir.GraphSvg;
import dev.backplane.compiler.ir.Registry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Writes all that the compiler can make of a network into the folder that is named. */
final class EverythingWritten {
  private EverythingWritten() {}

  public static void main(String... folder) throws IOException {
    Path out = Files.createDirectories(Path.of(folder[0]));
    Compiler compiler = Compiler.load();
    Graph graph = compiler.quantize(Networks.perceptron(11, 2));
    TypedGraph typed = compiler.infer(graph);
    compiler.verilog().lower("net", typed).write(out.resolve("kernel"));
    compiler.vhdl().lower("net", typed, Wrapper.SKELETON).write(out.resolve("skeleton"));
    compiler.torch().lower("net", typed).write(out.resolve("torch"));
    Files.writeString(out.resolve("graph.json"), GraphJson.write(Registry.of(Map.of("a", graph))));
    Files.writeString(out.resolve("graph.svg"), GraphSvg.write("a", graph));
    Files.writeString(out.resolve("graph.dot"), GraphDot.write("a", graph));
  }
}
