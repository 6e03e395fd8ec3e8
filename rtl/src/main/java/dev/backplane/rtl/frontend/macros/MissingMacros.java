package dev.backplane.rtl.frontend.macros;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.frontend.Sources;
import dev.backplane.rtl.frontend.text.HdlText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Adds to sources the models of vendor macros that they name and do not have. A design that brings
 * a module of the same name keeps its own.
 */
public final class MissingMacros {
  private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Set<String> INCLUDED = Set.of("v", "sv", "vh", "svh", "h", "inc");

  private MissingMacros() {}

  /**
   * Completes sources.
   *
   * @param sources in Verilog and SystemVerilog
   * @param folder where files for the models may be made
   * @return the sources, with files of models behind the others if any are needed
   */
  public static Sources add(Sources sources, Path folder) {
    StringBuilder text = new StringBuilder();
    for (Path file : sources.files()) {
      text.append(HdlText.verilog(file)).append('\n');
    }
    for (Path include : includes(sources)) {
      text.append(HdlText.verilog(include)).append('\n');
    }
    Set<String> there = HdlText.modules(sources.files()).keySet();
    Set<String> wanted = new HashSet<>();
    Matcher words = WORD.matcher(text);
    while (words.find()) {
      String word = words.group();
      if (MacroLibrary.names().contains(word) && !there.contains(word.toLowerCase(Locale.ROOT))) {
        wanted.add(word);
      }
    }
    SortedMap<String, String> models = new TreeMap<>(MacroLibrary.models(wanted));
    models.putAll(DebugCores.shells(text.toString()));
    models.keySet().removeIf(name -> there.contains(name.toLowerCase(Locale.ROOT)));
    return models.isEmpty() ? sources : with(sources, models, folder);
  }

  private static Sources with(Sources sources, SortedMap<String, String> models, Path folder) {
    List<Path> files = new ArrayList<>(sources.files());
    try {
      Path own = Files.createDirectories(folder.resolve("macros"));
      models.forEach((name, model) -> files.add(own.resolve(name + ".sv")));
      for (var model : models.entrySet()) {
        Files.writeString(
            own.resolve(model.getKey() + ".sv"), model.getValue(), StandardCharsets.US_ASCII);
      }
    } catch (IOException e) {
      throw new RtlException(
          RtlError.SOURCE_INVALID, "the temporary folder cannot be used: " + e, e);
    }
    return new Sources(files, sources.includes(), sources.defines(), sources.parameters());
  }

  /** Files that the sources may include: in the include folders. */
  private static List<Path> includes(Sources sources) {
    List<Path> found = new ArrayList<>();
    for (Path folder : sources.includes()) {
      if (Files.isDirectory(folder)) {
        try (Stream<Path> entries = Files.list(folder)) {
          entries
              .filter(entry -> INCLUDED.contains(suffix(entry)) && Files.isRegularFile(entry))
              .sorted()
              .forEach(found::add);
        } catch (IOException e) {
          throw new RtlException(
              RtlError.SOURCE_INVALID, "include folder '" + folder + "' cannot be read: " + e, e);
        }
      }
    }
    return found;
  }

  private static String suffix(Path file) {
    String name = file.toString();
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
