package dev.backplane.rtl.frontends;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.rewrite.CompilationUnits;
import dev.backplane.rtl.frontends.rewrite.GenericInterfaces;
import dev.backplane.rtl.frontends.rewrite.LetExpressions;
import dev.backplane.rtl.frontends.rewrite.LoopVariables;
import dev.backplane.rtl.frontends.rewrite.MacroDefinitions;
import dev.backplane.rtl.frontends.rewrite.OpenRanges;
import dev.backplane.rtl.frontends.rewrite.PortDefaults;
import dev.backplane.rtl.frontends.rewrite.RecursiveFunctions;
import dev.backplane.rtl.frontends.rewrite.WiredNets;
import dev.backplane.rtl.frontends.rewrite.WrittenIndices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Rewrites what Verilator does not know, or reads otherwise than the language has it. */
final class VerilatorRewriting {
  private final MacroDefinitions macros;

  private final GenericInterfaces interfaces;
  private final LetExpressions lets;

  private final boolean recursions;

  private final CompilationUnits units;

  /**
   * Creates a rewriting.
   *
   * @param files the texts of the sources
   * @param texts these, and the texts of what they include
   */
  private VerilatorRewriting(
      List<String> files, List<String> texts, Set<String> defined, boolean recursions) {
    this.units = CompilationUnits.of(files);
    this.recursions = recursions;
    this.macros = MacroDefinitions.of(texts, defined);
    this.interfaces = GenericInterfaces.of(texts);
    this.lets = LetExpressions.of(texts);
  }

  /** The rewriting for a set of sources, whose texts may depend on each other. */
  static VerilatorRewriting of(Sources sources, Verilator verilator) {
    try {
      Set<Path> files = new LinkedHashSet<>(sources.files());
      files.addAll(ReferencedFiles.of(sources).files());
      List<String> texts = new ArrayList<>();
      int listed = 0;
      for (Path file : files) {
        if (ReferencedFiles.isVerilog(file) && Files.isRegularFile(file)) {
          texts.add(ReferencedFiles.read(file));
          listed += sources.files().contains(file) ? 1 : 0;
        }
      }
      return new VerilatorRewriting(
          texts.subList(0, listed),
          texts,
          sources.defines().keySet(),
          !verilator.followsRecursions());
    } catch (IOException e) {
      throw new RtlException(RtlError.SOURCE_INVALID, "a source cannot be read: " + e, e);
    }
  }

  String rewrite(String source) {
    String plain = WrittenIndices.rewrite(lets.rewrite(source), macros);
    String nets = PortDefaults.rewrite(WiredNets.rewrite(plain));
    String statements = LoopVariables.rewrite(OpenRanges.rewrite(nets));
    String functions = recursions ? RecursiveFunctions.rewrite(statements) : statements;
    return units.rewrite(interfaces.rewrite(functions));
  }
}
