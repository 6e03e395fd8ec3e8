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
 * Copies of the sources and of the files beside them (included files, memory contents) in a work
 * folder. Tools without access to the whole file system can read them there, and generated names
 * contain no path of this machine. The original folders become {@code d0}, {@code d1}, ... ...
 */
final class StagedSources {
  private static final Set<String> COMPANIONS =
      Set.of("v", "sv", "vh", "svh", "h", "inc", "mem", "hex", "bin", "dat", "txt");
  private static final long COMPANION_LIMIT = 16L << 20;
  private static final Pattern STAGED = Pattern.compile("\\bd(\\d{1,6})/([^\\s:'\"`]*)");

  private final Path work;
  private final UnaryOperator<String> rewrite;
  private final Map<Path, Integer> folders = new LinkedHashMap<>();
  private final List<String> originalFolders = new ArrayList<>();
  private final Map<String, String> originalFiles = new LinkedHashMap<>();
  private final List<String> files = new ArrayList<>();
  private final List<String> includes = new ArrayList<>();

  StagedSources(Path work, Sources sources) {
    this(work, sources, UnaryOperator.identity());
  }

  /** Copies of rewritten texts with the same line numbers. */
  StagedSources(Path work, Sources sources, UnaryOperator<String> rewrite) {
    this.rewrite = rewrite;
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

  /** The folder to which names of copies are relative. */
  Path work() {
    return work;
  }

  /** The names of the copies of the sources, relative to the work folder, in order. */
  List<String> files() {
    return files;
  }

  /** The names of the copies of the include folders. */
  List<String> includes() {
    return includes;
  }

  /** The sources, with the names that the user gave. */
  List<Path> originals() {
    return originalFiles.values().stream().map(Path::of).toList();
  }

  /** Replaces names of copies in a text of a tool by the names that the user gave. */
  String original(String text) {
    return STAGED.matcher(text).replaceAll(match -> Matcher.quoteReplacement(original(match)));
  }

  private String original(MatchResult match) {
    String shown = originalFiles.get(match.group());
    int folder = Integer.parseInt(match.group(1));
    if (shown != null || folder >= originalFolders.size()) {
      return shown != null ? shown : match.group();
    }
    return Path.of(originalFolders.get(folder), match.group(2)).toString();
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
    // A name that could be misread in a tool's script is replaced by a plain one.
    String plain = name.matches("[A-Za-z0-9_.-]+") ? name : "s" + files.size() + "." + suffix;
    String staged = "d" + folder + "/" + plain;
    copy(file, work.resolve(staged));
    originalFiles.put(staged, file.toString());
    return staged;
  }

  private int stageFolder(Path folder, String original) throws IOException {
    Path real = folder.toAbsolutePath().normalize();
    Integer known = folders.get(real);
    if (known != null) {
      return known;
    }
    int number = folders.size();
    folders.put(real, number);
    originalFolders.add(original);
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
    // Latin-1 preserves every byte: comments and strings may have any encoding.
    String text = Files.readString(from, StandardCharsets.ISO_8859_1);
    boolean verilog = Set.of("v", "sv", "vh", "svh", "h", "inc").contains(suffix(to.toString()));
    Files.writeString(
        to,
        verilog ? rewrite.apply(PortExpressionRewrite.rewrite(TimeUnitRemoval.remove(text))) : text,
        StandardCharsets.ISO_8859_1);
  }

  private static String suffix(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
