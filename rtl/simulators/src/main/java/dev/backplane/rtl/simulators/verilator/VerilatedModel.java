package dev.backplane.rtl.simulators.verilator;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.base.tool.ToolRun;
import dev.backplane.rtl.frontends.ReferencedFiles;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.frontends.Verilator;
import dev.backplane.rtl.frontends.text.ParameterValue;
import dev.backplane.rtl.frontends.verilator.SyntaxTreeLowering;
import dev.backplane.rtl.frontends.verilator.SyntaxTreeReader;
import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A design translated to C++ by Verilator.
 *
 * @param ports the ports of the top module
 * @param asynchronous the inputs, besides clocks, whose edges trigger something: asynchronous
 *     resets
 * @param units the generated C++ files
 * @param data the files that the design initialises memories from, by the name in the source
 */
record VerilatedModel(
    List<GeneratedPort> ports, Set<String> asynchronous, List<Path> units, Map<String, Path> data) {
  /** The name of the model's class and the prefix of its file names. */
  static final String PREFIX = "Vmodel";

  /** About how many statements Verilator puts into one file. */
  private static final String STATEMENTS_PER_FILE = "5000";

  private static final List<String> FLAGS =
      List.of(
          "--cc",
          "-O3",
          // With this pass, Verilator 5.006 computes wrong values for vectors with feedback between
          // their bits.
          "-fno-dfg",
          "--noassert",
          "--no-timing",
          "--output-split",
          STATEMENTS_PER_FILE,
          "-Wno-fatal",
          "-Wno-lint",
          "-Wno-style",
          "-Wno-SYMRSVDWORD",
          "-Wno-TIMESCALEMOD",
          "-Wno-REALCVT",
          "-Wno-INITIALDLY",
          "-Wno-COMBDLY",
          "-Wno-STMTDLY",
          "-Wno-BLKANDNBLK",
          "--prefix",
          PREFIX,
          // Newer standards have more keywords, which older files may use as names.
          "+1364-2005ext+v",
          "+1800-2017ext+sv");

  private static final Pattern ERROR =
      Pattern.compile("^%Error(?:-([A-Z]+))?: (.*)$", Pattern.MULTILINE);

  /** A file that Verilator read, in the list of files that it writes. */
  private static final Pattern READ_FILE =
      Pattern.compile("^S .*\"([^\"]+\\.s?v)\"$", Pattern.MULTILINE);

  private static final Pattern TRIGGER =
      Pattern.compile("\\b__Vtrig\\w*?prev\\w*?TOP__(\\w+?)(?:__\\d+)?;");
  private static final Pattern MEMORY_FILE =
      Pattern.compile("VL_READMEM_N\\([^;]*?\"((?:[^\"\\\\]|\\\\.)*)\"");

  /**
   * Names of more than eight characters appear as packed words, from which the file is not found.
   */
  private static final Pattern PACKED_NAME =
      Pattern.compile("VL_READMEM_N\\([^;]*?VL_CVT_PACK_STR_N");

  /** {@return the flags, which decide with the sources what Verilator generates} */
  static String flags(boolean unknowns) {
    return FLAGS + unknownFlags(unknowns).toString();
  }

  private static List<String> unknownFlags(boolean unknowns) {
    String value = unknowns ? "unique" : "fast";
    return List.of("--x-assign", value, "--x-initial", value);
  }

  /**
   * Translates a design.
   *
   * @param verilator the translator
   * @param sources the design
   * @param top its top module
   * @param unknowns whether uninitialised state gets a random value
   * @param folder a folder for the generated files
   * @param deadline how long the translation may take
   * @throws RtlException {@link RtlError#SOURCE_INVALID} or {@link RtlError#SOURCE_UNSUPPORTED}
   *     with Verilator's first error, {@link RtlError#TIMEOUT}
   */
  static VerilatedModel of(
      Verilator verilator,
      Sources sources,
      String top,
      boolean unknowns,
      Path folder,
      Duration deadline) {
    Set<Path> places = searchFolders(sources);
    Path out = folder.resolve("generated");
    List<String> command = command(verilator, sources, top, unknowns, out, places);
    ToolRun run = ToolRun.run(command, folder, deadline);
    if (run.exitCode() != 0) {
      throw toolError(run.output());
    }
    if (!sources.parameters().isEmpty()) {
      checkParameters(verilator, command, sources, top, folder, deadline);
    }
    try {
      Optional<Path> unlisted = unlisted(out, folder, sources, places);
      if (unlisted.isPresent()) {
        // An instance that is not generated may have asked for it: then it is not missed.
        out = folder.resolve("listed");
        Set<Path> plain = withoutUnlisted(places, sources, folder.resolve("plain"));
        command = command(verilator, sources, top, unknowns, out, plain);
        if (ToolRun.run(command, folder, deadline).exitCode() != 0) {
          throw new RtlException(
              RtlError.SOURCE_INVALID,
              "'%s' defines a module that the sources instantiate, and is not among them. Name it, or its folder with -y"
                  .formatted(unlisted.get()));
        }
      }
      return read(out, places);
    } catch (IOException e) {
      throw new RtlException(RtlError.ENGINE_FAILED, "what Verilator wrote is unreadable: " + e, e);
    }
  }

  private static List<String> command(
      Verilator verilator,
      Sources sources,
      String top,
      boolean unknowns,
      Path out,
      Set<Path> places) {
    List<String> command = new ArrayList<>();
    command.add(verilator.program().toString());
    command.addAll(FLAGS);
    command.addAll(unknownFlags(unknowns));
    command.addAll(List.of("--top-module", top, "--Mdir", out.toString()));
    places.forEach(place -> command.add("-I" + place));
    sources
        .defines()
        .forEach((name, value) -> command.add("-D" + name + (value.isEmpty() ? "" : "=" + value)));
    command.addAll(ParameterValue.verilatorOptions(sources.parameters()));
    for (Path file : sources.files()) {
      command.add(requireVerilog(file).toString());
    }
    return command;
  }

  /**
   * The first file that nobody listed and Verilator read: it looks for modules in files of their
   * names.
   */
  private static Optional<Path> unlisted(Path out, Path folder, Sources sources, Set<Path> places)
      throws IOException {
    Set<Path> known = new HashSet<>(ReferencedFiles.of(sources).files());
    sources.files().forEach(file -> known.add(file.toAbsolutePath().normalize()));
    Matcher read = READ_FILE.matcher(Files.readString(out.resolve(PREFIX + "__verFiles.dat")));
    while (read.find()) {
      Path file = folder.resolve(read.group(1)).normalize();
      if (places.contains(file.getParent()) && !known.contains(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  /** Folders with links to what other files may be included from the given ones. */
  private static Set<Path> withoutUnlisted(Set<Path> places, Sources sources, Path into)
      throws IOException {
    Set<Path> plain = new LinkedHashSet<>();
    List<Path> named = ReferencedFiles.of(sources).files();
    for (Path place : places) {
      Path folder = Files.createDirectories(into.resolve(String.valueOf(plain.size())));
      Set<Path> files = new LinkedHashSet<>(ReferencedFiles.companions(place));
      named.stream().filter(file -> place.equals(file.getParent())).forEach(files::add);
      for (Path file : files) {
        Files.createSymbolicLink(folder.resolve(String.valueOf(file.getFileName())), file);
      }
      plain.add(folder);
    }
    return plain;
  }

  /**
   * Verilator silently truncates a value to the width of its parameter; only its syntax tree shows
   * it.
   */
  private static void checkParameters(
      Verilator verilator,
      List<String> command,
      Sources sources,
      String top,
      Path folder,
      Duration deadline) {
    SyntaxTreeReader reader = SyntaxTreeReader.of(verilator);
    List<String> other = new ArrayList<>(command);
    other.remove("--cc");
    other.addAll(reader.options());
    ToolRun run = ToolRun.run(other, folder, deadline);
    if (run.exitCode() != 0) {
      throw toolError(run.output());
    }
    SyntaxTreeLowering.checkParameters(reader, folder, top, sources.parameters());
  }

  /** {@return this with the ports in the order of the netlist: p0, p1, ..., then c0, ...} */
  VerilatedModel withNetlistPorts() {
    return new VerilatedModel(
        ports.stream()
            .sorted(
                Comparator.comparing((GeneratedPort port) -> port.member().startsWith("c"))
                    .thenComparingInt(port -> Integer.parseInt(port.member().substring(1))))
            .toList(),
        asynchronous,
        units,
        data);
  }

  /** The folders in which memory files are searched. */
  private static Set<Path> searchFolders(Sources sources) {
    Set<Path> places = new LinkedHashSet<>();
    for (Path include : sources.includes()) {
      if (!Files.isDirectory(include)) {
        throw new RtlException(
            RtlError.SOURCE_INVALID, "include folder '" + include + "' is not a folder");
      }
      places.add(include.toAbsolutePath().normalize());
    }
    for (Path file : sources.files()) {
      Path parent = file.toAbsolutePath().normalize().getParent();
      if (parent != null) {
        places.add(parent);
      }
    }
    return places;
  }

  private static Path requireVerilog(Path file) {
    String name = file.toString();
    if (!name.endsWith(".v") && !name.endsWith(".sv")) {
      throw new RtlException(
          RtlError.SOURCE_UNSUPPORTED,
          file + " ends neither in .v nor in .sv. Verilator reads Verilog and SystemVerilog");
    }
    if (!Files.isRegularFile(file)) {
      throw new RtlException(
          RtlError.SOURCE_INVALID,
          "no such file: " + file,
          new NoSuchFileException(file.toString()));
    }
    return file.toAbsolutePath().normalize();
  }

  private static RtlException toolError(String output) {
    Matcher error = ERROR.matcher(output);
    if (!error.find()) {
      return new RtlException(
          RtlError.SOURCE_INVALID, "Verilator failed without an error: " + output.strip());
    }
    String text = error.group(2).strip();
    boolean missing = text.contains("Cannot find file containing module");
    return new RtlException(
        "UNSUPPORTED".equals(error.group(1))
            ? RtlError.SOURCE_UNSUPPORTED
            : RtlError.SOURCE_INVALID,
        text + (missing ? ". Add the file that has it to the sources" : ""));
  }

  private static VerilatedModel read(Path out, Set<Path> searchFolders) throws IOException {
    List<Path> units;
    try (Stream<Path> files = Files.list(out)) {
      units = files.filter(file -> file.toString().endsWith(".cpp")).sorted().toList();
    }
    List<GeneratedPort> ports = GeneratedPort.read(Files.readString(out.resolve(PREFIX + ".h")));
    Set<String> watched = new LinkedHashSet<>();
    Matcher trigger = TRIGGER.matcher(Files.readString(out.resolve(PREFIX + "___024root.h")));
    while (trigger.find()) {
      String member = trigger.group(1);
      ports.stream()
          .filter(port -> port.member().equals(member))
          .filter(port -> port.port().direction() == Port.Direction.INPUT)
          .filter(port -> port.port().width() == 1)
          .forEach(port -> watched.add(port.port().name()));
    }
    Map<String, Path> data = new LinkedHashMap<>();
    for (Path unit : units) {
      String code = Files.readString(unit);
      if (PACKED_NAME.matcher(code).find()) {
        throw new RtlException(
            RtlError.SOURCE_UNSUPPORTED,
            "The design reads a memory from a file whose name has more than 8 characters, which"
                + " Verilator does not hand on. Give the file a shorter name, or compile the"
                + " netlist");
      }
      Matcher file = MEMORY_FILE.matcher(code);
      while (file.find()) {
        data.put(file.group(1), memoryFile(file.group(1), searchFolders));
      }
    }
    return new VerilatedModel(ports, watched, units, data);
  }

  private static Path memoryFile(String name, Set<Path> searchFolders) {
    for (Path place : searchFolders) {
      Path file = place.resolve(name);
      if (Files.isRegularFile(file)) {
        return file;
      }
    }
    throw new RtlException(
        RtlError.SOURCE_INVALID,
        "The design reads a memory from the file '%s', which is in none of %s. Put it beside the source"
            .formatted(name, searchFolders));
  }
}
