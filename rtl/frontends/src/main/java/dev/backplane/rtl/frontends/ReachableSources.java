package dev.backplane.rtl.frontends;

import dev.backplane.rtl.base.cache.ContentDigest;
import dev.backplane.rtl.frontends.text.HdlText;
import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The part of the sources that a top module can reach: the files that declare a name which a
 * reached file has as a word, beginning with those that declare the top. That is more than a tool
 * would need, and never less: a file that does something besides declaring modules, packages and
 * macros is always reached, and with VHDL all files are.
 */
public final class ReachableSources {
  private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_$]*");
  private static final Pattern UNIT =
      Pattern.compile(
          "\\b(?:macromodule|(module|interface|package|program|primitive))\\s"
              + "(?:\\s*(?:automatic|static)\\s)?\\s*([A-Za-z_][A-Za-z0-9_$]*)"
              + ".*?\\bend(?:\\1|module)\\b(?:\\s*:\\s*\\w+)?",
          Pattern.DOTALL);
  private static final Pattern MACRO = Pattern.compile("`define\\s+([A-Za-z_][A-Za-z0-9_$]*)");

  /** Between units: directives that say nothing about names, or only where a macro is known. */
  private static final Pattern HARMLESS =
      Pattern.compile(
          "`(?:define\\b(?:[^\\n"
              + "]*\\\\\\n"
              + ")*[^\\n"
              + "]*|timescale[^\\n"
              + "]*|default_nettype[^\\n"
              + "]*|include[^\\n"
              + "]*|(?:ifdef|ifndef|elsif|undef)\\s+\\w+|else|endif|resetall|celldefine|endcelldefine)"
              + "|\\(\\*.*?\\*\\)|[\\s;]",
          Pattern.DOTALL);

  private static final Pattern INCLUDE = Pattern.compile("`include\\b");
  private static final Pattern BIND = Pattern.compile("\\b(?:bind|config)\\b");

  private final Sources all;
  private final List<Path> reached;
  private final List<Path> companions;
  private final ReferencedFiles referenced;

  private ReachableSources(
      Sources all, List<Path> reached, List<Path> companions, ReferencedFiles referenced) {
    this.all = all;
    this.reached = List.copyOf(reached);
    this.companions = List.copyOf(companions);
    this.referenced = referenced;
  }

  /**
   * Finds what a top module can reach.
   *
   * @param all the sources
   * @param top the name of the module
   * @return what it can reach, which is all if no source declares it
   * @throws IOException if a file cannot be read
   */
  public static ReachableSources of(Sources all, String top) throws IOException {
    for (Path file : all.files()) {
      if (HdlText.isVhdl(file) || !Files.isRegularFile(file)) {
        return all(all);
      }
    }
    Search search = new Search(ReferencedFiles.of(all));
    for (Path file : all.files()) {
      search.add(file);
    }
    if (!search.run(top)) {
      return all(all);
    }
    List<Path> reached = all.files().stream().filter(search.reached::contains).toList();
    return new ReachableSources(
        all,
        reached,
        companions(all),
        ReferencedFiles.of(new Sources(reached, all.includes(), all.defines(), all.parameters())));
  }

  /** {@return all of the sources} */
  public static ReachableSources all(Sources sources) throws IOException {
    return new ReachableSources(
        sources, sources.files(), companions(sources), ReferencedFiles.of(sources));
  }

  /** Files beside the sources that tools may read. */
  private static List<Path> companions(Sources sources) throws IOException {
    Set<Path> folders = new LinkedHashSet<>();
    sources.files().forEach(file -> folders.add(ReferencedFiles.folderOf(file)));
    sources.includes().forEach(folder -> folders.add(ReferencedFiles.absolute(folder)));
    List<Path> found = new ArrayList<>();
    for (Path folder : folders) {
      if (Files.isDirectory(folder)) {
        found.addAll(ReferencedFiles.companions(folder));
      }
    }
    return found;
  }

  /** {@return the sources that are reached} */
  public Sources sources() {
    return new Sources(reached, all.includes(), all.defines(), all.parameters());
  }

  /** {@return whether that is less than was given} */
  public boolean isPart() {
    return reached.size() < all.files().size();
  }

  /** Adds all that elaboration reads: contents and names, but no folders and no times. */
  public void addTo(ContentDigest digest) throws IOException {
    digest.add(all.defines().toString()).add(all.parameters().toString());
    digest.add(all.includes().size() + " include folders");
    for (Path file : reached) {
      addFile("source", file, digest);
    }
    for (Path file : companions) {
      addFile("companion", file, digest);
    }
    for (ReferencedFiles.Reference reference : referenced.references()) {
      digest.add(reference.name());
      addFile("referenced", reference.file(), digest);
    }
  }

  private static void addFile(String what, Path file, ContentDigest digest) throws IOException {
    digest.add(what).add(String.valueOf(file.getFileName()));
    if (Files.isRegularFile(file)) {
      digest.add(RegularFile.read(file, Integer.MAX_VALUE - 8));
    }
  }

  /** Follows words to the files that declare them. */
  private static final class Search {
    private final Map<Path, List<Path>> includes = new HashMap<>();
    private final Map<Path, String> texts = new HashMap<>();
    private final Map<String, List<Path>> declarations = new HashMap<>();
    private final SequencedSet<Path> open = new LinkedHashSet<>();
    private final Set<String> seen = new HashSet<>();
    private final Set<Path> reached = new HashSet<>();

    Search(ReferencedFiles referenced) {
      for (ReferencedFiles.Reference reference : referenced.references()) {
        if (reference.include()) {
          includes.computeIfAbsent(reference.from(), _ -> new ArrayList<>()).add(reference.file());
        }
      }
    }

    /** Adds a source; what it declares is found by name, and what it does besides makes it open. */
    void add(Path file) {
      String text = text(file);
      UNIT.matcher(text).results().forEach(unit -> declare(unit.group(2), file));
      MACRO.matcher(text).results().forEach(macro -> declare(macro.group(1), file));
      String rest = HARMLESS.matcher(UNIT.matcher(text).replaceAll(" ")).replaceAll("");
      if (!rest.isEmpty() || BIND.matcher(text).find() || includesUnknown(file)) {
        open.add(file);
      }
    }

    /** Tells whether a file has an include whose name a macro makes. */
    private boolean includesUnknown(Path file) {
      List<Path> known = includes.getOrDefault(ReferencedFiles.absolute(file), List.of());
      return INCLUDE.matcher(HdlText.verilog(file)).results().count() > known.size();
    }

    private void declare(String name, Path file) {
      declarations.computeIfAbsent(name, _ -> new ArrayList<>()).add(file);
    }

    /** The text of a file with what it includes. */
    private String text(Path file) {
      return texts.computeIfAbsent(
          file,
          _ -> {
            StringBuilder text = new StringBuilder();
            append(ReferencedFiles.absolute(file), text, new HashSet<>());
            return text.toString();
          });
    }

    private void append(Path file, StringBuilder text, Set<Path> done) {
      if (done.add(file)) {
        text.append(HdlText.verilog(file)).append('\n');
        includes.getOrDefault(file, List.of()).forEach(each -> append(each, text, done));
      }
    }

    /** Tells whether the top was found. */
    boolean run(String top) {
      if (!declarations.containsKey(top)) {
        return false;
      }
      open.addAll(declarations.get(top));
      while (!open.isEmpty()) {
        Path file = open.removeFirst();
        if (reached.add(file)) {
          WORD.matcher(text(file)).results().forEach(word -> follow(word.group()));
        }
      }
      return true;
    }

    private void follow(String word) {
      if (seen.add(word)) {
        open.addAll(declarations.getOrDefault(word, List.of()));
      }
    }
  }
}
