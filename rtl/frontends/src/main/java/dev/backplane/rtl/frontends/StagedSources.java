package dev.backplane.rtl.frontends;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.rewrite.PortExpressions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Links to, or copies of, the sources and the files beside them (included files, memory contents)
 * in a work folder. Other sources beside them are not there, so no tool finds modules in them.
 * Tools without access to the whole file system can read them there, and generated names contain no
 * path of this machine. The original folders become {@code d0}, {@code d1} and so on. Immutable.
 */
public final class StagedSources {
  private static final Pattern STAGED = Pattern.compile("\\bd(\\d{1,6})/([^\\s:'\"`]*)");

  private final Path work;
  private final UnaryOperator<String> rewrite;
  private final Map<Path, Integer> folders = new LinkedHashMap<>();
  private final List<String> originalFolders = new ArrayList<>();
  private final Map<String, String> originalFiles = new LinkedHashMap<>();
  private final List<String> files = new ArrayList<>();
  private final List<String> includes = new ArrayList<>();

  /**
   * Copies rewritten texts.
   *
   * @param work an empty folder, to which the copies go
   * @param sources the sources
   * @param rewrite changes each text, but no line number
   * @throws RtlException {@code SOURCE_INVALID} or {@code SOURCE_UNSUPPORTED} with the file that
   *     cannot be used
   */
  public StagedSources(Path work, Sources sources, UnaryOperator<String> rewrite) {
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
      stageReferences(ReferencedFiles.of(sources).references());
    } catch (IOException e) {
      throw new RtlException(RtlError.SOURCE_INVALID, "a source cannot be read: " + e, e);
    }
  }

  /** {@return the folder to which names of copies are relative} */
  public Path work() {
    return work;
  }

  /** {@return the names of the copies of the sources, relative to the work folder, in order} */
  public List<String> files() {
    return files;
  }

  /** {@return the names of the copies of the include folders} */
  public List<String> includes() {
    return includes;
  }

  /** {@return the sources, with the names that the user gave} */
  public List<Path> originals() {
    return originalFiles.values().stream().map(Path::of).toList();
  }

  /**
   * Replaces names of copies in what a tool says.
   *
   * @param text the text
   * @return the text with the names that the user gave
   */
  public String original(String text) {
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
    String suffix = ReferencedFiles.suffix(file);
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
    int number = numberFolder(real, original);
    for (Path file : ReferencedFiles.companions(real)) {
      copy(file, work.resolve("d" + number).resolve(String.valueOf(file.getFileName())));
    }
    return number;
  }

  private int numberFolder(Path real, String original) throws IOException {
    int number = folders.size();
    folders.put(real, number);
    originalFolders.add(original);
    Files.createDirectory(work.resolve("d" + number));
    return number;
  }

  /** Copies the files that tools would not find beside the sources, and changes their names. */
  private void stageReferences(List<ReferencedFiles.Reference> references) throws IOException {
    Map<Path, String> stagedFiles = new HashMap<>();
    originalFiles.forEach(
        (staged, file) -> stagedFiles.put(ReferencedFiles.absolute(Path.of(file)), staged));
    Set<Path> searched = Set.copyOf(folders.keySet());
    Map<Path, Map<String, String>> changed = new LinkedHashMap<>();
    for (ReferencedFiles.Reference each : references) {
      boolean companion = each.isPlain() && !ReferencedFiles.isSource(each.file());
      if (companion && searched.contains(each.folder())) {
        stagedFiles.putIfAbsent(each.file(), "d" + folders.get(each.folder()) + "/" + each.name());
        continue;
      }
      String staged = stagedFiles.get(each.file());
      if (staged == null) {
        staged = place(each);
        Path into = work.resolve(staged);
        Files.createDirectories(Objects.requireNonNull(into.getParent()));
        copy(each.file(), into);
        stagedFiles.put(each.file(), staged);
      }
      if (each.include()) {
        changed.computeIfAbsent(each.from(), _ -> new HashMap<>()).put(each.name(), staged);
      }
    }
    for (var each : changed.entrySet()) {
      Path copy = work.resolve(Objects.requireNonNull(stagedFiles.get(each.getKey())));
      String text = Files.readString(copy, StandardCharsets.ISO_8859_1);
      write(
          copy,
          ReferencedFiles.replaceIncludes(text, name -> each.getValue().getOrDefault(name, name)));
    }
  }

  /** Below the folder in which the name was found, unless the name leads out of it. */
  private String place(ReferencedFiles.Reference reference) throws IOException {
    Path file = reference.file();
    boolean below = file.startsWith(reference.folder());
    Path folder = below ? reference.folder() : ReferencedFiles.folderOf(file);
    Integer known = folders.get(folder);
    int number = known == null ? numberFolder(folder, folder.toString()) : known;
    return "d" + number + "/" + folder.relativize(file).toString().replace('\\', '/');
  }

  private void copy(Path from, Path to) throws IOException {
    if (!ReferencedFiles.isVerilog(to)) {
      link(from, to);
      return;
    }
    String text = ReferencedFiles.read(from);
    String rewritten = rewrite.apply(PortExpressions.rewrite(TimeUnitRemoval.remove(text)));
    if (rewritten.equals(text)) {
      link(from, to);
    } else {
      write(to, rewritten);
    }
  }

  /** A second name of the same file, or a copy where the file system has none. */
  private static void link(Path from, Path to) throws IOException {
    Files.deleteIfExists(to);
    try {
      Files.createLink(to, from.toRealPath());
    } catch (IOException | UnsupportedOperationException otherFileSystem) {
      Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Never into a file that is there: it may be a name of the user's own. */
  private static void write(Path to, String text) throws IOException {
    Files.deleteIfExists(to);
    Files.writeString(to, text, StandardCharsets.ISO_8859_1);
  }
}
