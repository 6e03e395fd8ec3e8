package dev.backplane.rtl.frontends;

import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files that sources name: included files, and contents of memories, in any folder and to any
 * depth. A name is looked up in the folder of the file that has it, in the include folders, in the
 * folders of the sources, and in the working folder, in this order. Names that are made by macros
 * or parameters are found where their text stands in quotes.
 */
public final class ReferencedFiles {
  /** Suffixes of files that sources may include or read. */
  private static final Set<String> NAMED =
      Set.of("v", "sv", "vh", "svh", "h", "inc", "mem", "hex", "bin", "dat", "txt");

  /** Files with these suffixes declare modules: unless a source names them, they are not read. */
  private static final Set<String> SOURCES = Set.of("v", "sv");

  private static final Set<String> VERILOG = Set.of("v", "sv", "vh", "svh", "h", "inc");

  private static final long SIZE_LIMIT = 16L << 20;

  /** Group 1 is there for an included file; group 2 is the name. */
  private static final Pattern NAME =
      Pattern.compile(
          "//[^\\n]*+|/\\*(?:[^*]|\\*(?!/))*+\\*/"
              + "|(?<include>`include\\s*+)?[\"<](?<name>[^\">\\\\\\n]{1,4000})[\">]");

  /**
   * A name in a file.
   *
   * @param from the file that has it
   * @param name the name
   * @param include whether that file includes it, otherwise it may read it
   * @param folder the folder in which the name was found
   */
  record Reference(Path from, String name, boolean include, Path folder) {
    Path file() {
      return folder.resolve(name).normalize();
    }

    /**
     * Tells whether the file is in that folder itself and its name says so, so that every tool
     * finds it. A name that leaves the folder and comes back, {@code ../rtl/a.vh} in {@code rtl},
     * is found only where the folder has its name.
     */
    boolean isPlain() {
      return folder.equals(file().getParent()) && !name.contains("..");
    }
  }

  private final List<Reference> references = new ArrayList<>();
  private final List<Path> searched = new ArrayList<>();

  private ReferencedFiles(Sources sources) throws IOException {
    sources.includes().forEach(folder -> searched.add(absolute(folder)));
    sources.files().forEach(file -> searched.add(folderOf(file)));
    searched.add(absolute(Path.of("")));
    Deque<Path> open = new ArrayDeque<>();
    Set<Path> seen = new LinkedHashSet<>();
    sources.files().stream().map(ReferencedFiles::absolute).forEach(open::add);
    while (!open.isEmpty()) {
      Path file = open.remove();
      if (seen.add(file) && Files.isRegularFile(file)) {
        for (Reference reference : references(file)) {
          references.add(reference);
          if (reference.include() || isVerilog(reference.file())) {
            open.add(reference.file());
          }
        }
      }
    }
  }

  /**
   * Finds the files that sources name.
   *
   * @param sources the sources
   * @return the files
   * @throws IOException if a file or a folder cannot be read
   */
  public static ReferencedFiles of(Sources sources) throws IOException {
    return new ReferencedFiles(sources);
  }

  /** {@return the files that sources name, besides the sources themselves, in a fixed order} */
  public List<Path> files() {
    return references.stream().map(Reference::file).distinct().sorted().toList();
  }

  List<Reference> references() {
    return references;
  }

  /**
   * The files of a folder that sources in it may name without a path, except sources: tools look
   * for modules in files of their names, and a source that nobody listed is not one.
   *
   * @param folder the folder
   * @return the files, in a fixed order
   * @throws IOException if the folder cannot be read
   */
  public static List<Path> companions(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    try (var entries = Files.list(folder)) {
      for (Path entry : entries.sorted().toList()) {
        if (NAMED.contains(suffix(entry))
            && !isSource(entry)
            && Files.isRegularFile(entry)
            && Files.size(entry) <= SIZE_LIMIT) {
          found.add(entry);
        }
      }
    }
    return found;
  }

  /** {@return whether a file is one that declares modules} */
  static boolean isSource(Path file) {
    return SOURCES.contains(suffix(file));
  }

  static boolean isVerilog(Path file) {
    return VERILOG.contains(suffix(file));
  }

  static Path absolute(Path path) {
    return path.toAbsolutePath().normalize();
  }

  static Path folderOf(Path file) {
    return Optional.ofNullable(absolute(file).getParent()).orElse(absolute(file));
  }

  static String suffix(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /**
   * Reads a file as Latin-1, which preserves every byte: comments and strings may have any
   * encoding.
   */
  static String read(Path file) throws IOException {
    return RegularFile.latin1(file);
  }

  private List<Reference> references(Path file) throws IOException {
    List<Reference> found = new ArrayList<>();
    Matcher names = NAME.matcher(read(file));
    while (names.find()) {
      String name = names.group("name");
      boolean include = names.group("include") != null;
      if (name != null && (include || NAMED.contains(name.substring(name.lastIndexOf('.') + 1)))) {
        find(file, name, include).ifPresent(found::add);
      }
    }
    return found;
  }

  private Optional<Reference> find(Path from, String name, boolean include) throws IOException {
    List<Path> folders = new ArrayList<>(List.of(folderOf(from)));
    folders.addAll(searched);
    for (Path folder : folders) {
      Path file;
      try {
        file = folder.resolve(name);
      } catch (InvalidPathException e) {
        return Optional.empty();
      }
      if (Files.isRegularFile(file) && Files.size(file) <= SIZE_LIMIT) {
        return Optional.of(new Reference(from, name, include, folder));
      }
    }
    return Optional.empty();
  }

  /**
   * Replaces names of included files in the text of a file.
   *
   * @param text the text
   * @param replacement the new name of a file by the old one, or the old one
   */
  static String replaceIncludes(String text, UnaryOperator<String> replacement) {
    return NAME.matcher(text)
        .replaceAll(
            match -> {
              String name = match.group("include") == null ? null : match.group("name");
              String other = name == null ? null : replacement.apply(name);
              return Matcher.quoteReplacement(
                  other == null || other.equals(name)
                      ? match.group()
                      : match.group("include") + '"' + other + '"');
            });
  }
}
