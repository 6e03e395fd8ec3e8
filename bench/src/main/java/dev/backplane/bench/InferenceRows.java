package dev.backplane.bench;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.backplane.api.Buffer;
import dev.backplane.api.Device;
import dev.backplane.api.Image;
import dev.backplane.api.Kernel;
import dev.backplane.api.RunReport;
import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.calibration.Calibration;
import dev.backplane.compiler.hdl.Design;
import dev.backplane.compiler.onnx.BitWidths;
import dev.backplane.compiler.onnx.ImportedModel;
import dev.backplane.compiler.onnx.OnnxImport;
import dev.backplane.compiler.onnx.OnnxWriter;
import dev.backplane.rtl.images.ImageBuild;
import dev.backplane.rtl.simulators.VerilatorEngine;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.selector.DeviceSelector;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Inference on the software card, which simulates every clock, beside onnxruntime on one core,
 * which computes the same model in real numbers. What a real card would take are the cycles.
 */
final class InferenceRows {
  private static final Perceptron NETWORK = Perceptron.DIGITS;
  private static final int BITS = 8;
  private static final int IMAGES = 500;
  private static final int WARM_UP = 3;
  private static final double MICROS = 1e3;
  private static final Duration LONG = Duration.ofMinutes(5);

  private final Path folder;
  private final int turns;
  private final List<float[]> images = new ArrayList<>();

  InferenceRows(Path folder, Effort effort) {
    this.folder = folder;
    turns = effort.of(1, 5, 15);
    Random random = new Random(2);
    for (int i = 0; i < IMAGES; i++) {
      float[] pixels = new float[NETWORK.inputs()];
      for (int each = 0; each < pixels.length; each++) {
        pixels[each] = random.nextFloat();
      }
      images.add(pixels);
    }
  }

  /**
   * The times of images on a card.
   *
   * @param cycles clock cycles for one image
   * @param micros wall-clock time for one image
   */
  private record CardTimes(double cycles, double micros) {}

  List<Row> measure() throws IOException, OrtException {
    byte[] model = OnnxWriter.toBytes(NETWORK.model());
    double one = onnxruntime(model, 1);
    double many = onnxruntime(model, IMAGES);
    Image image = image();
    CardTimes jvm = card(image, "jvm");
    List<Row> rows = new ArrayList<>();
    String what = "perceptron " + NETWORK.name() + ", " + BITS + " bits: ";
    rows.add(Row.alone(what + "clock cycles of one image", "cycles", jvm.cycles()));
    rows.add(
        Row.alone(
            what + "clock of a card as fast as onnxruntime, image by image",
            "MHz",
            jvm.cycles() / one));
    rows.add(cost(what + "simulated by the jvm engine", jvm, "one image a call", one));
    rows.add(cost(what + "simulated by the jvm engine", jvm, IMAGES + " images a call", many));
    if (VerilatorEngine.isAvailable()) {
      CardTimes verilator = card(image, "verilator");
      rows.add(
          cost(what + "simulated by the verilator engine", verilator, "one image a call", one));
    }
    return rows;
  }

  private static Row cost(String what, CardTimes card, String peer, double theirs) {
    return Row.cost(
        what + ", one image", "us", card.micros(), "onnxruntime, one core, " + peer, theirs);
  }

  private Image image() throws IOException {
    Compiler compiler = Compiler.load();
    ImportedModel imported = OnnxImport.of(NETWORK.model(), new BitWidths(BITS, BITS));
    Calibration calibration = new Calibration(imported.graph(), compiler.components());
    for (float[] pixels : images.subList(0, 50)) {
      double[] elements = new double[pixels.length];
      for (int i = 0; i < elements.length; i++) {
        elements[i] = pixels[i];
      }
      calibration.add(Map.of("in", imported.inputTensor(elements)));
    }
    Design design =
        compiler
            .verilog()
            .lower("perceptron", compiler.infer(compiler.quantize(calibration.formats(1))));
    Path sources = Files.createTempDirectory(folder, "inference").resolve("verilog");
    List<Path> files = design.write(sources);
    Path description = sources.resolve(design.description().name());
    return Image.of(design.top(), ImageBuild.of(files).kernel(description).build(_ -> {}).bytes());
  }

  private CardTimes card(Image image, String engine) throws IOException {
    Path configuration =
        Files.writeString(
            Files.createTempFile(folder, "card", ".json"),
            """
            {"plugins": [{"module": "softcard",
              "config": {"cards": [{"name": "card0", "engine": "%s"}]}}]}
            """
                .formatted(engine));
    int[] words = new int[IMAGES * NETWORK.inputs()];
    int next = 0;
    for (float[] pixels : images) {
      for (float pixel : pixels) {
        words[next++] = (int) (pixel * ((1 << (BITS - 1)) - 1));
      }
    }
    List<Double> times = new ArrayList<>();
    long cycles = 0;
    try (Backplane backplane = Backplane.open(configuration);
        Device card = backplane.find(DeviceSelector.parse("softcard:*")).open()) {
      Kernel kernel = card.load(image).kernel(image.name());
      try (Buffer in = kernel.buffer("input", 4L * words.length);
          Buffer out = kernel.buffer("output", 4L * IMAGES * NETWORK.outputs())) {
        for (int turn = -WARM_UP; turn < turns; turn++) {
          long start = System.nanoTime();
          in.write(words).sync();
          RunReport report = kernel.start(in, out, IMAGES).await(LONG);
          out.syncBack().read(new int[IMAGES * NETWORK.outputs()]);
          if (turn >= 0) {
            times.add((System.nanoTime() - start) / MICROS / IMAGES);
          }
          cycles = report.cycles();
        }
      }
    }
    return new CardTimes((double) cycles / IMAGES, Turns.least(times));
  }

  /** Microseconds for one image. */
  private double onnxruntime(byte[] model, int batch) throws OrtException {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    List<Double> times = new ArrayList<>();
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      try (OrtSession session = environment.createSession(model, options)) {
        for (int turn = -WARM_UP; turn < turns; turn++) {
          long start = System.nanoTime();
          for (int first = 0; first < IMAGES; first += batch) {
            FloatBuffer pixels = FloatBuffer.allocate(batch * NETWORK.inputs());
            images.subList(first, first + batch).forEach(pixels::put);
            long[] shape = {batch, NETWORK.inputs()};
            try (OnnxTensor input = OnnxTensor.createTensor(environment, pixels.flip(), shape);
                OrtSession.Result result = session.run(Map.of("in", input))) {
              assert result.size() == 1;
            }
          }
          if (turn >= 0) {
            times.add((System.nanoTime() - start) / MICROS / IMAGES);
          }
        }
      }
    }
    return Turns.least(times);
  }
}
