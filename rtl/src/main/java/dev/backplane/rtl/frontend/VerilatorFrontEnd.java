package dev.backplane.rtl.frontend;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.frontend.text.ParameterValue;
import dev.backplane.rtl.frontend.verilator.SyntaxTree;
import dev.backplane.rtl.tool.ToolRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

/**
 * Elaborates sources with Verilator, whose typed syntax tree this package makes a netlist of.
 * Stateless but for what it was made with; may be used by several threads.
 */
public final class VerilatorFrontEnd implements FrontEnd {
  private static final String RESULT = "design.xml";

  /** What is no error, and what the lowering decides on itself. */
  private static final List<String> OPTIONS =
      List.of(
          "--xml-only",
          "--xml-output",
          RESULT,
          "--Mdir",
          "obj",
          "--timing",
          "-fno-dfg",
          "-Wno-fatal",
          "-Wno-lint",
          "-Wno-style",
          "-Wno-SYMRSVDWORD",
          "-Wno-TIMESCALEMOD",
          "-Wno-STMTDLY",
          "-Wno-ASSIGNDLY",
          "-Wno-COMBDLY",
          "-Wno-INITIALDLY",
          "-Wno-BLKANDNBLK",
          "-Wno-MULTIDRIVEN",
          "-Wno-UNOPTFLAT",
          "-Wno-ENUMVALUE",
          "--default-language",
          "1800-2017",
          "+1364-2005ext+v");

  private final Verilator verilator;
  private final Duration deadline;

  /**
   * A front end.
   *
   * @param verilator what parses and elaborates, see {@link Verilator#find()}
   * @param deadline how long it may take
   */
  public VerilatorFrontEnd(Verilator verilator, Duration deadline) {
    this.verilator = verilator;
    this.deadline = deadline;
  }

  @Override
  public String name() {
    return verilator.name();
  }

  @Override
  public Elaboration elaborate(Sources sources, String top) {
    if (!Sources.IDENTIFIER.matcher(top).matches()) {
      throw new RtlException(
          RtlError.SOURCE_INVALID, "top module '" + top + "' is not a plain identifier");
    }
    if (sources.files().isEmpty()) {
      throw new RtlException(RtlError.SOURCE_INVALID, "no source is given. Name .v or .sv files");
    }
    AtomicBoolean packable = new AtomicBoolean();
    try {
      return elaborate(
          sources,
          top,
          text -> {
            if (!PackedStructs.pack(text).equals(text)) {
              packable.set(true);
            }
            return text;
          });
    } catch (RtlException e) {
      if (e.error() != RtlError.SOURCE_UNSUPPORTED || !packable.get()) {
        throw e;
      }
      try {
        return elaborate(sources, top, PackedStructs::pack);
      } catch (RtlException otherwise) {
        throw otherwise.error() == RtlError.CANCELLED ? otherwise : e;
      }
    }
  }

  private Elaboration elaborate(Sources sources, String top, UnaryOperator<String> change) {
    try (WorkFolder work = WorkFolder.create()) {
      SourceFolder folder = new SourceFolder(work.path(), sources, change);
      ToolRun run = ToolRun.run(command(folder, sources, top), work.path(), deadline);
      VerilatorMessages messages = new VerilatorMessages(folder, verilator);
      messages.check(run);
      Path xml = work.path().resolve(RESULT);
      if (!Files.isRegularFile(xml)) {
        throw new RtlException(
            RtlError.TOOL_MISSING, verilator.name() + " wrote no XML. Versions from 4.0 to 5.0 do");
      }
      SyntaxTree.Lowered lowered =
          SyntaxTree.lower(
              xml,
              work.path(),
              top,
              sources.parameters(),
              messages.doubtfulSelects(),
              folder::original);
      List<String> warnings = new ArrayList<>(messages.warnings());
      warnings.addAll(lowered.warnings());
      return new Elaboration(lowered.netlist(), verilator.name(), warnings);
    }
  }

  private List<String> command(SourceFolder folder, Sources sources, String top) {
    List<String> command = new ArrayList<>();
    command.add(verilator.program().toString());
    command.addAll(OPTIONS);
    command.addAll(List.of("--top-module", top));
    folder.includes().forEach(include -> command.add("-I" + include));
    folder.files().stream()
        .map(file -> file.substring(0, file.indexOf('/')))
        .distinct()
        .filter(own -> !folder.includes().contains(own))
        .forEach(own -> command.add("-I" + own));
    sources
        .defines()
        .forEach((name, value) -> command.add("-D" + name + (value.isEmpty() ? "" : "=" + value)));
    command.addAll(ParameterValue.verilatorOptions(sources.parameters()));
    command.addAll(folder.files());
    return command;
  }
}
