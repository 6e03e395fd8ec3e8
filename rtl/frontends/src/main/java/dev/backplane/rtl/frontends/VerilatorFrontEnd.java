package dev.backplane.rtl.frontends;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.base.tool.TemporaryFolder;
import dev.backplane.rtl.base.tool.ToolRun;
import dev.backplane.rtl.frontends.text.HdlText;
import dev.backplane.rtl.frontends.text.ParameterValue;
import dev.backplane.rtl.frontends.verilator.SyntaxTreeLowering;
import dev.backplane.rtl.frontends.verilator.SyntaxTreeReader;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Elaborates sources with Verilator and lowers its typed syntax tree to a netlist. Immutable; may
 * be used by several threads.
 */
public final class VerilatorFrontEnd implements FrontEnd {
  /**
   * Disables warnings that are no errors, and transformations that the lowering performs itself.
   */
  private static final List<String> OPTIONS =
      List.of(
          "--Mdir",
          "obj",
          "--timing",
          // The contents of a memory may be one number, in what GHDL makes of VHDL.
          "--max-num-width",
          "4194304",
          "-fno-dfg",
          "-Wno-fatal",
          "-Wno-lint",
          "-Wwarn-SELRANGE",
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
          "1800-2017");

  /**
   * The languages of {@code .v} files. SystemVerilog has keywords that are legal names in Verilog,
   * but many such files use a little of SystemVerilog: {@code $error}, or {@code assign} to a
   * {@code reg}.
   */
  private static final String VERILOG = "+1364-2005ext+v";

  private static final String SYSTEM_VERILOG = "+1800-2017ext+v";

  private static final Set<RtlError> MAY_BE_READ_OTHERWISE =
      Set.of(RtlError.SOURCE_INVALID, RtlError.SOURCE_UNSUPPORTED);

  private static final Pattern ASSERTION = Pattern.compile("\\b(?:assert|assume|cover)\\b");

  private final Verilator verilator;
  private final Duration deadline;
  private final SyntaxTreeReader reader;
  private final boolean covered;

  /**
   * Creates a front end.
   *
   * @param verilator the Verilator, see {@link Verilator#find()}
   * @param deadline how long one run may take
   */
  public VerilatorFrontEnd(Verilator verilator, Duration deadline) {
    this(verilator, deadline, false);
  }

  private VerilatorFrontEnd(Verilator verilator, Duration deadline, boolean covered) {
    this.verilator = verilator;
    this.deadline = deadline;
    this.covered = covered;
    this.reader = SyntaxTreeReader.of(verilator);
  }

  @Override
  public FrontEnd withCoverage() {
    return new VerilatorFrontEnd(verilator, deadline, true);
  }

  @Override
  public String name() {
    return verilator.name();
  }

  @Override
  public String identity(Sources sources) {
    return FrontEnd.super.identity(sources) + (covered ? ", with cover points" : "");
  }

  @Override
  public String where() {
    return verilator.program().toString();
  }

  @Override
  public Elaboration elaborate(Sources sources, String top) {
    sources.checkTop(top);
    TopRecursion.check(sources, top);
    VerilatorRewriting rewriting = VerilatorRewriting.of(sources, verilator);
    AtomicBoolean packable = new AtomicBoolean();
    AtomicBoolean keeps = new AtomicBoolean();
    UnaryOperator<String> look =
        text -> {
          packable.compareAndSet(false, !StructPacking.pack(text).equals(text));
          keeps.compareAndSet(false, !KeptFromSynthesis.remove(text).equals(text));
          return text;
        };
    try {
      return elaborate(sources, top, rewriting, look);
    } catch (RtlException e) {
      for (Way way : ways(e.error(), packable.get(), keeps.get())) {
        try {
          Elaboration made = elaborate(sources, top, rewriting, way.change());
          return way.leavesOut() ? withoutKept(made, e) : made;
        } catch (RtlException otherwise) {
          if (otherwise.error() == RtlError.CANCELLED) {
            throw otherwise;
          }
        }
      }
      throw e;
    }
  }

  /** Another way to read sources, and whether it leaves out what they keep from synthesis. */
  private record Way(UnaryOperator<String> change, boolean leavesOut) {}

  private static List<Way> ways(RtlError error, boolean packable, boolean keeps) {
    List<Way> ways = new ArrayList<>();
    if (packable && error == RtlError.SOURCE_UNSUPPORTED) {
      ways.add(new Way(StructPacking::pack, false));
    }
    if (keeps && MAY_BE_READ_OTHERWISE.contains(error)) {
      ways.add(new Way(KeptFromSynthesis::remove, true));
      if (packable) {
        ways.add(new Way(text -> StructPacking.pack(KeptFromSynthesis.remove(text)), true));
      }
    }
    return ways;
  }

  private static Elaboration withoutKept(Elaboration made, RtlException why) {
    List<String> warnings = new ArrayList<>(made.warnings());
    warnings.add(
        "what 'translate_off' keeps from synthesis is left out, messages too: " + why.getMessage());
    return new Elaboration(made.netlist(), made.tool(), warnings);
  }

  private Elaboration elaborate(
      Sources sources, String top, VerilatorRewriting rewriting, UnaryOperator<String> change) {
    try (TemporaryFolder work = TemporaryFolder.create()) {
      StagedSources folder =
          new StagedSources(work.path(), sources, text -> rewriting.rewrite(change.apply(text)));
      VerilatorMessages messages = read(folder, sources, top);
      if (!Files.isRegularFile(work.path().resolve(reader.file()))) {
        throw new RtlException(
            RtlError.TOOL_MISSING,
            "%s (%s) wrote no %s, the syntax tree that a netlist is made of. Install Verilator 5.006 or later"
                .formatted(verilator.name(), verilator.program(), reader.file()));
      }
      SyntaxTreeLowering.Result lowered =
          SyntaxTreeLowering.lower(
              reader,
              work.path(),
              top,
              sources.parameters(),
              messages.outOfRangeSelects(),
              folder::original,
              covered);
      List<String> warnings = new ArrayList<>(messages.warnings());
      warnings.addAll(lowered.warnings());
      return new Elaboration(lowered.netlist(), verilator.name(), warnings);
    }
  }

  /**
   * Has Verilator read the sources, with their assertions; those in Verilog as SystemVerilog, and
   * all without assertions, if there is no other way.
   */
  private VerilatorMessages read(StagedSources folder, Sources sources, String top) {
    boolean verilog = folder.files().stream().anyMatch(file -> file.endsWith(".v"));
    boolean asserts =
        sources.files().stream().anyMatch(file -> ASSERTION.matcher(HdlText.verilog(file)).find());
    @Nullable RtlException first = null;
    for (String assertions : asserts ? List.of("--assert", "--no-assert") : List.of("--assert")) {
      for (String language : verilog ? List.of(VERILOG, SYSTEM_VERILOG) : List.of(VERILOG)) {
        try {
          VerilatorMessages messages =
              read(folder, command(folder, sources, top, List.of(language, assertions)));
          if (first != null && assertions.equals("--no-assert")) {
            messages.warnings().add("assertions are left out: " + first.getMessage());
          }
          return messages;
        } catch (RtlException e) {
          if (e.error() == RtlError.CANCELLED || !MAY_BE_READ_OTHERWISE.contains(e.error())) {
            throw first == null || e.error() == RtlError.CANCELLED ? e : first;
          }
          first = first == null ? e : first;
        }
      }
    }
    throw Objects.requireNonNull(first);
  }

  private VerilatorMessages read(StagedSources folder, List<String> command) {
    VerilatorMessages messages = new VerilatorMessages(folder, verilator);
    messages.check(ToolRun.run(command, folder.work(), deadline));
    return messages;
  }

  private List<String> command(
      StagedSources folder, Sources sources, String top, List<String> more) {
    List<String> command = new ArrayList<>();
    command.add(verilator.program().toString());
    command.addAll(reader.options());
    command.addAll(OPTIONS);
    command.addAll(more);
    if (covered) {
      // With its marks in the branches, Verilator leaves them as they are in the source.
      command.add("--coverage-line");
    }
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
