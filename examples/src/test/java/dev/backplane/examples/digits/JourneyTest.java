package dev.backplane.examples.digits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.api.Device;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.selector.DeviceSelector;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From digits to a card, on drawn digits and on handwritten ones. */
class JourneyTest {
  @TempDir Path folder;

  @BeforeEach
  void builds() {
    boolean found;
    try {
      FrontEnd.find(Duration.ofMinutes(1));
      found = true;
    } catch (RtlException e) {
      found = false;
    }
    assumeTrue(found, "nothing here elaborates Verilog; tools/setup installs it");
  }

  @Test
  void theCardReadsDrawnDigitsAsTheInterpreterDoes() throws Exception {
    Findings findings = go(perceptron(), DrawnDigits.set(500, 60, 5), "jvm");

    assertThat(findings.card().equal()).isEqualTo(60);
    assertThat(findings.card().confusion().accuracy()).isGreaterThan(0.8);
    assertThat(findings.accuracies()).containsOnlyKeys(2, 3, 4, 5, 6);
    assertThat(findings.card().cyclesPerDigit()).isBetween(784L, 3000L);
    assertThat(findings.hardware().estimate().total().multipliers()).isEqualTo(8 + 10 + 2);
    assertThat(folder.resolve("out")).isDirectoryContaining("glob:**digits.{onnx,xclbin}");
    assertThat(texts(folder.resolve("out/report.svg")))
        .contains("Accuracy by bit width", "bits of weights and activations", "taken for");
  }

  @Test
  @Tag("nightly")
  void aConvolutionReadsDrawnDigitsOnTheCardAsTheInterpreterDoes() throws Exception {
    Findings findings =
        go(
            new Journey.Plan(
                new ConvolutionalNetwork(3, 1), new Training(8, 0.02, 1), 6, List.of(2), false),
            DrawnDigits.set(500, 60, 5),
            "jvm");

    assertThat(findings.card().equal()).isEqualTo(60);
    assertThat(findings.card().confusion().accuracy()).isGreaterThan(0.8);
    assertThat(findings.runs()).extracting(LaneRun::lanes).containsExactly(2, 10);
  }

  @ParameterizedTest
  @ValueSource(strings = {"jvm", "verilator"})
  @Tag("nightly")
  void theWholeTestSetIsReadAsTheInterpreterDoes(String engine) throws Exception {
    Findings findings = go(Digits.perceptron(), handwritten(), engine);

    assertThat(findings.card().equal()).isEqualTo(2000);
    assertThat(findings.realAccuracy()).isGreaterThan(0.93);
    assertThat(findings.card().confusion().accuracy()).isGreaterThan(0.93);
    assertThat(findings.accuracies()).containsEntry(8, findings.card().confusion().accuracy());
    assertThat(findings.runs()).extracting(LaneRun::multipliers).containsExactly(16L, 26L, 42L);
  }

  @Test
  @Tag("nightly")
  void aConvolutionReadsMoreOfIt() throws Exception {
    Findings findings = go(Digits.convolution(), handwritten(), "verilator");

    assertThat(findings.card().equal()).isEqualTo(2000);
    assertThat(findings.card().confusion().accuracy()).isGreaterThan(0.95);
  }

  private static Journey.Plan perceptron() {
    return new Journey.Plan(new Perceptron(8, 1), new Training(8, 0.02, 1), 6, List.of(), false);
  }

  private Findings go(Journey.Plan plan, DigitSet digits, String engine) throws IOException {
    Path configuration =
        Files.writeString(
            folder.resolve("backplane.json"),
            """
            {"plugins": [{"module": "softcard",
              "config": {"cards": [{"name": "card0", "engine": "%s"}]}}]}
            """
                .formatted(engine));
    PrintStream out = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    try (Backplane backplane = Backplane.open(configuration);
        Device card = backplane.find(DeviceSelector.parse("softcard:*")).open()) {
      return new Journey(plan, digits, folder.resolve("out"), out, false).go(card);
    }
  }

  private DigitSet handwritten() throws Exception {
    Path words = folder.resolve("fetch.txt");
    Process fetch =
        new ProcessBuilder("bash", "examples/digits/fetch")
            .redirectErrorStream(true)
            .redirectOutput(words.toFile())
            .start();
    boolean ended = fetch.waitFor(5, TimeUnit.MINUTES);
    fetch.destroyForcibly();
    String said = Files.readString(words).strip();
    assumeTrue(ended && fetch.exitValue() == 0, "there are no handwritten digits here: " + said);
    return DigitPackage.read(Path.of(said));
  }

  private static List<String> texts(Path svg) throws Exception {
    var texts =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(svg.toFile())
            .getElementsByTagName("text");
    return IntStream.range(0, texts.getLength())
        .mapToObj(i -> texts.item(i).getTextContent())
        .toList();
  }
}
