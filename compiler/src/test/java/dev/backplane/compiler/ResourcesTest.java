package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.hdl.Design;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.Wrapper;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.resource.ResourceEstimate;
import dev.backplane.compiler.resource.Resources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is estimated, beside what yosys finds in the same design. */
class ResourcesTest {
  private static final Pattern CELL = Pattern.compile("\\s+\\$(\\w+?)_(\\d+) +(\\d+)");
  private static final Pattern MEMORY = Pattern.compile("Number of memory bits: +(\\d+)");

  @TempDir Path folder;

  private final Compiler compiler = Compiler.load();

  @Test
  void aLinearLayerNeedsWhatItsLanesNeed() {
    ResourceEstimate estimate = compiler.resources().estimate(typed(Networks.perceptron(3, 7)));

    assertThat(estimate.nodes()).containsOnlyKeys("linear0", "relu1", "linear2");
    assertThat(estimate.nodes()).containsEntry("relu1", Resources.NONE);
    assertThat(estimate.nodes().firstEntry().getValue().multipliers()).isEqualTo(7);
    assertThat(estimate.nodes().firstEntry().getValue().memoryBits()).isEqualTo(6 * 7 * 6);
    assertThat(estimate.unknown()).isEmpty();
  }

  @Test
  void aNodeOfWhichNothingIsKnownIsNamed() {
    HdlInstance other = HdlInstance.of("other", List.of());
    assertThat(compiler.verilog().handlers().override("sign", _ -> other)).isNotNull();
    Graph graph =
        Networks.chain(Networks.input(8, 5, 3), List.of(Attributes.NONE), List.of("sign"));
    ResourceEstimate estimate = compiler.resources().estimate(typed(graph));

    assertThat(estimate.unknown()).containsExactly("sign0");
    assertThat(estimate.total()).isEqualTo(estimate.wrapper());
  }

  @Test
  void branchesHaveForksAndQueues() {
    ResourceEstimate estimate = compiler.resources().estimate(typed(Networks.residual()));

    // Three nodes read the input, of 24 elements of 6 bits.
    assertThat(estimate.nodes()).containsKey("in");
    assertThat(estimate.nodes().firstEntry().getValue())
        .isEqualTo(new Resources(0, 3 * 4, 2 * 2 + 3 * (1 + 2 * 5 + 5 + 6), 3 * 24 * 6));
  }

  static List<Example> examples() {
    return Example.all();
  }

  @ParameterizedTest
  @MethodSource("examples")
  @EnabledIf("dev.backplane.compiler.Tools#haveYosys")
  void yosysFindsWhatIsEstimated(Example example) throws Exception {
    check(example.graph(), Wrapper.KERNEL);
  }

  @ParameterizedTest
  @EnumSource
  @EnabledIf("dev.backplane.compiler.Tools#haveYosys")
  void yosysFindsWhatIsAroundANetwork(Wrapper wrapper) throws Exception {
    check(Networks.perceptron(1, 2), wrapper);
  }

  @ParameterizedTest
  @MethodSource("uses")
  @Tag("nightly")
  @EnabledIf("dev.backplane.compiler.Tools#haveYosys")
  void yosysFindsWhatIsEstimatedOfEveryUse(String use) throws Exception {
    check(FunctionNetworks.all().getOrDefault(use, Graph.builder().build()), Wrapper.KERNEL);
  }

  static List<String> uses() {
    return List.copyOf(FunctionNetworks.all().keySet());
  }

  private void check(Graph graph, Wrapper wrapper) throws Exception {
    TypedGraph typed = typed(graph);
    ResourceEstimate estimate = compiler.resources().estimate(typed, wrapper);
    assertThat(estimate.unknown()).isEmpty();
    Resources total = estimate.total();

    Resources found = found(typed, wrapper);

    assertThat(found.multipliers()).isEqualTo(total.multipliers());
    if (hasConstantLayers(graph)) {
      // What sums have in common is there once.
      assertThat(found.adders()).isLessThanOrEqualTo(total.adders());
      assertThat(found.registerBits()).isLessThanOrEqualTo(total.registerBits());
      return;
    }
    assertThat(found.adders()).isEqualTo(total.adders());
    // A counter up to one, for example, is none.
    assertThat(found.registerBits()).isCloseTo(total.registerBits(), withinPercentage(1));
    // To yosys, a small read-only memory is logic, and others have 2^n words.
    assertThat(found.memoryBits()).isLessThanOrEqualTo(2 * total.memoryBits());
  }

  /** {@return whether a layer has all its weights at once} */
  private static boolean hasConstantLayers(Graph graph) {
    return graph.nodes().stream()
        .anyMatch(
            node ->
                node.attributes().has("simd")
                    && (long) node.attributes().integer("simd") * node.attributes().integer("lanes")
                        == weights(node.attributes()));
  }

  private static int weights(Attributes attributes) {
    return switch (attributes.get("weights", Attribute.class)) {
      case RealTensor reals -> reals.size();
      case IntegerTensor integers -> integers.size();
      default -> 0;
    };
  }

  private TypedGraph typed(Graph graph) {
    return compiler.infer(compiler.quantize(graph));
  }

  private Resources found(TypedGraph graph, Wrapper wrapper) throws Exception {
    Design design = compiler.verilog().lower("net", graph, wrapper);
    List<Path> files = design.write(folder.resolve("design"));
    Path output = folder.resolve("stat.txt");
    String script =
        "read_verilog "
            + String.join(" ", files.stream().map(Path::toString).toList())
            + "; hierarchy -check -top "
            + design.top()
            + "; proc; flatten; opt; stat -width";
    Process process =
        new ProcessBuilder("yosys", "-p", script)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = process.waitFor(2, TimeUnit.MINUTES);
    process.destroyForcibly();
    String text = Files.readString(output);
    assertThat(ended).as(text).isTrue();
    String statistics = text.substring(text.indexOf("=== " + design.top() + " ==="));
    long[] found = new long[3];
    CELL.matcher(statistics)
        .results()
        .forEach(
            cell -> {
              long count = Long.parseLong(cell.group(3));
              switch (cell.group(1)) {
                case "mul" -> found[0] += count;
                case "add", "sub" -> found[1] += count;
                case String type when type.contains("dff") ->
                    found[2] += count * Long.parseLong(cell.group(2));
                default -> {}
              }
            });
    var memory = MEMORY.matcher(statistics);
    assertThat(memory.find()).isTrue();
    return new Resources(found[0], found[1], found[2], Long.parseLong(memory.group(1)));
  }
}
