package dev.backplane.compiler.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.calibration.Calibration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The table of networks in the documents says what the import makes of them. With the property
 * {@code backplane.networks.write} the table is written anew.
 */
class NetworkCorpusTest {
  private static final BitWidths WIDTHS = new BitWidths(8, 8);
  private static final Path PAGE = Path.of("../docs/networks.md");
  private static final int MOST_OPERATORS = 6;

  private static final Map<String, Integer> EXTENTS = Map.of();

  private static String row(NetworkCorpus.Entry entry) {
    List<String> operators =
        entry.model().graph().nodes().stream().map(OnnxNode::operator).distinct().sorted().toList();
    String most = operators.stream().limit(MOST_OPERATORS).collect(Collectors.joining(", "));
    String more =
        operators.size() > MOST_OPERATORS
            ? " and " + (operators.size() - MOST_OPERATORS) + " more"
            : "";
    return "| " + entry.name() + " | " + most + more + " | " + result(entry) + " |";
  }

  private static String result(NetworkCorpus.Entry entry) {
    ImportReport report;
    try {
      report = OnnxImport.check(entry.model(), WIDTHS, EXTENTS);
    } catch (CompilerException e) {
      return "refused: " + e.text();
    }
    Optional<ImportedModel> model = report.model();
    if (model.isPresent()) {
      return "imported, " + (model.get().graph().nodes().size() - 2) + " nodes";
    }
    return "refused: "
        + report.refused().stream()
            .map(ImportReport.Refusal::reason)
            .limit(2)
            .collect(Collectors.joining("; "))
            .replace("|", "\\|")
        + (report.refused().size() > 2
            ? "; and " + (report.refused().size() - 2) + " reasons more"
            : "");
  }

  private static String table() {
    StringBuilder table = new StringBuilder();
    List<NetworkCorpus.Entry> all =
        Stream.of(NetworkCorpus.generated(), NetworkCorpus.published())
            .flatMap(List::stream)
            .toList();
    for (String source : all.stream().map(NetworkCorpus.Entry::source).distinct().toList()) {
      table.append("\n### From ").append(source).append("\n\n");
      table.append("| network | operators | what becomes of it |\n| --- | --- | --- |\n");
      all.stream()
          .filter(entry -> entry.source().equals(source))
          .forEach(entry -> table.append(row(entry)).append('\n'));
    }
    return table.toString();
  }

  @Test
  void theTableOfTheDocumentIsThatOfTheImport() throws IOException {
    assumeTrue(NetworkCorpus.isComplete(), "tools/setup has not installed all networks");
    String mark = "## The networks\n";
    String page = Files.readString(PAGE);
    String written = page.substring(0, page.indexOf(mark) + mark.length()) + table();
    if (System.getProperty("backplane.networks.write") != null) {
      Files.writeString(PAGE, written);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(written);
  }

  @Test
  void thereAreSixtyNetworksAndMostOfTheGeneratedOnesAreImported() {
    List<NetworkCorpus.Entry> generated = NetworkCorpus.generated();
    long imported =
        generated.stream()
            .filter(entry -> OnnxImport.check(entry.model(), WIDTHS, EXTENTS).model().isPresent())
            .count();
    assertThat(imported).isGreaterThanOrEqualTo(generated.size() - 10L);
    assumeTrue(NetworkCorpus.isComplete(), "tools/setup has not installed all networks");
    assertThat(generated.size() + NetworkCorpus.published().size()).isGreaterThanOrEqualTo(60);
  }

  /** Each imported network gets formats and types, as a compilation gives them. */
  @Test
  @Tag("nightly")
  void importedNetworksHaveTypesOnceTheyAreQuantised() {
    Compiler compiler = Compiler.load();
    List<String> wrong = new ArrayList<>();
    for (NetworkCorpus.Entry entry : NetworkCorpus.generated()) {
      Optional<ImportedModel> model = OnnxImport.check(entry.model(), WIDTHS, EXTENTS).model();
      try {
        if (model.isPresent()) {
          Calibration formats =
              new Calibration(model.get().graph(), compiler.components()).addNormal(1);
          compiler.infer(compiler.quantize(formats.formats(1)));
        }
      } catch (CompilerException e) {
        wrong.add(entry + ": " + e.getMessage());
      }
    }
    assertThat(wrong).isEmpty();
  }
}
