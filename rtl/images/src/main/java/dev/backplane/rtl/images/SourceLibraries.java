package dev.backplane.rtl.images;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Folders that modules are looked for in by their names, as {@code -y} and {@code +libext+} say. A
 * file is taken if a source that is taken has its name as a word, and none defines it.
 *
 * @param folders where to look, in order
 * @param ends what names of files end with, in order
 */
record SourceLibraries(List<Path> folders, List<String> ends) {
  private static final List<String> USUAL_ENDS = List.of(".v", ".sv");
  private static final Pattern COMMENT = Pattern.compile("(?s)//[^\n]*|/\\*.*?\\*/|\"[^\"\n]*\"");
  private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_$]*");
  private static final Pattern DEFINED =
      Pattern.compile(
          "\\b(?:module|macromodule|interface|package|program|primitive)\\s+"
              + "(?:(?:automatic|static)\\s+)?([A-Za-z_][A-Za-z0-9_$]*)");

  /** {@return the sources, and behind them the files that they need} */
  List<Path> complete(List<Path> sources) {
    if (folders.isEmpty()) {
      return sources;
    }
    Set<Path> taken = new LinkedHashSet<>(sources);
    Deque<Path> open = new ArrayDeque<>(sources);
    Set<String> settled = new HashSet<>();
    sources.forEach(source -> matches(DEFINED, text(source), 1, settled));
    while (!open.isEmpty()) {
      String text = text(open.removeFirst());
      List<String> words = new ArrayList<>();
      matches(WORD, text, 0, words);
      for (String word : words) {
        Path file = settled.add(word) ? find(word) : null;
        if (file != null && taken.add(file)) {
          open.addLast(file);
          matches(DEFINED, text(file), 1, settled);
        }
      }
    }
    return List.copyOf(taken);
  }

  private @Nullable Path find(String name) {
    for (Path folder : folders) {
      for (String end : ends.isEmpty() ? USUAL_ENDS : ends) {
        Path file = folder.resolve(name + end);
        if (Files.isRegularFile(file)) {
          return file;
        }
      }
    }
    return null;
  }

  private static void matches(Pattern pattern, String text, int group, Collection<String> into) {
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      into.add(matcher.group(group));
    }
  }

  private static String text(Path source) {
    try {
      return Files.isRegularFile(source)
          ? COMMENT.matcher(RegularFile.latin1(source)).replaceAll(" ")
          : "";
    } catch (IOException e) {
      throw new RtlException(RtlError.SOURCE_INVALID, "'" + source + "' cannot be read: " + e, e);
    }
  }
}
