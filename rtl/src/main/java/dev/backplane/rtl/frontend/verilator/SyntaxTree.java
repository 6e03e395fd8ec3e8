package dev.backplane.rtl.frontend.verilator;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.netlist.Netlist;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Makes a netlist of the syntax tree that Verilator wrote. */
public final class SyntaxTree {
  /** Expressions can be nested as deep as a source has statements. */
  private static final long STACK = 1L << 29;

  private final Element root;
  private final SourceTexts texts;
  private final ConstantSelects selects;
  private final String top;
  private final Set<String> warnings = new LinkedHashSet<>();

  private SyntaxTree(Element root, SourceTexts texts, List<DoubtfulSelect> doubtful, String top) {
    this.root = root;
    this.texts = texts;
    this.selects = new ConstantSelects(texts, doubtful);
    this.top = top;
  }

  /**
   * A lowered design.
   *
   * @param netlist the design, valid and in canonical order
   * @param warnings what was ignored or taken for 0, with files and lines
   */
  public record Lowered(Netlist netlist, List<String> warnings) {
    /** Copies the list. */
    public Lowered {
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * Lowers.
   *
   * @param xml what Verilator wrote
   * @param work the folder that names of files in it are relative to
   * @param top the top module's name in the source
   * @param parameters of the top module, as they were asked for
   * @param doubtful selections that Verilator warned of
   * @param shown puts the names of files that the user gave into a text
   * @return the design
   * @throws RtlException for what cannot be made a netlist, with file and line
   */
  public static Lowered lower(
      Path xml,
      Path work,
      String top,
      Map<String, String> parameters,
      List<DoubtfulSelect> doubtful,
      UnaryOperator<String> shown) {
    AtomicReference<Lowered> result = new AtomicReference<>();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread thread =
        new Thread(
            null,
            () -> {
              try {
                Element root = SyntaxXml.read(xml);
                TopParameters.check(root, parameters);
                SourceTexts texts = SourceTexts.of(root, work, shown);
                result.set(new SyntaxTree(root, texts, doubtful, top).lower());
              } catch (RuntimeException | Error e) {
                failure.set(e);
              }
            },
            "backplane-lower-" + top,
            STACK);
    thread.setDaemon(true);
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RtlException(RtlError.CANCELLED, "elaborating '" + top + "' was cancelled", e);
    }
    switch (failure.get()) {
      case null -> {}
      case StackOverflowError e ->
          throw new RtlException(
              RtlError.SOURCE_UNSUPPORTED, "'" + top + "' is nested too deep", e);
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
    return result.get();
  }

  /**
   * Compares the parameters of the top module with what was asked for.
   *
   * @param xml what Verilator wrote
   * @param parameters as they were asked for
   * @throws RtlException {@code SOURCE_INVALID} if one has another value
   */
  public static void checkParameters(Path xml, Map<String, String> parameters) {
    TopParameters.check(SyntaxXml.read(xml), parameters);
  }

  private Lowered lower() {
    List<Definition> modules = DefinitionReader.read(root, texts);
    Definition module =
        modules.stream()
            .filter(Definition::top)
            .findFirst()
            .orElseThrow(
                () ->
                    new RtlException(RtlError.SOURCE_INVALID, "there is no module '" + top + "'"));
    Set<String> registers = new HashSet<>();
    Set<String> memories = new HashSet<>();
    while (true) {
      warnings.clear();
      Design design = new Design(texts, selects, modules, registers, memories, warnings);
      @Nullable RtlException refusal = null;
      try {
        elaborate(design, module);
      } catch (RtlException e) {
        refusal = e; // counts only if it is not of an array that is no memory
      }
      if (registers.addAll(design.rejected())) {
        continue; // some arrays are no memories: again, with registers
      }
      if (refusal != null) {
        throw refusal;
      }
      try {
        Netlist netlist = new Assembly(design, module, top).netlist();
        return new Lowered(netlist, new ArrayList<>(warnings));
      } catch (SharedArray e) {
        memories.add(e.path());
      }
    }
  }

  private static void elaborate(Design design, Definition module) {
    Hierarchy hierarchy = Hierarchy.of(design, module);
    Processes processes = new Processes(design);
    for (Hierarchy.Placed placed : hierarchy.active()) {
      if (placed.item() instanceof Item.Behaviour process && process.initial()) {
        processes.initial(placed.scope(), process);
      }
    }
    for (Hierarchy.Placed placed : hierarchy.active()) {
      switch (placed.item()) {
        case Item.Continuous continuous -> processes.continuous(placed.scope(), continuous);
        case Item.Behaviour process -> {
          if (!process.initial()) {
            processes.process(placed.scope(), process);
          }
        }
        default -> throw new IllegalStateException("neither: " + placed.item());
      }
    }
    hierarchy.instances().forEach(processes::connect);
  }
}
