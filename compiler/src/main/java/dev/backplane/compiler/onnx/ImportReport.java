package dev.backplane.compiler.onnx;

import dev.backplane.compiler.CompilerException;
import java.util.List;
import java.util.Optional;

/**
 * A report of what an import makes of a model, or why it refuses it. Immutable.
 *
 * @param imported the operators that are imported, in the order of the data
 * @param refused the reasons for which the model is refused, all that are known; empty if it is
 *     imported
 * @param model the imported model, if nothing is refused
 */
public record ImportReport(
    List<ImportedOperator> imported, List<Refusal> refused, Optional<ImportedModel> model) {
  /** Copies the lists. */
  public ImportReport {
    imported = List.copyOf(imported);
    refused = List.copyOf(refused);
  }

  /**
   * An operator that is imported.
   *
   * @param node its name in the model, or that of its first output
   * @param operator what it computes, with its domain if that is not ONNX's own
   * @param becomes the types of the nodes that it becomes; none if it is free of hardware
   */
  public record ImportedOperator(String node, String operator, List<String> becomes) {
    /** Copies the list. */
    public ImportedOperator {
      becomes = List.copyOf(becomes);
    }
  }

  /**
   * A reason for which a model is refused.
   *
   * @param places the operators, inputs or outputs that it is about
   * @param reason what is refused
   * @param help what would help
   */
  public record Refusal(List<String> places, String reason, String help) {
    /** Copies the list. */
    public Refusal {
      places = List.copyOf(places);
    }

    /** {@return the reason that an error tells} */
    public static Refusal of(CompilerException error) {
      return of(error.place().isEmpty() ? List.of() : List.of(error.place()), error.text());
    }

    /**
     * {@return a reason from the text of an error, in which what would help is behind the reason}
     */
    static Refusal of(List<String> places, String text) {
      int end = text.indexOf("; ");
      return end < 0
          ? new Refusal(
              places,
              text,
              text.startsWith("operator ")
                  ? "replace it by other operators before the export, compute it on the host, or"
                      + " write a component for it"
                  : "change the model before it is exported")
          : new Refusal(places, text.substring(0, end), text.substring(end + 2));
    }
  }
}
