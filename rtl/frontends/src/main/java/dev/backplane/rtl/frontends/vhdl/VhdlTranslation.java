package dev.backplane.rtl.frontends.vhdl;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.frontends.macros.MacroLibrary;
import dev.backplane.rtl.frontends.text.HdlText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Translates the VHDL among the sources to Verilog. GHDL resolves generics and synthesises gates,
 * which are written as Verilog-2005 modules, one for each entity and its generics.
 *
 * <p>GHDL's own Verilog output is not used: version 2.0 omits the {@code others} of selections, and
 * does not escape names that are keywords.
 *
 * @param sources the sources, without VHDL
 * @param tool name and version of GHDL
 * @param warnings its warnings
 */
public record VhdlTranslation(Sources sources, String tool, List<String> warnings) {
  /** A larger register is most likely a memory that GHDL did not recognise. */
  private static final int MAX_REGISTER_BITS = 4096;

  /** Copies the list. */
  public VhdlTranslation {
    warnings = List.copyOf(warnings);
  }

  /** {@return whether there is VHDL among the sources} */
  public static boolean isNeeded(Sources sources) {
    return sources.files().stream().anyMatch(HdlText::isVhdl);
  }

  /**
   * Translates sources.
   *
   * @param sources sources that include VHDL
   * @param top the top, an entity or a module
   * @param folder the folder for the result and for files of GHDL
   * @param deadline how long each run of GHDL may take
   * @param program the GHDL to use
   * @return the translated sources
   * @throws RtlException {@code SOURCE_INVALID}, {@code SOURCE_UNSUPPORTED}, {@code LATCH} with
   *     file and line where they are known; {@code TOOL_MISSING}, {@code TIMEOUT}, {@code
   *     CANCELLED}
   */
  public static VhdlTranslation of(
      Sources sources, String top, Path folder, Duration deadline, GhdlProgram program) {
    try {
      return new Translator(sources, top, folder, deadline, program).run();
    } catch (GateListException e) {
      throw new RtlException(
          RtlError.SOURCE_UNSUPPORTED,
          "GHDL made something of the VHDL sources that is not understood: "
              + e.getMessage()
              + ". GHDL 2.0, 5.0 and 6.0 are the versions that are known; this is "
              + program.name(),
          e);
    } catch (IOException e) {
      throw new RtlException(
          RtlError.SOURCE_INVALID, "the temporary folder cannot be used: " + e, e);
    }
  }

  private static final class Translator implements ExternalModules {
    private final Sources sources;
    private final String top;
    private final Path folder;
    private final List<Path> vhdl;
    private final List<Path> verilog;
    private final DesignUnits units;
    private final Map<String, HdlText.Module> modules;
    private final GhdlProgram program;
    private final Ghdl ghdl;
    private final VhdlSources vhdlSources;
    private final List<String> warnings = new ArrayList<>();
    private final SequencedMap<String, String> modulesWritten = new LinkedHashMap<>();
    private final Map<String, List<Object>> written = new HashMap<>();
    private Map<String, Map<String, String>> generics = Map.of();

    Translator(Sources sources, String top, Path folder, Duration deadline, GhdlProgram program)
        throws IOException {
      this.program = program;
      this.sources = sources;
      this.top = top;
      this.folder = folder;
      vhdl = sources.files().stream().filter(HdlText::isVhdl).toList();
      verilog = sources.files().stream().filter(file -> !HdlText.isVhdl(file)).toList();
      units = new DesignUnits(vhdl);
      modules = HdlText.modules(verilog);
      Path work = Files.createDirectories(folder.resolve("ghdl"));
      vhdlSources = new VhdlSources(vhdl, folder.resolve("rewritten"));
      ghdl = new Ghdl(program, work, deadline, vhdlSources.original());
    }

    VhdlTranslation run() throws IOException {
      rejectNameConflicts();
      boolean topIsVhdl = units.entities().contains(DesignUnits.key(top));
      if (topIsVhdl) {
        translate(top, sources.parameters(), Set.of());
      }
      for (String entity : units.entities().stream().sorted().toList()) {
        List<HdlText.InstanceUse> uses = HdlText.uses(entity, verilog);
        if (!uses.isEmpty()) {
          // The spelling of Verilog is used, which is case-sensitive.
          Map<String, String> values = GenericsFromVerilog.of(entity, uses);
          translate(uses.getFirst().name(), values, values.keySet());
        }
      }
      if (modulesWritten.isEmpty()) {
        throw new RtlException(
            RtlError.SOURCE_INVALID,
            "neither is the top '%s' an entity of the VHDL files, nor is one of %s instantiated"
                    .formatted(top, units.entities().stream().sorted().toList())
                + ". Name another top, or leave the VHDL files out");
      }
      Path result = folder.resolve("vhdl.v");
      Files.writeString(
          result, String.join("\n", modulesWritten.values()), StandardCharsets.ISO_8859_1);
      List<Path> files = new ArrayList<>(verilog);
      files.add(result);
      return new VhdlTranslation(
          new Sources(
              files,
              sources.includes(),
              sources.defines(),
              topIsVhdl ? Map.of() : sources.parameters()),
          program.name(),
          warnings);
    }

    private void translate(String entity, Map<String, String> values, Collection<String> parameters)
        throws IOException {
      List<Path> given = units.filesFor(entity);
      given = vhdlSources.replace(given, Libraries.merge(VhdlSources.of(given), units.names()));
      ArchitectureCopies architectures = new ArchitectureCopies(VhdlSources.of(given), entity);
      given = vhdlSources.replace(given, architectures.withoutUnused());
      Synthesis made = inEitherLanguage(given, entity, values);
      if (made.units().ambiguous().isPresent() || architectures.areNeeded()) {
        made = withCopies(given, entity, values, made.units().ambiguous().orElse(entity));
      }
      List<Path> files = made.files();
      List<Unit> list = made.units().units();
      IeeeCalls ieeeCalls = new IeeeCalls(made.tree());
      warnings.addAll(made.warnings());
      IgnoredChoices.reject(made.tree(), made.warnings(), vhdlSources::original);
      LostLatches latches = new LostLatches(made.warnings(), vhdlSources::original);
      list.forEach(unit -> unit.body().ifPresent(latches::reject));
      if (!program.keepsConstants()) {
        reject(made.constants().unfixable(), list);
        reject(new ZeroedConstants(made.tree(), absoluteNames(files)), list);
      }
      Map<String, Unit> parts = new HashMap<>();
      list.forEach(unit -> parts.put(unit.name(), unit));
      if (list.stream().anyMatch(unit -> unit.body().isEmpty())) {
        generics =
            InstanceGenerics.read(ghdl.synthesise(files, entity, made.generics(), "vhdl").text());
      }
      // The first unit is the requested one, with GHDL's spelling of its name.
      Function<String, String> names = name -> name.equals(list.getFirst().name()) ? entity : name;
      for (Unit unit : list) {
        if (unit.body().isPresent()) {
          warnOfRegisters(unit);
          String module =
              new VerilogModuleWriter(unit, parts, this, names, ieeeCalls, vhdlSources::original)
                  .write(unit.equals(list.getFirst()) ? parameters : List.of());
          String name = names.apply(unit.name());
          List<Object> contents = EqualUnits.contents(unit);
          List<Object> before = written.putIfAbsent(name, contents);
          if (before != null && !before.equals(contents)) {
            throw sameName(name);
          }
          modulesWritten.putIfAbsent(name, module);
        }
      }
    }

    /** The module that GHDL makes of an entity. */
    private record Synthesis(
        List<Path> files,
        SyntaxTree tree,
        Map<String, String> generics,
        MirroredConstants constants,
        EqualUnits units,
        List<String> warnings) {}

    /** Sources that are no VHDL-2008 may be VHDL-93; else the message is about VHDL-2008. */
    private Synthesis inEitherLanguage(List<Path> given, String entity, Map<String, String> values)
        throws IOException {
      ghdl.readVhdl93(false);
      try {
        return synthesise(given, entity, values);
      } catch (RtlException e) {
        if (e.error() != RtlError.SOURCE_INVALID) {
          throw e;
        }
        ghdl.readVhdl93(true);
        try {
          return synthesise(given, entity, values);
        } catch (RtlException older) {
          if (older.error() == RtlError.TIMEOUT || older.error() == RtlError.CANCELLED) {
            throw older;
          }
          throw e;
        }
      }
    }

    private Synthesis synthesise(List<Path> given, String entity, Map<String, String> values)
        throws IOException {
      List<Path> files = given;
      SyntaxTree tree = ghdl.analyse(files);
      Map<String, String> started =
          new StartValues(tree, absoluteNames(files)).rewrite(VhdlSources.of(files));
      if (!started.isEmpty()) {
        files = vhdlSources.replace(files, started);
        tree = ghdl.analyse(files);
      }
      Map<String, String> called =
          new ReplacedCalls(tree, absoluteNames(files)).rewrite(VhdlSources.of(files));
      if (!called.isEmpty()) {
        files = new ArrayList<>(vhdlSources.replace(files, called));
        files.addFirst(vhdlSources.copy(Path.of("backplane_numeric.vhd"), ReplacedCalls.PACKAGE));
        tree = ghdl.analyse(files);
      }
      Map<String, String> resolved = GenericValues.of(tree, entity, values);
      MirroredConstants constants = constants(tree, files);
      Map<String, String> rewritten =
          program.keepsConstants() ? Map.of() : constants.rewrite(VhdlSources.of(files));
      if (!rewritten.isEmpty()) {
        files = vhdlSources.replace(files, rewritten);
        tree = ghdl.analyse(files);
        constants = constants(tree, files);
      }
      Ghdl.Result result = ghdl.synthesise(files, entity, resolved, "dump");
      EqualUnits list = EqualUnits.of(GateListReader.read(result.text()));
      return new Synthesis(files, tree, resolved, constants, list, result.warnings());
    }

    /** Gives each architecture and configuration an entity of its own. */
    private Synthesis withCopies(
        List<Path> given, String entity, Map<String, String> values, String name)
        throws IOException {
      List<Path> copies =
          new ArchitectureCopies(VhdlSources.of(given), entity).written(given, vhdlSources);
      try {
        Synthesis made = synthesise(copies, entity, values);
        if (made.units().ambiguous().isEmpty()) {
          return made;
        }
      } catch (RtlException e) {
        if (e.error() == RtlError.TIMEOUT || e.error() == RtlError.CANCELLED) {
          throw e;
        }
      }
      throw sameName(name);
    }

    private static RtlException sameName(String name) {
      return new RtlException(
          RtlError.SOURCE_UNSUPPORTED,
          "two different designs get the name '%s': entities whose names with generics are alike, or one entity in several configurations. Rename an entity, or write an entity for each configuration"
              .formatted(name));
    }

    private static MirroredConstants constants(SyntaxTree tree, List<Path> files) {
      return new MirroredConstants(tree, absoluteNames(files));
    }

    private static Set<String> absoluteNames(List<Path> files) {
      return files.stream().map(VhdlSources::absoluteName).collect(Collectors.toSet());
    }

    private static Stream<Gate> gates(List<Unit> list) {
      return list.stream()
          .flatMap(unit -> unit.body().stream())
          .flatMap(body -> body.gates().stream());
    }

    private void reject(ZeroedConstants constants, List<Unit> list) {
      gates(list)
          .flatMap(gate -> constants.locationBehind(gate).stream())
          .findFirst()
          .ifPresent(
              place -> {
                throw new RtlException(
                    RtlError.SOURCE_UNSUPPORTED,
                    vhdlSources.original(place)
                        + ": GHDL 2.0 makes 0 of a constant that has more than 32 bits and is 0 but"
                        + " for the highest word of 32 bits. Assign or compare that word and the"
                        + " rest apart, as slices");
              });
    }

    private void reject(List<MirroredConstants.UnfixableConstant> constants, List<Unit> list) {
      for (MirroredConstants.UnfixableConstant constant : constants) {
        if (gates(list).anyMatch(constant::affects)) {
          throw new RtlException(
              RtlError.SOURCE_UNSUPPORTED,
              vhdlSources.original(constant.location())
                  + (constant.name().isEmpty() ? ": a value" : ": '" + constant.name() + "'")
                  + " is given a constant as a whole and elsewhere a part of it is assigned; GHDL"
                  + " 2.0 mixes up the bits of the constant. Assign (others => '0') and then each"
                  + " part that is not 0");
        }
      }
    }

    /** Rejects an entity and a module of the same name, since instances would be ambiguous. */
    private void rejectNameConflicts() {
      for (String entity : units.entities()) {
        HdlText.Module module = modules.get(entity);
        if (module != null) {
          throw new RtlException(
              RtlError.SOURCE_INVALID,
              "%s: the entity '%s' has the name of a module in %s. Leave one of them out, or rename it"
                  .formatted(units.locationOf(entity), entity, module.file()));
        }
      }
    }

    private void warnOfRegisters(Unit unit) {
      for (Gate gate : unit.body().orElseThrow().gates()) {
        if (gate.kind().endsWith("dff") && gate.output().width() > MAX_REGISTER_BITS) {
          warnings.add(
              vhdlSources.original(gate.location())
                  + ": a register of "
                  + gate.output().width()
                  + " bits. If it is meant to be a memory, give it a process of its own with one"
                  + " write and one read at the clock edge, and no reset");
        }
      }
    }

    @Override
    public String module(String name) {
      HdlText.Module module = modules.get(name.toLowerCase(Locale.ROOT));
      return module == null ? MacroLibrary.canonicalName(name).orElse(name) : module.name();
    }

    @Override
    public String port(String module, String port) {
      HdlText.Module found = modules.get(module.toLowerCase(Locale.ROOT));
      return found == null ? port : found.words().getOrDefault(port.toLowerCase(Locale.ROOT), port);
    }

    @Override
    public Map<String, String> generics(String unit, String instance) {
      return generics.getOrDefault((unit + "/" + instance).toLowerCase(Locale.ROOT), Map.of());
    }
  }
}
