package dev.backplane.cli.help;

import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Versions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Makes the manual page of a command of what its help text says. */
final class ManPage {
  private static final String EXAMPLES = "EXAMPLES";

  private final CommandSpec command;
  private final Roff page;

  private ManPage(CommandSpec command) {
    this.command = command;
    String program = command.root().name();
    this.page = new Roff(name(command), program + " " + Versions.backplane(), program);
  }

  /** {@return the name of a page: {@code backplane-image-sign}} */
  static String name(CommandSpec command) {
    return command.qualifiedName("-");
  }

  /** {@return the page, as roff} */
  static String of(CommandSpec command) {
    ManPage made = new ManPage(command);
    made.write();
    return made.page.toString();
  }

  private void write() {
    page.heading("NAME").text(name(command) + " - " + Words.purpose(command));
    page.heading("SYNOPSIS").text(synopsis());
    page.heading("DESCRIPTION").text(Words.purpose(command) + ".");
    Map<String, List<List<String>>> blocks = blocks();
    for (List<String> block : blocks.getOrDefault("", List.of())) {
      describe(block);
    }
    command
        .positionalParameters()
        .forEach(each -> page.item(Roff.italic(each.paramLabel()), Words.about(each)));
    commands();
    page.heading("OPTIONS");
    Words.options(command).forEach(each -> page.item(names(each), Words.about(each)));
    page.heading("EXIT STATUS");
    Stream.of(command.usageMessage().exitCodeList(), ExitCode.SIGNALS)
        .forEach(codes -> codes.forEach((code, meaning) -> page.item(Roff.bold(code), meaning)));
    List<List<String>> examples = blocks.getOrDefault(EXAMPLES, List.of());
    if (!examples.isEmpty()) {
      page.heading(EXAMPLES);
      examples.forEach(page::verbatim);
    }
    page.heading("SEE ALSO").text(seeAlso());
  }

  /** The lines of the description and of the footer, in blocks that empty lines divide. */
  private Map<String, List<List<String>>> blocks() {
    Map<String, List<List<String>>> blocks = new LinkedHashMap<>();
    List<String> block = new ArrayList<>();
    Stream.of(
            command.usageMessage().description(),
            new String[] {""},
            command.usageMessage().footer(),
            new String[] {""})
        .flatMap(Arrays::stream)
        .forEach(
            line -> {
              if (!line.isEmpty()) {
                block.add(line);
              } else if (!block.isEmpty()) {
                boolean examples = block.getFirst().matches("Examples?:");
                List<String> lines = block.stream().skip(examples ? 1 : 0).toList();
                blocks
                    .computeIfAbsent(examples ? EXAMPLES : "", _ -> new ArrayList<>())
                    .add(
                        examples
                            ? lines.stream().map(each -> each.replaceFirst("^  ", "")).toList()
                            : lines);
                block.clear();
              }
            });
    return blocks;
  }

  /** Lines that are not indented are one paragraph; below it may be lines that are. */
  private void describe(List<String> block) {
    String words =
        block.stream().filter(line -> !line.startsWith(" ")).collect(Collectors.joining(" "));
    List<String> indented = block.stream().filter(line -> line.startsWith(" ")).toList();
    if (!words.isEmpty()) {
      page.paragraph(words);
    }
    if (!indented.isEmpty()) {
      page.verbatim(indented.stream().map(String::strip).toList());
    }
  }

  private String synopsis() {
    return new Help(command, Help.defaultColorScheme(Help.Ansi.OFF))
        .synopsis(0)
        .replaceAll("\\s+", " ")
        .strip();
  }

  private void commands() {
    List<CommandLine> below = Words.below(command.commandLine());
    if (!below.isEmpty()) {
      page.heading("COMMANDS");
      for (CommandLine each : below) {
        CommandSpec spec = each.getCommandSpec();
        page.item(reference(spec), Words.purpose(spec) + ".");
      }
    }
  }

  private static String names(OptionSpec option) {
    String names = Stream.of(option.names()).map(Roff::bold).collect(Collectors.joining(", "));
    if (option.arity().max() == 0) {
      return names;
    }
    String value = "=" + Roff.italic(option.paramLabel());
    return names + (option.arity().min() == 0 ? "[" + value + "]" : value);
  }

  private static String reference(CommandSpec command) {
    return Roff.bold(name(command)) + "(1)";
  }

  private String seeAlso() {
    CommandSpec above = command.parent();
    return above == null
        ? "docs/cli.md tells more."
        : name(above) + "(1); docs/cli.md of " + command.root().name() + " tells more.";
  }
}
