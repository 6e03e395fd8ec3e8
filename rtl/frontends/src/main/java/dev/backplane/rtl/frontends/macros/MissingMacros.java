package dev.backplane.rtl.frontends.macros;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.frontends.text.HdlText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Adds models of the vendor macros that sources use and do not define. A module of the same name in
 * the design has priority.
 */
public final class MissingMacros {
  private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Set<String> INCLUDED = Set.of("vh", "svh", "h", "inc");
  private static final Set<String> CONTENTS = Set.of("mem", "hex", "dat", "txt", "bin");
  private static final long LARGEST = 16L << 20;

  private MissingMacros() {}

  /**
   * Adds models to sources.
   *
   * @param sources in Verilog and SystemVerilog
   * @param folder the folder for the files of models
   * @return the sources, followed by the files of models that are needed
   */
  public static Sources add(Sources sources, Path folder) {
    List<Path> files = new ArrayList<>(sources.files());
    files.addAll(filesBeside(sources, INCLUDED));
    Set<String> there = HdlText.modules(files).keySet();
    DebugCores cores = new DebugCores();
    StringBuilder text = new StringBuilder();
    for (Path file : files) {
      String one = HdlText.verilog(file);
      cores.find(one, there, file.toString());
      text.append(one).append('\n');
    }
    Set<String> wanted = new HashSet<>();
    Matcher words = WORD.matcher(text);
    while (words.find()) {
      String word = words.group();
      if (MacroLibrary.names().contains(word) && !there.contains(word.toLowerCase(Locale.ROOT))) {
        wanted.add(word);
      }
    }
    SortedMap<String, String> models = new TreeMap<>(MacroLibrary.models(wanted));
    models.putAll(cores.stubs());
    return models.isEmpty() ? sources : withModels(sources, models, folder);
  }

  private static Sources withModels(
      Sources sources, SortedMap<String, String> models, Path folder) {
    List<Path> files = new ArrayList<>(sources.files());
    try {
      Path own = Files.createDirectories(folder.resolve("macros"));
      models.forEach((name, model) -> files.add(own.resolve(name + ".sv")));
      for (var model : models.entrySet()) {
        Files.writeString(
            own.resolve(model.getKey() + ".sv"), model.getValue(), StandardCharsets.US_ASCII);
      }
      for (Path contents : filesBeside(sources, CONTENTS)) {
        // yosys searches the contents of a memory in the folder of the file with its model.
        Path copy = own.resolve(String.valueOf(contents.getFileName()));
        if (!Files.exists(copy)) {
          Files.copy(contents, copy);
        }
      }
    } catch (IOException e) {
      throw new RtlException(
          RtlError.SOURCE_INVALID, "the temporary folder cannot be used: " + e, e);
    }
    return new Sources(files, sources.includes(), sources.defines(), sources.parameters());
  }

  /** Files of some kinds beside the sources, and in the include folders. */
  private static List<Path> filesBeside(Sources sources, Set<String> suffixes) {
    Set<Path> folders = new LinkedHashSet<>();
    for (Path file : sources.files()) {
      folders.add(file.toAbsolutePath().normalize().getParent());
    }
    sources.includes().forEach(folder -> folders.add(folder.toAbsolutePath().normalize()));
    List<Path> found = new ArrayList<>();
    for (Path folder : folders) {
      if (folder == null || !Files.isDirectory(folder)) {
        continue;
      }
      try (Stream<Path> entries = Files.list(folder)) {
        for (Path entry : entries.sorted().toList()) {
          if (suffixes.contains(suffix(entry))
              && Files.isRegularFile(entry)
              && Files.size(entry) <= LARGEST) {
            found.add(entry);
          }
        }
      } catch (IOException e) {
        throw new RtlException(
            RtlError.SOURCE_INVALID, "folder '" + folder + "' cannot be read: " + e, e);
      }
    }
    return found;
  }

  private static String suffix(Path file) {
    String name = file.toString();
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
