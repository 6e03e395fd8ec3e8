package dev.backplane.rtl.frontends.vhdl;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The sources with an entity of its own for each architecture that is chosen by name, and for each
 * configuration: GHDL names what it synthesises after the entity alone. Each design unit becomes a
 * text of its own, with all lines where they were.
 */
final class ArchitectureCopies {
  private static final Pattern CHOICE =
      Pattern.compile(
          "(?i)(?<![\\w.\\\\])entity\\s+(?:\\w+\\s*\\.\\s*)?([a-z]\\w*)\\s*\\(\\s*([a-z]\\w*)\\s*\\)");
  private static final Pattern BLOCK = Pattern.compile("(?i)\\bfor\\s+([a-z]\\w*)");

  /** A unit of a file: its text is that of the whole file, with other units blank. */
  private record Part(String file, String kind, String name, String of, String text) {}

  private final List<Part> parts = new ArrayList<>();
  private final Map<String, Part> entities = new HashMap<>();
  private final Map<String, Part> architectures = new LinkedHashMap<>();
  private final Set<String> names = new HashSet<>();
  private final Map<String, String> copyNames = new HashMap<>();
  private final Map<String, String> texts;
  private final String top;

  /** A text of a file, in the place of the file. */
  record Copy(String file, String text) {}

  /**
   * Reads sources.
   *
   * @param texts the texts of files in the order of their analysis, by their absolute names
   * @param top the entity that keeps its name whatever is said of it
   */
  ArchitectureCopies(Map<String, String> texts, String top) {
    this.texts = texts;
    this.top = DesignUnits.key(top);
    texts.forEach(this::split);
    for (Part part : parts) {
      names.add(part.name());
      if (part.kind().equals("entity")) {
        entities.put(part.name(), part);
      } else if (part.kind().equals("architecture")) {
        architectures.put(part.of() + "/" + part.name(), part);
      }
    }
  }

  private void split(String file, String text) {
    String blanked = new VhdlText(text).blanked();
    List<DesignUnits.Header> headers = DesignUnits.headers(blanked);
    int from = 0;
    for (int i = 0; i < headers.size(); i++) {
      DesignUnits.Header header = headers.get(i);
      int to =
          i + 1 < headers.size() ? context(blanked, headers.get(i + 1).start()) : text.length();
      parts.add(
          new Part(
              file,
              header.kind(),
              header.name(),
              header.of(),
              blank(text.substring(0, from)) + text.substring(from, to)));
      from = to;
    }
  }

  private static String blank(String text) {
    return text.replaceAll("[^\\n]", " ");
  }

  /** Returns the place where the context clauses in front of a unit begin. */
  private static int context(String blanked, int unit) {
    int at = unit;
    while (true) {
      int end = blanked.substring(0, at).stripTrailing().length();
      int begin = end == 0 ? -1 : blanked.lastIndexOf(';', end - 2);
      String clause = blanked.substring(begin + 1, end).strip().toLowerCase(Locale.ROOT);
      if (!clause.matches("(?s)(library|use|context)\\s.*;")) {
        return at;
      }
      at = begin + 1;
    }
  }

  /** The texts to analyse instead of the files, in order. */
  List<Copy> all() {
    List<Copy> all = new ArrayList<>();
    for (Part part : parts) {
      Optional<String> configured = configured(part);
      if (configured.isPresent()) {
        String copy = unused(part.of() + "_" + part.name());
        copies(part.of(), configured.get(), copy, all);
        String text = renamed(part.text(), "\\bof\\s+", part.of(), copy);
        all.add(new Copy(part.file(), chosen(text)));
        continue;
      }
      if (part.kind().equals("configuration") && part.of().equals(top)) {
        continue; // the entity is the top, not what configures it
      }
      // GHDL takes the first architecture where none is named, the language the last one.
      if (!part.kind().equals("architecture") || isLast(part)) {
        all.add(new Copy(part.file(), chosen(part.text())));
      }
      // Choices of extended identifiers are not looked for, so that these need no copies.
      if (part.kind().equals("architecture")
          && entities.containsKey(part.of())
          && !part.of().startsWith("\\")
          && !part.name().startsWith("\\")) {
        copies(part.of(), part.name(), copyName(part.of(), part.name()), all);
      }
    }
    return all;
  }

  /** {@return files of which a simulation takes the architectures that the language says} */
  static List<Path> applied(List<Path> files, String top, VhdlSources sources) throws IOException {
    ArchitectureCopies copies = new ArchitectureCopies(VhdlSources.of(files), top);
    return copies.areNeeded()
        ? copies.written(files, sources)
        : sources.replace(files, copies.withoutUnused());
  }

  /** Writes all copies. */
  List<Path> written(List<Path> files, VhdlSources sources) throws IOException {
    Map<String, Path> byName =
        files.stream().collect(Collectors.toMap(VhdlSources::absoluteName, file -> file));
    List<Path> written = new ArrayList<>();
    for (Copy copy : all()) {
      written.add(sources.copy(byName.getOrDefault(copy.file(), Path.of("")), copy.text()));
    }
    return written;
  }

  private boolean isLast(Part architecture) {
    return architectures.values().stream()
        .filter(part -> part.of().equals(architecture.of()))
        .reduce((_, later) -> later)
        .filter(architecture::equals)
        .isPresent();
  }

  /** {@return whether a name chooses an architecture that is not the last of its entity} */
  boolean areNeeded() {
    Set<String> named = named();
    return architectures.entrySet().stream()
        .anyMatch(each -> !isLast(each.getValue()) && named.contains(each.getKey()));
  }

  private Set<String> named() {
    Set<String> named = new HashSet<>();
    for (Part part : parts) {
      CHOICE
          .matcher(new VhdlText(part.text()).blanked())
          .results()
          .forEach(
              choice ->
                  named.add(
                      DesignUnits.key(choice.group(1)) + "/" + DesignUnits.key(choice.group(2))));
      Matcher block = BLOCK.matcher(new VhdlText(part.text()).blanked());
      if (part.kind().equals("configuration") && block.find()) {
        named.add(part.of() + "/" + DesignUnits.key(block.group(1)));
      }
    }
    // Extended identifiers are chosen in ways that are not looked for.
    architectures.keySet().stream().filter(key -> key.contains("\\")).forEach(named::add);
    return named;
  }

  /**
   * {@return the texts, by their files, without architectures that are not the last one of their
   * entity and that nothing names: GHDL would take the first one} Only texts that change are there.
   */
  Map<String, String> withoutUnused() {
    Set<String> named = named();
    Map<String, String> changed = new LinkedHashMap<>();
    architectures.forEach(
        (key, part) -> {
          if (!isLast(part) && !named.contains(key)) {
            String before = changed.get(part.file());
            String text = before == null ? Objects.requireNonNull(texts.get(part.file())) : before;
            int from = part.text().length() - part.text().stripLeading().length();
            int to = part.text().length();
            changed.put(
                part.file(),
                text.substring(0, from) + blank(text.substring(from, to)) + text.substring(to));
          }
        });
    return changed;
  }

  /** The architecture of a configuration of an entity that is not the top. */
  private Optional<String> configured(Part part) {
    if (!part.kind().equals("configuration") || part.of().equals(top)) {
      return Optional.empty();
    }
    Matcher block = BLOCK.matcher(new VhdlText(part.text()).blanked());
    return block.find()
        ? Optional.of(DesignUnits.key(block.group(1)))
            .filter(name -> architectures.containsKey(part.of() + "/" + name))
        : Optional.empty();
  }

  private void copies(String entity, String architecture, String copy, List<Copy> to) {
    Part first = entities.get(entity);
    Part second = architectures.get(entity + "/" + architecture);
    if (first != null && second != null) {
      String text = renamed(first.text(), "\\bentity\\s+", entity, copy);
      text = renamed(text, "\\bend\\s+(?:entity\\s+)?", entity, copy);
      to.add(new Copy(first.file(), chosen(text)));
      String body = renamed(second.text(), "\\barchitecture\\s+\\w+\\s+of\\s+", entity, copy);
      to.add(new Copy(second.file(), chosen(body)));
    }
  }

  private static String renamed(String text, String before, String name, String copy) {
    Matcher found =
        Pattern.compile("(?i)" + before + "(" + name + ")\\b")
            .matcher(new VhdlText(text).blanked());
    return found.find()
        ? text.substring(0, found.start(1)) + copy + text.substring(found.end(1))
        : text;
  }

  /** A text whose choices of architectures are choices of copies. */
  private String chosen(String text) {
    StringBuilder out = new StringBuilder(text);
    CHOICE
        .matcher(new VhdlText(text).blanked())
        .results()
        .sorted((a, b) -> Integer.compare(b.start(), a.start()))
        .forEach(
            choice -> {
              String entity = DesignUnits.key(choice.group(1));
              String architecture = DesignUnits.key(choice.group(2));
              if (architectures.containsKey(entity + "/" + architecture)) {
                out.replace(
                    choice.start(),
                    choice.end(),
                    "entity work."
                        + copyName(entity, architecture)
                        + choice.group().replaceAll("[^\\n]", ""));
              }
            });
    return out.toString();
  }

  private String copyName(String entity, String architecture) {
    return copyNames.computeIfAbsent(
        entity + "/" + architecture, key -> unused(entity + "_" + architecture));
  }

  private String unused(String wanted) {
    String name = wanted;
    for (int i = 1; !names.add(name); i++) {
      name = wanted + "_" + i;
    }
    return name;
  }
}
