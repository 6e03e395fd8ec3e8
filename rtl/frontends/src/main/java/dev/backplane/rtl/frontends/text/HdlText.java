package dev.backplane.rtl.frontends.text;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds modules and instances in Verilog sources by patterns, without parsing them. */
public final class HdlText {
  private static final Pattern VERILOG_COMMENT =
      Pattern.compile(
          "//[^\\n]*|/\\*.*?\\*/|\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\"", Pattern.DOTALL);
  private static final Pattern MODULE =
      Pattern.compile("\\bmodule\\s+([A-Za-z_][A-Za-z0-9_$]*)(.*?)\\bendmodule\\b", Pattern.DOTALL);
  private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_$]*");

  private HdlText() {}

  /** {@return whether a file is VHDL, by its name} */
  public static boolean isVhdl(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    return name.endsWith(".vhd") || name.endsWith(".vhdl");
  }

  private static String read(Path file) {
    try {
      // Latin-1 preserves every byte, and is the encoding of VHDL.
      return RegularFile.latin1(file);
    } catch (IOException e) {
      throw new RtlException(RtlError.SOURCE_INVALID, "'" + file + "' cannot be read: " + e, e);
    }
  }

  /**
   * A module of Verilog.
   *
   * @param name its name
   * @param words all words in it, by their form in lower case
   * @param file its file
   */
  public record Module(String name, Map<String, String> words, Path file) {}

  /** The modules of Verilog files, by name in lower case. */
  public static Map<String, Module> modules(List<Path> files) {
    Map<String, Module> modules = new HashMap<>();
    for (Path file : files) {
      Matcher found = MODULE.matcher(verilog(file));
      while (found.find()) {
        Map<String, String> words = new HashMap<>();
        WORD.matcher(found.group(2))
            .results()
            .forEach(
                word -> words.putIfAbsent(word.group().toLowerCase(Locale.ROOT), word.group()));
        modules.put(
            found.group(1).toLowerCase(Locale.ROOT), new Module(found.group(1), words, file));
      }
    }
    return modules;
  }

  /** {@return the text of a Verilog file without comments and strings, with the same lines} */
  public static String verilog(Path file) {
    return VERILOG_COMMENT
        .matcher(read(file))
        .replaceAll(noise -> " " + noise.group().replaceAll("[^\\n]", ""));
  }

  /**
   * An instance of a module in Verilog.
   *
   * @param name the module, with its spelling in the source
   * @param file its file
   * @param line its line
   * @param inside the module that has it, empty if it is in none
   * @param parameters the text between the brackets after the #, empty if there is none
   */
  public record InstanceUse(String name, Path file, int line, String inside, String parameters) {}

  /** Instances of a module in Verilog files. */
  public static List<InstanceUse> uses(String module, List<Path> files) {
    Pattern instance =
        Pattern.compile(
            "\\b("
                + Pattern.quote(module)
                + ")\\s*(?:#\\s*\\(((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*)\\))?"
                + "\\s+[A-Za-z_][A-Za-z0-9_$]*\\s*(?:\\[[^\\]]*\\]\\s*)?\\(",
            Pattern.CASE_INSENSITIVE);
    List<InstanceUse> uses = new ArrayList<>();
    for (Path file : files) {
      String text = verilog(file);
      Matcher found = instance.matcher(text);
      while (found.find()) {
        int line =
            1 + (int) text.substring(0, found.start()).chars().filter(c -> c == '\n').count();
        String parameters = found.group(2);
        uses.add(
            new InstanceUse(
                found.group(1),
                file,
                line,
                moduleAt(text, found.start()),
                parameters == null ? "" : parameters.strip()));
      }
    }
    return uses;
  }

  private static String moduleAt(String text, int place) {
    Matcher module = MODULE.matcher(text);
    while (module.find() && module.start() < place) {
      if (module.end() > place) {
        return module.group(1);
      }
    }
    return "";
  }
}
