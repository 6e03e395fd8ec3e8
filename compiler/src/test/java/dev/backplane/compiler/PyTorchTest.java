package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.compiler.component.Interpreter;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.ir.Graph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** What PyTorch computes with modules that were written, and what the interpreter does. */
@EnabledIf("dev.backplane.compiler.Tools#haveTorch")
class PyTorchTest {
  private static final int SAMPLES = 1000;

  /** Imports each module, and writes what its network gives for the samples beside it. */
  private static final String PROGRAM =
      """
      import importlib, json, sys
      from pathlib import Path
      import torch
      for name in sys.argv[1:]:
          folder = Path(name)
          sys.path.insert(0, str(folder))
          module = importlib.import_module(folder.name)
          (shape,) = [each["shape"] for each in module.INPUTS.values()]
          samples = torch.tensor(json.loads(folder.with_suffix(".in").read_text()))
          with torch.no_grad():
              results = module.Network()(samples.reshape((-1, *shape)))
          folder.with_suffix(".out").write_text(json.dumps(results.flatten(1).tolist()))
          try:
              module.Network()(samples.reshape((-1, *shape)) * 2**40)
              sys.exit("numbers beyond the format were taken")
          except ValueError:
              pass
      """;

  @TempDir Path folder;

  private final Compiler compiler = Compiler.load();

  static Stream<Graph> graphs() {
    return Stream.concat(
        Example.all().stream().map(Example::graph),
        IntStream.range(30, 36).mapToObj(Networks::randomLinear));
  }

  @Test
  void theIntegersAreTheSame() throws Exception {
    List<String> command = new ArrayList<>(List.of(Tools.torchPython(), "-B", "-c", PROGRAM));
    List<TypedGraph> graphs = graphs().map(compiler::infer).toList();
    List<long[][]> samples = new ArrayList<>();
    for (int i = 0; i < graphs.size(); i++) {
      Path module = folder.resolve("net" + i);
      compiler.torch().lower("net" + i, graphs.get(i)).write(module);
      samples.add(samples(graphs.get(i), i));
      Files.writeString(folder.resolve("net" + i + ".in"), Arrays.deepToString(samples.get(i)));
      command.add(module.toString());
    }
    run(command);

    for (int i = 0; i < graphs.size(); i++) {
      Interpreter interpreter = Interpreter.of(graphs.get(i));
      assertThat(Files.readString(folder.resolve("net" + i + ".out")))
          .as("network %d", i)
          .isEqualTo(
              Stream.of(samples.get(i))
                  .map(sample -> Arrays.toString(interpreter.run(sample)))
                  .collect(Collectors.joining(", ", "[", "]")));
    }
  }

  private static long[][] samples(TypedGraph graph, long seed) {
    var type = graph.type(graph.order().getFirst());
    Random random = new Random(seed);
    return Stream.generate(
            () ->
                random
                    .longs(type.shape().size(), 2 * type.format().min(), 2 * type.format().max())
                    .map(type.format()::saturate)
                    .toArray())
        .limit(SAMPLES)
        .toArray(long[][]::new);
  }

  private void run(List<String> command) throws IOException, InterruptedException {
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = process.waitFor(5, TimeUnit.MINUTES);
    process.destroyForcibly();
    assertThat(ended).as(Files.readString(output)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(output)).isZero();
  }
}
