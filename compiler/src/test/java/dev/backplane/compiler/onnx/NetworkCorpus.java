package dev.backplane.compiler.onnx;

import static dev.backplane.compiler.onnx.TypicalModels.numbers;
import static dev.backplane.compiler.onnx.TypicalModels.whole;

import dev.backplane.ffi.UserCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The networks that imports are tried on: generated ones, and published ones where they are. */
final class NetworkCorpus {
  private static final Path CONFORMANCE =
      Path.of("/usr/share/libonnx-testdata/data/pytorch-converted");

  private NetworkCorpus() {}

  /**
   * A network.
   *
   * @param name its name
   * @param source where it is from
   * @param model the network
   */
  record Entry(String name, String source, OnnxModel model) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** {@return the networks with the shapes and operators of published ones, and random weights} */
  static List<Entry> generated() {
    List<Entry> all = new ArrayList<>();
    all.addAll(tiny());
    all.addAll(hls4ml());
    all.addAll(qonnx());
    all.addAll(others());
    return all;
  }

  private static Entry entry(String name, String source, OnnxModel model) {
    return new Entry(name, source, model);
  }

  /** The four networks of the benchmark for small devices. */
  private static List<Entry> tiny() {
    String source = "tiny ML benchmark";
    TypicalModels features = TypicalModels.of(1, 640);
    int inputs = 640;
    for (int outputs : new int[] {128, 128, 128, 128, 8, 128, 128, 128, 128}) {
      features.dense(inputs, outputs).from(features.last(), outputs).normalized().then("Relu");
      inputs = outputs;
    }
    TypicalModels words = TypicalModels.of(1, 1, 49, 10);
    words.then(
        "Conv",
        Map.of("pads", numbers(5, 1, 5, 1), "strides", numbers(2, 2)),
        words.normal(64, 1, 10, 4));
    words.from(words.last(), 64).normalized().then("Relu");
    for (int i = 0; i < 4; i++) {
      words.conv(64, 3, 1, 64).normalized().then("Relu");
      words.conv(64, 1, 1, 1).normalized().then("Relu");
    }
    words.then("GlobalAveragePool").then("Flatten").dense(64, 12).then("Softmax");
    return List.of(
        entry("autoencoder of anomaly detection", source, features.dense(128, 640).build()),
        entry("DS-CNN, keyword spotting", source, words.build()),
        entry("MobileNetV1 0.25, visual wake words", source, mobile(96, 8, 2)),
        entry("ResNet-8", source, residual(false)));
  }

  /** Depthwise and pointwise convolutions in turn. */
  private static OnnxModel mobile(int size, int first, int classes) {
    TypicalModels model = TypicalModels.of(1, 3, size, size);
    model.conv(first, 3, 2, 1).normalized().then("Clip", model.number(0), model.number(6));
    int channels = first;
    int[] strides = {1, 2, 1, 2, 1, 2, 1, 1, 1, 1, 1, 2, 1};
    for (int stride : strides) {
      model.conv(channels, 3, stride, channels).normalized().then("Relu");
      boolean isWider = stride == 2 || channels == first;
      channels = isWider && channels < 32 * first ? 2 * channels : channels;
      model.conv(channels, 1, 1, 1).normalized().then("Relu");
    }
    return model.then("GlobalAveragePool").then("Flatten").dense(channels, classes).build();
  }

  private static OnnxModel residual(boolean isQuantized) {
    TypicalModels model = TypicalModels.of(1, 3, 32, 32).conv(16, 3, 1, 1).normalized();
    activation(model, isQuantized);
    int channels = 16;
    for (int wider : new int[] {16, 32, 64}) {
      String before = model.last();
      int stride = wider == channels ? 1 : 2;
      activation(model.conv(wider, 3, stride, 1).normalized(), isQuantized);
      model.conv(wider, 3, 1, 1).normalized();
      String deep = model.last();
      if (stride == 2) {
        model.from(before, channels).conv(wider, 1, 2, 1);
      } else {
        model.from(before, channels);
      }
      activation(model.then("Add", deep), isQuantized);
      model.from(model.last(), wider);
      channels = wider;
    }
    model.pool("AveragePool", 8).then("Flatten").dense(64, 10);
    return isQuantized ? model.build() : model.then("Softmax").build();
  }

  private static void activation(TypicalModels model, boolean isQuantized) {
    model.then("Relu");
    if (isQuantized) {
      model.quant(0.25, 4, false);
    }
  }

  private static List<Entry> hls4ml() {
    String source = "hls4ml examples";
    TypicalModels jets = TypicalModels.of(1, 16);
    jets.dense(16, 64).then("Relu").dense(64, 32).then("Relu").dense(32, 32).then("Relu");
    TypicalModels normalized = TypicalModels.of(1, 16);
    normalized.dense(16, 64).then("Unsqueeze", normalized.wholes(2)).from(normalized.last(), 64);
    normalized.normalized().then("Squeeze", normalized.wholes(2)).then("Relu").dense(64, 5);
    TypicalModels sequence = TypicalModels.of(1, 10, 4);
    sequence.then("Transpose", Map.of("perm", numbers(0, 2, 1))).from(sequence.last(), 4);
    sequence.conv1d(3, 4, 1).then("Relu").conv1d(2, 4, 1).then("Relu");
    sequence.then("Transpose", Map.of("perm", numbers(0, 2, 1)));
    sequence.then("Flatten", Map.of("axis", whole(0))).dense(20, 5).then("Softmax");
    TypicalModels picture = TypicalModels.of(1, 25, 25, 1);
    picture.then("Transpose", Map.of("perm", numbers(0, 3, 1, 2))).from(picture.last(), 1);
    picture.conv(5, 3, 2, 1).then("Selu").normalized().conv(3, 5, 2, 1).then("Selu");
    picture.pool("MaxPool", 2).then("Transpose", Map.of("perm", numbers(0, 2, 3, 1)));
    picture.then("Flatten", Map.of("axis", whole(0))).dense(27, 10).then("Softmax");
    TypicalModels digits = TypicalModels.of(1, 1, 28, 28);
    digits.conv(6, 5, 1, 1).then("Relu").pool("AveragePool", 2);
    digits.conv(16, 5, 1, 1).then("Tanh").pool("MaxPool", 2).then("Flatten").dense(784, 10);
    TypicalModels houses = TypicalModels.of(1, 3, 32, 32);
    houses.conv(16, 3, 1, 1).normalized().then("Relu").pool("MaxPool", 2);
    houses.conv(24, 3, 1, 1).normalized().then("Relu").pool("MaxPool", 2).then("Flatten");
    return List.of(
        entry("jets of three layers", source, jets.dense(32, 5).then("Softmax").build()),
        entry("layers with normalisation, of old exports", source, normalized.build()),
        entry("convolutions of a sequence", source, sequence.build()),
        entry("convolutions of a picture, with SELU", source, picture.build()),
        entry("LeNet-5", source, digits.build()),
        entry("house numbers", source, houses.dense(1536, 10).build()),
        entry("LSTM of steps", source, SequenceModels.batchFirst()),
        entry("stacked LSTM", source, SequenceModels.stacked()),
        entry("GRU of steps", source, recurrent("GRU", 3)),
        entry("simple recurrent layer", source, recurrent("RNN", 1)));
  }

  private static OnnxModel recurrent(String operator, int gates) {
    TypicalModels model = TypicalModels.of(1, 8, 4);
    model.then("Transpose", Map.of("perm", numbers(1, 0, 2)));
    return model
        .then(
            operator,
            Map.of("hidden_size", whole(6)),
            model.normal(1, gates * 6, 4),
            model.normal(1, gates * 6, 6))
        .build();
  }

  private static List<Entry> qonnx() {
    String source = "QONNX model zoo";
    List<Entry> all = new ArrayList<>();
    for (String bits : List.of("1W1A", "1W2A", "2W2A")) {
      int weights = bits.charAt(0) - '0';
      int activations = bits.charAt(2) - '0';
      all.add(entry("TFC " + bits, source, digits(64, weights, activations)));
      all.add(entry("LFC " + bits, source, digits(256, weights, activations)));
      all.add(entry("CNV " + bits, source, pictures(weights, activations)));
    }
    TypicalModels words = TypicalModels.of(1, 1, 10, 49).quant(0.125, 8, true).then("Flatten");
    words.brevitas(490, 256, 3, 3).brevitas(256, 256, 3, 3).brevitas(256, 12, 3, 8);
    all.add(entry("keyword spotting of 3 bits", source, words.build()));
    TypicalModels attacks = TypicalModels.of(1, 600);
    attacks.then("Add", attacks.number(1)).then("Div", attacks.number(2));
    attacks.brevitas(600, 64, 2, 2).brevitas(64, 64, 2, 2).brevitas(64, 1, 2, 1);
    all.add(entry("network attacks, 2 bits", source, attacks.build()));
    TypicalModels scaled = TypicalModels.of(1, 32).quant(0.0578, 8, true);
    all.add(entry("a scale that is no power of two", source, scaled.dense(32, 4).build()));
    all.add(entry("ResNet-8 of 4 bits", source, residual(true)));
    TypicalModels counted = TypicalModels.of(1, 16);
    counted.then("MatMul", counted.quantized(0.25, 4, 16, 8));
    counted.then(
        "MultiThreshold", Map.of("out_scale", new OnnxAttribute.Real(1)), counted.normal(8, 3));
    all.add(entry("thresholds of FINN", source, counted.dense(8, 3).build()));
    TypicalModels cut = TypicalModels.of(1, 4, 8, 8).quant(0.125, 8, true);
    cut.pool("AveragePool", 8).then("Mul", cut.number(64)).quant(0.125, 14, true);
    cut.then("Trunc", cut.number(0.125), cut.number(0), cut.number(14), cut.number(8));
    all.add(entry("a sum without its last bits", source, cut.then("Flatten").build()));
    TypicalModels radio = TypicalModels.of(1, 2, 256);
    for (int i = 0; i < 4; i++) {
      radio.conv1d(32, 3, 1).normalized().then("Relu").quant(0.25, 4, false);
      radio.then("MaxPool", Map.of("kernel_shape", numbers(2), "strides", numbers(2)));
    }
    all.add(
        entry(
            "radio signals, VGG of sequences",
            source,
            radio.then("Flatten").dense(512, 24).build()));
    return all;
  }

  private static OnnxModel digits(int width, int weightBits, int bits) {
    TypicalModels model = TypicalModels.of(1, 1, 28, 28);
    model.then("Reshape", model.wholes(1, -1)).then("Mul", model.number(2));
    model.then("Sub", model.number(1));
    if (bits == 1) {
      model.then("BipolarQuant", model.number(1));
    } else {
      model.quant(0.5, 2, true);
    }
    model.brevitas(784, width, weightBits, bits).brevitas(width, width, weightBits, bits);
    String weights = model.quantized(1, weightBits, 10, width);
    return model.then("Gemm", Map.of("transB", whole(1)), weights).build();
  }

  private static OnnxModel pictures(int weightBits, int bits) {
    TypicalModels model = TypicalModels.of(1, 3, 32, 32).quant(0.0078125, 8, true);
    int before = 3;
    for (int channels : new int[] {32, 32, 64, 64, 128}) {
      String weights =
          model.quantized(weightBits == 1 ? 1 : 0.0625, weightBits, channels, before, 3, 3);
      model.then("Conv", Map.of(), weights).from(model.last(), channels).normalized();
      if (bits == 1) {
        model.then("BipolarQuant", model.number(1));
      } else {
        model.quant(0.5, bits, true);
      }
      if (before == channels) {
        model.pool("MaxPool", 2).from(model.last(), channels);
      }
      before = channels;
    }
    model.then("Flatten").brevitas(1152, 64, weightBits, bits);
    return model.then("MatMul", model.quantized(1, weightBits, 64, 10)).build();
  }

  private static List<Entry> others() {
    String source = "others";
    TypicalModels mixer = TypicalModels.of(1, 16, 32);
    mixer.then("MatMul", mixer.normal(32, 24)).then("Add", mixer.normal(24)).then("Relu");
    mixer.then("Transpose", Map.of("perm", numbers(0, 2, 1))).then("MatMul", mixer.normal(16, 8));
    mixer.then("ReduceMean", Map.of("axes", numbers(1))).dense(8, 4);
    TypicalModels time = TypicalModels.of(1, 4, 64);
    for (int dilation : new int[] {1, 2, 4, 8}) {
      time.conv1d(16, 3, dilation).then("Relu");
    }
    TypicalModels excited = TypicalModels.of(1, 8, 8, 8).conv(8, 3, 1, 1).then("Relu");
    String trunk = excited.last();
    excited.then("GlobalAveragePool").conv(2, 1, 1, 1).then("Relu").conv(8, 1, 1, 1);
    excited.then("Sigmoid").then("Mul", trunk);
    TypicalModels segments = TypicalModels.of(1, 3, 16, 16).conv(8, 3, 2, 1).then("Relu");
    segments.then(
        "ConvTranspose",
        Map.of("strides", numbers(2, 2), "kernel_shape", numbers(2, 2)),
        segments.normal(8, 2, 2, 2));
    TypicalModels larger = TypicalModels.of(1, 2, 8, 8).conv(4, 3, 1, 1);
    larger.then("Upsample", larger.normal(4));
    TypicalModels attention = TypicalModels.of(1, 8, 16);
    String queries = attention.aside("MatMul", Map.of(), "x", attention.normal(16, 16));
    String keys = attention.aside("MatMul", Map.of(), "x", attention.normal(16, 16));
    String turned = attention.aside("Transpose", Map.of("perm", numbers(0, 2, 1)), keys);
    attention.from(queries, 16).then("MatMul", turned).then("Softmax");
    TypicalModels pixels = TypicalModels.of(1, 3, 16, 16);
    pixels.then(
        "Sub", pixels.aside("Reshape", Map.of(), pixels.normal(3), pixels.wholes(1, 3, 1, 1)));
    pixels.then("Div", pixels.number(58)).conv(8, 3, 2, 1).then("LeakyRelu").then("Flatten");
    TypicalModels padded = TypicalModels.of(1, 4, 9, 9).conv(4, 3, 1, 1);
    padded.then("AveragePool", Map.of("kernel_shape", numbers(3, 3), "pads", numbers(1, 1, 1, 1)));
    TypicalModels powers = TypicalModels.of(1, 12).dense(12, 12);
    powers.then("Pow", powers.number(2)).dense(12, 3);
    TypicalModels activated = TypicalModels.of(1, 12).dense(12, 12).then("Mish");
    activated.dense(12, 12).then("Elu").dense(12, 12).then("HardSigmoid").dense(12, 3);
    return List.of(
        entry("layers over time and over features", source, mixer.build()),
        entry("dilated convolutions of a sequence", source, time.build()),
        entry("squeeze and excite", source, excited.build()),
        entry("segments of a picture", source, segments.build()),
        entry("a larger picture", source, larger.build(9)),
        entry("attention", source, attention.build()),
        entry("normalised pixels", source, pixels.dense(512, 4).build()),
        entry("averages without their padding", source, padded.build()),
        entry("a power", source, powers.build()),
        entry("four activations", source, activated.build(18)),
        entry("quantised with zero points", source, QuantizedModels.qcdq()),
        entry("quantised convolutions", source, QuantizedModels.pictures()),
        entry("quantised branches", source, QuantizedModels.joined()),
        entry("layers of signs", source, QuantizedModels.signs()),
        entry("fire module", source, OnnxModels.fire()),
        entry("residual block", source, OnnxModels.residual()),
        entry("pictures with channels last", source, OnnxModels.channelsLast()));
  }

  /** {@return the networks of npm packages, and Debian's, as far as they are there} */
  static List<Entry> published() {
    List<Entry> all = new ArrayList<>();
    for (String folder : List.of("openwakeword", "networks")) {
      UserCache.folder(folder).ifPresent(path -> all.addAll(files(path, "npm", 1, "")));
    }
    all.addAll(files(CONFORMANCE, "libonnx-testdata", 2, "test_"));
    return all;
  }

  private static List<Entry> files(Path folder, String source, int depth, String prefix) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder, depth)) {
      return files
          .filter(file -> file.toString().endsWith(".onnx"))
          .sorted()
          .map(file -> read(file, source, prefix))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Entry read(Path file, String source, String prefix) {
    String name = file.getFileName().toString().replaceFirst("[.]onnx$", "");
    String folder = String.valueOf(file.getParent().getFileName());
    return new Entry(
        name.equals("model") ? folder.substring(prefix.length()) : name,
        source,
        OnnxReader.read(file));
  }

  /** {@return whether all published networks are there} */
  static boolean isComplete() {
    return published().size() >= 70
        && UserCache.folder("networks").filter(Files::isDirectory).isPresent();
  }
}
