package dev.backplane.compiler;

import dev.backplane.api.Buffer;
import dev.backplane.api.Device;
import dev.backplane.api.Image;
import dev.backplane.api.Kernel;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.hdl.Design;
import dev.backplane.compiler.hdl.HdlPass;
import dev.backplane.rtl.images.ImageBuild;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.selector.DeviceSelector;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Runs networks on a software card. */
final class CardRun {
  private static final Duration DEADLINE = Duration.ofMinutes(2);

  private CardRun() {}

  /** {@return the outputs for these inputs, from an image that is built in the folder} */
  static long[][] outputs(HdlPass pass, TypedGraph graph, Path folder, long[][] inputs) {
    Design design = pass.lower("network", graph);
    Path sources = folder.resolve("design");
    Image image =
        Image.of(
            "network",
            ImageBuild.of(design.write(sources))
                .kernel(sources.resolve(design.description().name()))
                .build(_ -> {})
                .bytes());
    int[] input =
        Stream.of(inputs).flatMapToLong(LongStream::of).mapToInt(Math::toIntExact).toArray();
    int size = graph.type(graph.order().getLast()).shape().size();
    int[] output = new int[size * inputs.length];
    try (Backplane backplane = Backplane.open();
        Device device = backplane.find(DeviceSelector.parse("softcard:*")).open()) {
      Kernel kernel = device.load(image).kernel("network");
      try (Buffer in = kernel.buffer("input", Math.max(4, 4L * input.length));
          Buffer out = kernel.buffer("output", Math.max(4, 4L * output.length))) {
        in.write(input).sync();
        kernel.start(in, out, inputs.length).await(DEADLINE);
        out.syncBack().read(output);
      }
    }
    long[][] outputs = new long[inputs.length][size];
    for (int i = 0; i < output.length; i++) {
      outputs[i / size][i % size] = output[i];
    }
    return outputs;
  }
}
