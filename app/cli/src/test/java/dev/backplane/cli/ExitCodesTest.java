package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.cli.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Exit codes have one list, which help texts and documents show. */
class ExitCodesTest {
  private static List<CommandSpec> commands() {
    return AllCommands.commands().map(CommandLine::getCommandSpec).toList();
  }

  @Test
  void everyHelpTextTellsTheExitCodes() {
    for (CommandSpec command : commands()) {
      Map<String, String> codes = command.usageMessage().exitCodeList();
      assertThat(codes).containsKeys("0", "1", "2", "130");
      String help = command.commandLine().getUsageMessage().replaceAll("\\s+", " ");
      codes.forEach((code, meaning) -> assertThat(help).contains(code + " " + meaning));
    }
  }

  @Test
  void codesAreInTheOrderOfTheirNumbers() {
    CommandSpec exec =
        commands().stream().filter(each -> each.name().equals("exec")).findFirst().orElseThrow();
    assertThat(exec.usageMessage().exitCodeList().keySet())
        .containsExactly("0", "1", "2", "124", "126", "127", "128+N", "130");
  }

  @Test
  void theDocumentHasTheSameList() throws IOException {
    List<String> rows = new ArrayList<>();
    ExitCode.COMMON.forEach((code, meaning) -> rows.add("| " + code + " | " + meaning + " |"));
    ExitCode.SIGNALS.forEach((code, meaning) -> rows.add("| " + code + " | " + meaning + " |"));
    for (CommandSpec command : commands()) {
      String name = command.qualifiedName().replaceFirst("^backplane ?", "");
      command
          .usageMessage()
          .exitCodeList()
          .forEach(
              (code, meaning) -> {
                if (!meaning.equals(ExitCode.COMMON.get(code))) {
                  rows.add("| `%s` | %s | %s |".formatted(name, code, meaning));
                }
              });
    }
    List<String> said =
        Files.readAllLines(Outcome.home().resolve("docs/cli.md")).stream()
            .filter(line -> line.matches("\\| (`[a-z ]+` \\| )?[0-9, +N]+ \\| .*"))
            .toList();
    assertThat(said).containsExactlyInAnyOrderElementsOf(rows);
  }
}
