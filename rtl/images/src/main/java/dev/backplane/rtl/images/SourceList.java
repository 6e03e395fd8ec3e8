package dev.backplane.rtl.images;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.images.SourceListWords.Word;
import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The sources of a build, as given by the user: files, folders and patterns, and file lists as
 * Verilator reads them. They are texts in UTF-8 with comments, variables of the environment, {@code
 * +incdir+}, {@code +define+}, {@code +libext+}, {@code -I}, {@code -D}, {@code -v}, {@code -y},
 * and further lists: of {@code -f} names are relative to the working folder, of {@code -F} to the
 * folder of the list. A builder; not safe for use by several threads.
 */
public final class SourceList {
  private static final Set<String> DESCRIPTIONS = Set.of("xml", "toml", "xo");
  private static final Set<String> TAKES_NEXT = Set.of("-f", "-F", "-I", "-D", "-v", "-y");
  private static final int MAX_DEPTH = 16;
  private static final int MAX_LIST_BYTES = 1 << 20;

  private final List<Path> sources = new ArrayList<>();
  private final List<Path> descriptions = new ArrayList<>();
  private final List<Path> includes = new ArrayList<>();
  private final Map<String, String> defines = new LinkedHashMap<>();

  /** Folders of modules, and what names of their files end with. */
  private final List<Path> libraries = new ArrayList<>();

  private final List<String> libraryEnds = new ArrayList<>();
  private final Map<String, String> environment;

  /** Creates an empty list, with the variables of this process. */
  public SourceList() {
    this(System.getenv());
  }

  SourceList(Map<String, String> environment) {
    this.environment = environment;
  }

  /**
   * Adds files, folders or patterns.
   *
   * @param names relative to the working folder
   * @return this
   * @throws RtlException {@link RtlError#SOURCE_INVALID} if a folder or a pattern matches no source
   */
  public SourceList add(List<String> names) {
    names.forEach(name -> add(Path.of(""), name));
    return this;
  }

  private void add(Path folder, String name) {
    Path path = folder.resolve(name);
    if (DESCRIPTIONS.contains(SourceGlobs.suffix(path)) && !name.contains("*")) {
      descriptions.add(path);
    } else {
      sources.addAll(SourceGlobs.expand(folder, List.of(name)));
    }
  }

  /**
   * Adds the entries of a file list, relative to the working folder, as {@code -f} does.
   *
   * @param list the file
   * @return this
   * @throws RtlException {@link RtlError#SOURCE_INVALID} with the line of the error
   */
  public SourceList addList(Path list) {
    read(list, Path.of(""), 0);
    return this;
  }

  /**
   * Adds the entries of a file list, relative to its folder, as {@code -F} does.
   *
   * @param list the file
   * @return this
   * @throws RtlException {@link RtlError#SOURCE_INVALID} with the line of the error
   */
  public SourceList addListOfItsFolder(Path list) {
    read(list, folderOf(list), 0);
    return this;
  }

  /**
   * Adds a folder of modules, as {@code -y} does: a file of it is a source if another source names
   * its module and none defines it.
   *
   * @param folder the folder
   * @return this
   */
  public SourceList addLibrary(Path folder) {
    libraries.add(folder);
    includes.add(folder);
    return this;
  }

  private static Path folderOf(Path list) {
    Path parent = list.getParent();
    return parent == null ? Path.of("") : parent;
  }

  private void read(Path list, Path folder, int depth) {
    if (depth > MAX_DEPTH) {
      throw SourceListWords.error(
          list.toString(), "lists are nested too deeply, or name themselves");
    }
    List<Word> words = SourceListWords.of(text(list), list.toString(), environment);
    for (int i = 0; i < words.size(); i++) {
      Word word = words.get(i);
      if (TAKES_NEXT.contains(word.text())) {
        if (++i == words.size()) {
          throw SourceListWords.error(word.place(), "nothing comes after " + word.text());
        }
        word = new Word(word.text() + words.get(i).text(), word.place());
      }
      try {
        option(list, folder, word, depth);
      } catch (InvalidPathException e) {
        throw SourceListWords.error(
            word.place(),
            "'%s' cannot be the name of a file: %s. Letters beyond ASCII need a locale in UTF-8, such as LC_ALL=C.UTF-8"
                .formatted(e.getInput().replace('\0', '?'), e.getReason()));
      }
    }
  }

  private static String text(Path list) {
    try {
      byte[] bytes = RegularFile.read(list, MAX_LIST_BYTES);
      try {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      } catch (CharacterCodingException e) {
        // Lists from before UTF-8.
        return new String(bytes, StandardCharsets.ISO_8859_1);
      }
    } catch (IOException e) {
      throw new RtlException(
          RtlError.SOURCE_INVALID, "file list '" + list + "' cannot be read: " + e, e);
    }
  }

  private void option(Path list, Path folder, Word word, int depth) {
    String text = word.text();
    if (text.startsWith("+incdir+")) {
      parts(text).forEach(name -> includes.add(folder.resolve(name)));
    } else if (text.startsWith("+define+")) {
      parts(text).forEach(this::define);
    } else if (text.startsWith("+libext+")) {
      libraryEnds.addAll(parts(text));
    } else if (text.startsWith("-I")) {
      includes.add(folder.resolve(text.substring(2)));
    } else if (text.startsWith("-D")) {
      define(text.substring(2));
    } else if (text.startsWith("-y")) {
      addLibrary(folder.resolve(text.substring(2)));
    } else if (text.startsWith("-f")) {
      read(folder.resolve(text.substring(2)), folder, depth + 1);
    } else if (text.startsWith("-F")) {
      Path inner = folder.resolve(text.substring(2));
      read(inner, folderOf(inner), depth + 1);
    } else if (text.startsWith("-v")) {
      source(list, folder, text.substring(2), word.place());
    } else if (text.startsWith("-") || text.startsWith("+")) {
      throw SourceListWords.error(word.place(), "'" + text + "' is not understood");
    } else {
      source(list, folder, text, word.place());
    }
  }

  private static List<String> parts(String text) {
    return Arrays.stream(text.substring(text.indexOf('+', 1) + 1).split("\\+", -1))
        .filter(part -> !part.isEmpty())
        .toList();
  }

  /** A source; the usual mistake is a list whose names are relative to its own folder. */
  private void source(Path list, Path folder, String name, String place) {
    boolean isPattern = name.contains("*") || name.contains("?");
    if (!isPattern
        && !Files.exists(folder.resolve(name))
        && Files.exists(folderOf(list).resolve(name))) {
      throw SourceListWords.error(
          place,
          "there is no '"
              + name
              + "' in the working folder, which the names of -f are relative to, but beside the"
              + " list: name the list with -F");
    }
    add(folder, name);
  }

  private void define(String text) {
    int equals = text.indexOf('=');
    if (!text.isEmpty()) {
      defines.put(
          equals < 0 ? text : text.substring(0, equals),
          equals < 0 ? "" : text.substring(equals + 1));
    }
  }

  /** {@return the sources, in the given order, and behind them those that libraries have} */
  public List<Path> sources() {
    return new SourceLibraries(libraries, libraryEnds).complete(List.copyOf(sources));
  }

  /** {@return the descriptions and packaged kernels among the names} */
  public List<Path> descriptions() {
    return List.copyOf(descriptions);
  }

  /** {@return the include folders of file lists} */
  public List<Path> includes() {
    return List.copyOf(includes);
  }

  /** {@return the macros of file lists} */
  public Map<String, String> defines() {
    return new LinkedHashMap<>(defines);
  }
}
