package dev.backplane.rtl.image;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The sources of a build, as given by the user: files, folders and patterns, and file lists ({@code
 * -f}) in the format of simulators, with {@code +incdir+}, {@code +define+}, {@code -I}, {@code -D}
 * and {@code -f}. A builder; not safe for use by several threads.
 */
public final class SourceList {
  private static final Set<String> DESCRIPTIONS = Set.of("xml", "toml", "xo");
  private static final int MAX_DEPTH = 16;
  private static final int MAX_LIST_BYTES = 1 << 20;

  private final List<Path> sources = new ArrayList<>();
  private final List<Path> descriptions = new ArrayList<>();
  private final List<Path> includes = new ArrayList<>();
  private final Map<String, String> defines = new LinkedHashMap<>();

  /** Creates an empty list. */
  public SourceList() {}

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
   * Adds the entries of a file list, relative to the folder of the list.
   *
   * @param list the file
   * @return this
   * @throws RtlException {@link RtlError#SOURCE_INVALID} with the line of the error
   */
  public SourceList addList(Path list) {
    read(list, 0);
    return this;
  }

  private void read(Path list, int depth) {
    List<String> lines;
    try {
      if (Files.size(list) > MAX_LIST_BYTES || depth > MAX_DEPTH) {
        throw error(list.toString(), "is too large, or names itself");
      }
      lines = Files.readString(list, StandardCharsets.ISO_8859_1).lines().toList();
    } catch (IOException e) {
      throw new RtlException(
          RtlError.SOURCE_INVALID, "file list '" + list + "' cannot be read: " + e, e);
    }
    Path parent = list.getParent();
    Path folder = parent == null ? Path.of("") : parent;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).replaceFirst("(^|\\s)(//|#).*", "").strip();
      List<String> words = line.isEmpty() ? List.of() : Arrays.asList(line.split("\\s+"));
      for (int word = 0; word < words.size(); word++) {
        String text = words.get(word);
        boolean takesNext = text.matches("-f|-F|-I|-D") && word + 1 < words.size();
        option(folder, list + ":" + (i + 1), takesNext ? text + words.get(++word) : text, depth);
      }
    }
  }

  private void option(Path folder, String place, String text, int depth) {
    if (text.startsWith("+incdir+")) {
      Arrays.stream(text.substring(8).split("\\+", -1))
          .filter(name -> !name.isEmpty())
          .forEach(name -> includes.add(folder.resolve(name)));
    } else if (text.startsWith("+define+")) {
      Arrays.stream(text.substring(8).split("\\+", -1)).forEach(this::define);
    } else if (text.startsWith("-I")) {
      includes.add(folder.resolve(text.substring(2)));
    } else if (text.startsWith("-D")) {
      define(text.substring(2));
    } else if (text.startsWith("-f") || text.startsWith("-F")) {
      read(folder.resolve(text.substring(2)), depth + 1);
    } else if (text.startsWith("-") || text.startsWith("+")) {
      throw error(place, "'" + text + "' is not understood");
    } else {
      add(folder, text);
    }
  }

  private void define(String text) {
    int equals = text.indexOf('=');
    if (!text.isEmpty()) {
      defines.put(
          equals < 0 ? text : text.substring(0, equals),
          equals < 0 ? "" : text.substring(equals + 1));
    }
  }

  private static RtlException error(String place, String problem) {
    return new RtlException(
        RtlError.SOURCE_INVALID,
        place
            + ": "
            + problem
            + ". File lists hold names of files, +incdir+, +define+, -I, -D and -f");
  }

  /** {@return the sources, in the given order} */
  public List<Path> sources() {
    return List.copyOf(sources);
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
