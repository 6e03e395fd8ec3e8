package dev.backplane.cli.network;

import dev.backplane.cli.command.Console;
import dev.backplane.cli.report.Report;
import java.util.List;

/**
 * A report of what would become of a model, and of all that would be refused.
 *
 * @param model the model's file
 * @param imported the operators that are imported
 * @param refused what is refused; nothing, if hardware can be made of the model
 * @param warnings differences from the model
 */
record CheckReport(
    String model, List<Imported> imported, List<Refused> refused, List<String> warnings)
    implements Report {
  CheckReport {
    imported = List.copyOf(imported);
    refused = List.copyOf(refused);
    warnings = List.copyOf(warnings);
  }

  /**
   * An operator that is imported.
   *
   * @param node its name
   * @param operator what it computes
   * @param becomes the types of the nodes that it becomes
   */
  record Imported(String node, String operator, List<String> becomes) implements Report {
    Imported {
      becomes = List.copyOf(becomes);
    }
  }

  /**
   * Something that is refused.
   *
   * @param places what it is about
   * @param reason why it is refused
   * @param help what would help
   */
  record Refused(List<String> places, String reason, String help) implements Report {
    Refused {
      places = List.copyOf(places);
    }
  }

  void print(Console console) {
    warnings.forEach(warning -> console.err().println("warning: " + warning));
    for (Imported each : imported) {
      console
          .out()
          .printf(
              "%-24s %-20s %s%n",
              each.node(),
              each.operator(),
              each.becomes().isEmpty() ? "no hardware" : String.join(", ", each.becomes()));
    }
    for (Refused each : refused) {
      console
          .out()
          .printf(
              "refused: %s: %s. To help: %s.%n",
              String.join(", ", each.places()), each.reason(), each.help());
    }
    console
        .out()
        .printf(
            "%s: %d operators are imported; %s%n",
            model,
            imported.size(),
            refused.isEmpty()
                ? "nothing is refused"
                : refused.size() == 1
                    ? "it is refused for one reason"
                    : "it is refused for " + refused.size() + " reasons");
  }
}
