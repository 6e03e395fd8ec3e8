package dev.backplane.rtl.frontend;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Copies of the sources and what lies beside them (included files, memory contents) in a work
 * folder, where tools without access to the whole file system see them, and where generated names
 * contain no path of this machine. Each folder of origin becomes {@code d0}, {@code d1}, ...
 */
final class SourceFolder {
  private static final Set<String> COMPANIONS =
      Set.of("v", "sv", "vh", "svh", "h", "inc", "mem", "hex", "bin", "dat", "txt");
  private static final long COMPANION_LIMIT = 16L << 20;
  private static final Pattern STAGED = Pattern.compile("\\bd(\\d{1,6})/([^\\s:'\"`]*)");

  private final Path work;
  private final UnaryOperator<String> change;
  private final Map<Path, Integer> folders = new LinkedHashMap<>();
  private final List<String> shownFolders = new ArrayList<>();
  private final Map<String, String> shownFiles = new LinkedHashMap<>();
  private final List<String> files = new ArrayList<>();
  private final List<String> includes = new ArrayList<>();

  SourceFolder(Path work, Sources sources) {
    this(work, sources, UnaryOperator.identity());
  }

  /** Copies of changed texts, whose lines stay where they are. */
  SourceFolder(Path work, Sources sources, UnaryOperator<String> change) {
    this.change = change;
    this.work = work;
    try {
      for (Path file : sources.files()) {
        files.add(stageSource(file));
      }
      for (Path folder : sources.includes()) {
        if (!Files.isDirectory(folder)) {
          throw new RtlException(
              RtlError.SOURCE_INVALID, "include folder '" + folder + "' is not a folder");
        }
        includes.add("d" + stageFolder(folder, folder.toString()));
      }
    } catch (IOException e) {
      throw new RtlException(RtlError.SOURCE_INVALID, "a source cannot be read: " + e, e);
    }
  }

  /** The folder that names of copies are relative to. */
  Path work() {
    return work;
  }

  /** Names of the copies of the sources, relative to the work folder, in order. */
  List<String> files() {
    return files;
  }

  /** Names of the copies of the include folders. */
  List<String> includes() {
    return includes;
  }

  /** The sources, as the user named them. */
  List<Path> originals() {
    return shownFiles.values().stream().map(Path::of).toList();
  }

  /** Puts the names that the user gave into a text of the tool. */
  String original(String text) {
    return STAGED.matcher(text).replaceAll(match -> Matcher.quoteReplacement(original(match)));
  }

  private String original(MatchResult match) {
    String shown = shownFiles.get(match.group());
    int folder = Integer.parseInt(match.group(1));
    if (shown != null || folder >= shownFolders.size()) {
      return shown != null ? shown : match.group();
    }
    return Path.of(shownFolders.get(folder), match.group(2)).toString();
  }

  private String stageSource(Path file) throws IOException {
    String name = String.valueOf(file.getFileName());
    String suffix = suffix(name);
    if (suffix.equals("vhd") || suffix.equals("vhdl")) {
      throw new RtlException(
          RtlError.SOURCE_UNSUPPORTED,
          file + " is VHDL, which this front end does not read. Give Verilog or SystemVerilog");
    }
    if (!suffix.equals("v") && !suffix.equals("sv")) {
      throw new RtlException(
          RtlError.SOURCE_UNSUPPORTED, file + " ends neither in .v nor in .sv, so what is it?");
    }
    if (!Files.isRegularFile(file)) {
      throw new RtlException(
          RtlError.SOURCE_INVALID,
          "no such file: " + file,
          new NoSuchFileException(file.toString()));
    }
    Path parent = file.getParent();
    int folder =
        stageFolder(parent == null ? Path.of("") : parent, parent == null ? "" : parent.toString());
    // A name that a tool's script could misread gets a plain one.
    String plain = name.matches("[A-Za-z0-9_.-]+") ? name : "s" + files.size() + "." + suffix;
    String staged = "d" + folder + "/" + plain;
    copy(file, work.resolve(staged));
    shownFiles.put(staged, file.toString());
    return staged;
  }

  private int stageFolder(Path folder, String shown) throws IOException {
    Path real = folder.toAbsolutePath().normalize();
    Integer known = folders.get(real);
    if (known != null) {
      return known;
    }
    int number = folders.size();
    folders.put(real, number);
    shownFolders.add(shown);
    Path into = Files.createDirectory(work.resolve("d" + number));
    try (Stream<Path> entries = Files.list(real)) {
      for (Path entry : entries.sorted().toList()) {
        String name = String.valueOf(entry.getFileName());
        if (COMPANIONS.contains(suffix(name))
            && Files.isRegularFile(entry)
            && Files.size(entry) <= COMPANION_LIMIT) {
          copy(entry, into.resolve(name));
        }
      }
    }
    return number;
  }

  private void copy(Path from, Path to) throws IOException {
    // Latin-1 keeps every byte: sources may be in any encoding outside comments and strings.
    String text = Files.readString(from, StandardCharsets.ISO_8859_1);
    boolean verilog = Set.of("v", "sv", "vh", "svh", "h", "inc").contains(suffix(to.toString()));
    Files.writeString(
        to,
        verilog ? change.apply(PortExpressions.rename(TimeUnits.blank(text))) : text,
        StandardCharsets.ISO_8859_1);
  }

  private static String suffix(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
