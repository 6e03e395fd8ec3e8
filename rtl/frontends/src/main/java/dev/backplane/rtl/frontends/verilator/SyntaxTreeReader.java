package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.frontends.Verilator;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/** Reads Verilator's syntax tree in one of the forms that its versions write. */
public sealed interface SyntaxTreeReader permits XmlTreeReader, JsonTreeReader {
  /** {@return the reader of the form that a version writes best} */
  static SyntaxTreeReader of(Verilator verilator) {
    return verilator.writesJson() ? new JsonTreeReader() : new XmlTreeReader();
  }

  /** {@return the options with which Verilator writes its tree into its working folder} */
  List<String> options();

  /** {@return the file that Verilator writes into its working folder} */
  String file();

  /**
   * Reads a tree.
   *
   * @param work Verilator's working folder
   * @param originalNames replaces names of copies in a text by the names that the user gave
   */
  SyntaxTree read(Path work, UnaryOperator<String> originalNames);
}
