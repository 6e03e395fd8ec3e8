package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.resource.ResourceEstimate;
import dev.backplane.compiler.resource.Resources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    Graph graph =
        Networks.chain(Networks.input(8, 5, 3), List.of(Attributes.NONE), List.of("sign"));
    ResourceEstimate estimate = compiler.resources().estimate(typed(graph));

    assertThat(estimate.unknown()).containsExactly("sign0");
    assertThat(estimate.total()).isEqualTo(estimate.kernel());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  @EnabledIf("dev.backplane.compiler.Tools#haveYosys")
  void yosysFindsWhatIsEstimatedOfLinearLayers(int lanes) throws Exception {
    check(Networks.perceptron(lanes, lanes), 0);
  }

  @Test
  @EnabledIf("dev.backplane.compiler.Tools#haveYosys")
  void yosysFindsAboutWhatIsEstimatedOfConvolutions() throws Exception {
    Attributes convolution =
        Networks.realWeights(4, 6, 2, 3, 3)
            .with("stride", Networks.numbers(2, 3))
            .with("padding", Networks.numbers(1, 2, 1, 2))
            .with("lanes", 2);
    check(
        Networks.chain(Networks.input(6, 3, 5, 9, 3), List.of(convolution), List.of("conv2d")), 8);
  }

  private void check(Graph graph, int percentOfAdders) throws Exception {
    TypedGraph typed = typed(graph);
    Resources estimate = compiler.resources().estimate(typed).total();

    Resources found = found(typed);

    assertThat(found.multipliers()).isEqualTo(estimate.multipliers());
    assertThat(found.adders()).isCloseTo(estimate.adders(), withinPercentage(percentOfAdders));
    // A counter up to one, for example, is none.
    assertThat(found.registerBits()).isCloseTo(estimate.registerBits(), withinPercentage(1));
    // To yosys, a small read-only memory is logic, and others have 2^n words.
    assertThat(found.memoryBits()).isPositive().isLessThan(2 * estimate.memoryBits());
  }

  private TypedGraph typed(Graph graph) {
    return compiler.infer(compiler.quantize(graph));
  }

  private Resources found(TypedGraph graph) throws Exception {
    List<Path> files = compiler.verilog().lower("net", graph).write(folder.resolve("design"));
    Path output = folder.resolve("stat.txt");
    String script =
        "read_verilog "
            + String.join(" ", files.stream().map(Path::toString).toList())
            + "; hierarchy -check -top net; proc; flatten; opt; stat -width";
    Process process =
        new ProcessBuilder("yosys", "-p", script)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = process.waitFor(2, TimeUnit.MINUTES);
    process.destroyForcibly();
    String text = Files.readString(output);
    assertThat(ended).as(text).isTrue();
    String statistics = text.substring(text.indexOf("=== net ==="));
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
