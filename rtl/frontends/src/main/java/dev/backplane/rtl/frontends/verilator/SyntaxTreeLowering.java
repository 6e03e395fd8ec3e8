package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.pass.LargeStack;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Lowers Verilator's syntax tree to a netlist. */
public final class SyntaxTreeLowering {
  private final Element root;
  private final SourceTexts texts;
  private final ConstantSelectCheck selects;
  private final String top;
  private final boolean covered;
  private final Set<String> warnings = new LinkedHashSet<>();

  /** True if the last elaboration found something that the design says. */
  private boolean speaks;

  private SyntaxTreeLowering(
      Element root,
      SourceTexts texts,
      List<OutOfRangeSelect> doubtful,
      String top,
      boolean covered) {
    this.root = root;
    this.texts = texts;
    this.selects = new ConstantSelectCheck(texts, doubtful);
    this.top = top;
    this.covered = covered;
  }

  /**
   * The result of the lowering.
   *
   * @param netlist the design, valid and in canonical order
   * @param warnings what was ignored or replaced by 0, with files and lines
   */
  public record Result(Netlist netlist, List<String> warnings) {
    /** Copies the list. */
    public Result {
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * Lowers a design.
   *
   * @param reader the reader of Verilator's tree
   * @param work Verilator's working folder
   * @param top the top module's name in the source
   * @param parameters the parameters of the top module, as given by the user
   * @param doubtful constant selections with a warning of Verilator
   * @param originalNames replaces names of copies in a text by the names that the user gave
   * @param covered whether executions of statements are counted
   * @return the netlist and warnings
   * @throws RtlException for unsupported constructs, with file and line
   */
  public static Result lower(
      SyntaxTreeReader reader,
      Path work,
      String top,
      Map<String, String> parameters,
      List<OutOfRangeSelect> doubtful,
      UnaryOperator<String> originalNames,
      boolean covered) {
    return LargeStack.call(
        top,
        () -> {
          SyntaxTree tree = reader.read(work, originalNames);
          TopParameterCheck.check(tree.root(), parameters);
          SourceTexts texts = new SourceTexts(work, tree.files(), originalNames);
          if (reader instanceof XmlTreeReader) {
            ConstantShiftCheck.check(tree.root(), texts);
          }
          return new SyntaxTreeLowering(tree.root(), texts, doubtful, top, covered).lower();
        });
  }

  /**
   * Compares the parameters of the top module with the given values.
   *
   * @param reader the reader of Verilator's tree
   * @param work Verilator's working folder
   * @param top the top module's name in the source
   * @param parameters the values, as given by the user
   * @throws RtlException {@code SOURCE_INVALID} if one has another value
   */
  public static void checkParameters(
      SyntaxTreeReader reader, Path work, String top, Map<String, String> parameters) {
    Element netlist =
        LargeStack.call(top, () -> reader.read(work, UnaryOperator.identity())).root();
    TopParameterCheck.check(netlist, parameters);
  }

  private Result lower() {
    List<ModuleDefinition> modules = ModuleReader.read(root, texts);
    ModuleDefinition module =
        modules.stream()
            .filter(ModuleDefinition::top)
            .findFirst()
            .orElseThrow(
                () ->
                    new RtlException(RtlError.SOURCE_INVALID, "there is no module '" + top + "'"));
    try {
      return lower(modules, module, false);
    } catch (RtlException e) {
      if (!speaks) {
        throw e;
      }
      // What is only said may use what cannot be hardware.
      Result silent;
      try {
        silent = lower(modules, module, true);
      } catch (RtlException again) {
        throw e;
      }
      warnings.add(
          (covered ? "messages, assertions and coverage" : "messages and assertions")
              + " are left out: "
              + e.getMessage());
      return new Result(silent.netlist(), new ArrayList<>(warnings));
    }
  }

  private Result lower(List<ModuleDefinition> modules, ModuleDefinition module, boolean silent) {
    Set<String> registers = new HashSet<>();
    Set<String> memories = new HashSet<>();
    while (true) {
      warnings.clear();
      Design design = new Design(texts, selects, modules, registers, memories, warnings);
      if (covered) {
        design.cover();
      }
      if (silent) {
        design.silence();
      }
      @Nullable RtlException refusal = null;
      try {
        elaborate(design, module);
      } catch (RtlException e) {
        refusal = e; // this error counts only if no array has to be demoted to registers
      }
      speaks = !design.reports().isEmpty();
      if (registers.addAll(design.demotedMemories())) {
        continue; // some arrays are not memories: repeat with registers
      }
      if (refusal != null) {
        throw refusal;
      }
      try {
        Netlist netlist = new NetlistBuilder(design, module, top).netlist();
        return new Result(netlist, new ArrayList<>(warnings));
      } catch (SharedArrayException e) {
        memories.add(e.path());
      }
    }
  }

  private static void elaborate(Design design, ModuleDefinition module) {
    Hierarchy hierarchy = Hierarchy.of(design, module);
    ProcessElaboration processes = new ProcessElaboration(design);
    // The order of processes is free, but one that waits for the others comes behind them.
    for (boolean afterwards : new boolean[] {false, true}) {
      for (Hierarchy.ScopedItem placed : hierarchy.active()) {
        if (placed.item() instanceof Item.ProceduralBlock process
            && process.initial()
            && isAfterwards(process.body()) == afterwards) {
          processes.initial(placed.scope(), process);
        }
      }
    }
    for (Hierarchy.ScopedItem placed : hierarchy.active()) {
      switch (placed.item()) {
        case Item.ContinuousAssignment continuous ->
            processes.continuous(placed.scope(), continuous);
        case Item.ProceduralBlock process -> {
          if (!process.initial()) {
            processes.process(placed.scope(), process);
          }
        }
        default -> throw new IllegalStateException("neither: " + placed.item());
      }
    }
    hierarchy.instances().forEach(processes::connect);
  }

  private static boolean isAfterwards(List<Statement> body) {
    return body.stream()
        .anyMatch(
            statement ->
                statement instanceof Statement.Afterwards
                    || (statement instanceof Statement.Block block && isAfterwards(block.body())));
  }
}
