package dev.backplane.rtl.frontends.vhdl;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The design units of VHDL files, and the order of their analysis: a unit after those that it uses.
 */
final class DesignUnits {
  static final String NAME = "([a-z]\\w*|\\\\(?:[^\\\\\\n]|\\\\\\\\)+\\\\)";
  private static final Pattern UNIT =
      Pattern.compile(
          "(?i)(?<![\\w.\\\\])(?:(entity|package|context)\\s+"
              + NAME
              + "\\s+is\\b(?!\\s+new\\b)|(package)\\s+body\\s+"
              + NAME
              + "\\s+is\\b|(architecture|configuration)\\s+"
              + NAME
              + "\\s+of\\s+"
              + NAME
              + "\\s+is\\b)");
  private static final Pattern INSTANTIATED =
      Pattern.compile("(?i)(?<![\\w.\\\\])package\\s+" + NAME + "\\s+is\\s+new\\b");

  /** The begin of a component's declaration, which uses no entity: instances of it do. */
  private static final Pattern COMPONENT =
      Pattern.compile("(?i)(?<![\\w\\\\])(?<!:\\s{0,99})component\\s+" + NAME);

  private static final Pattern WORD = Pattern.compile("(?i)(?<![\\w\\\\])" + NAME);

  /** A primary unit: an entity, a package, a configuration or a context. */
  private record Primary(String kind, Path file, int line) {
    String location() {
      return file + ":" + line;
    }
  }

  /**
   * The begin of a design unit.
   *
   * @param kind entity, package, context, package body, architecture or configuration
   * @param name its name, see {@link DesignUnits#key}
   * @param of the entity of an architecture or configuration; else empty
   * @param start where it begins in the text
   */
  record Header(String kind, String name, String of, int start) {}

  private final List<Path> files = new ArrayList<>();
  private final Map<Path, String> texts = new HashMap<>();
  private final Map<String, Primary> primaries = new LinkedHashMap<>();
  private final Map<String, Primary> secondaries = new HashMap<>();

  /** The files of bodies and architectures, by their primary unit. */
  private final Map<String, Set<Path>> bodies = new HashMap<>();

  /** The files that have to be analysed before a file. */
  private final Map<Path, Set<Path>> dependencies = new HashMap<>();

  /**
   * Reads the files.
   *
   * @throws RtlException {@code SOURCE_INVALID} if there are two units of one name
   */
  DesignUnits(List<Path> given) {
    Set<String> known = new HashSet<>();
    for (Path file : given) {
      String text = read(file);
      // A file that is given twice, possibly under two names, is used once.
      if (known.add(text)) {
        files.add(file);
        texts.put(file, new VhdlText(text).blanked());
      }
    }
    files.forEach(this::readUnits);
    files.forEach(this::addDependencies);
  }

  private static String read(Path file) {
    try {
      return RegularFile.latin1(file);
    } catch (IOException e) {
      throw new RtlException(RtlError.SOURCE_INVALID, "'" + file + "' cannot be read: " + e, e);
    }
  }

  private void readUnits(Path file) {
    String text = text(file);
    for (Header header : headers(text)) {
      Primary unit = new Primary(header.kind(), file, line(text, header.start()));
      switch (header.kind()) {
        case "package body" -> {
          requireUnique(
              secondaries.putIfAbsent("body " + header.name(), unit), unit, header.name());
          bodies.computeIfAbsent(header.name(), n -> new LinkedHashSet<>()).add(file);
        }
        case "architecture" -> {
          String name = header.name() + " of " + header.of();
          requireUnique(secondaries.putIfAbsent(name, unit), unit, name);
          bodies.computeIfAbsent(header.of(), n -> new LinkedHashSet<>()).add(file);
        }
        default -> requireUnique(primaries.putIfAbsent(header.name(), unit), unit, header.name());
      }
    }
    // Package instances also occur in declarative parts, where several may have the same name.
    Matcher instances = INSTANTIATED.matcher(text);
    while (instances.find()) {
      primaries.putIfAbsent(
          key(instances.group(1)), new Primary("package", file, line(text, instances.start())));
    }
  }

  /** The design units of a text without comments and literals. */
  static List<Header> headers(String blanked) {
    return UNIT.matcher(blanked)
        .results()
        .map(
            unit ->
                unit.group(1) != null
                    ? new Header(lower(unit.group(1)), key(unit.group(2)), "", unit.start())
                    : unit.group(3) != null
                        ? new Header("package body", key(unit.group(4)), "", unit.start())
                        : new Header(
                            lower(unit.group(5)),
                            key(unit.group(6)),
                            key(unit.group(7)),
                            unit.start()))
        .toList();
  }

  private static String lower(String word) {
    return word.toLowerCase(Locale.ROOT);
  }

  private static void requireUnique(
      @org.jspecify.annotations.Nullable Primary other, Primary unit, String name) {
    if (other != null) {
      throw new RtlException(
          RtlError.SOURCE_INVALID,
          "%s: there are two design units of the name '%s': this %s, and the %s at %s. Leave one of"
                  .formatted(unit.location(), name, unit.kind(), other.kind(), other.location())
              + " them out, or rename it");
    }
  }

  private void addDependencies(Path file) {
    String text = text(file);
    Set<Path> first = new LinkedHashSet<>();
    Libraries.selectedIn(text).forEach(name -> addPrimary(first, name));
    for (Header header : headers(text)) {
      if (header.kind().equals("package body")) {
        addPrimary(first, header.name());
      } else if (!header.of().isEmpty()) {
        addPrimary(first, header.of());
        if (header.kind().equals("configuration")) {
          first.addAll(bodies.getOrDefault(header.of(), Set.of()));
        }
      }
    }
    first.remove(file);
    dependencies.put(file, first);
  }

  private void addPrimary(Set<Path> to, String name) {
    Primary unit = primaries.get(key(name));
    if (unit != null) {
      to.add(unit.file());
    }
  }

  /** Normalises a name: VHDL ignores case, except in extended identifiers. */
  static String key(String name) {
    return name.startsWith("\\") ? name : name.toLowerCase(Locale.ROOT);
  }

  private static int line(String text, int at) {
    return 1 + (int) text.substring(0, at).chars().filter(c -> c == '\n').count();
  }

  private String text(Path file) {
    return java.util.Objects.requireNonNull(texts.get(file));
  }

  /** The names of all primary units, see {@link #key}. */
  Set<String> names() {
    return primaries.keySet();
  }

  /** The names of the entities, in lower case unless they are extended identifiers. */
  Set<String> entities() {
    return primaries.entrySet().stream()
        .filter(unit -> unit.getValue().kind().equals("entity"))
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** File and line of an entity. */
  String locationOf(String entity) {
    Primary unit = primaries.get(key(entity));
    return unit == null ? entity : unit.location();
  }

  /**
   * The files that a unit needs, in the order of their dependencies, else in the given order.
   *
   * @throws RtlException {@code SOURCE_INVALID} if files depend on each other
   */
  List<Path> filesFor(String entity) {
    Set<Path> needed = neededFiles(entity);
    Set<Path> ordered = new LinkedHashSet<>();
    for (Path file : files) {
      if (needed.contains(file)) {
        visit(file, ordered, new ArrayList<>());
      }
    }
    return List.copyOf(ordered);
  }

  /**
   * All units that a needed file mentions are needed, since an instance of a component is bound to
   * an entity by its name. Packages that declare components for all need none of them.
   */
  private Set<Path> neededFiles(String entity) {
    Set<Path> needed = new HashSet<>();
    Set<String> seen = new HashSet<>();
    List<String> todo = new ArrayList<>(List.of(key(entity)));
    while (!todo.isEmpty()) {
      String name = todo.removeLast();
      Primary unit = primaries.get(name);
      if (unit != null && seen.add(name)) {
        Set<Path> more = new LinkedHashSet<>(bodies.getOrDefault(name, Set.of()));
        more.add(unit.file());
        more.removeIf(file -> !needed.add(file));
        for (Path file : more) {
          WORD.matcher(COMPONENT.matcher(text(file)).replaceAll(" "))
              .results()
              .forEach(word -> todo.add(key(word.group(1))));
        }
      }
    }
    return needed;
  }

  private void visit(Path file, Set<Path> ordered, List<Path> way) {
    if (ordered.contains(file)) {
      return;
    }
    if (way.contains(file)) {
      throw new RtlException(
          RtlError.SOURCE_INVALID,
          "the files "
              + way.subList(way.indexOf(file), way.size()).stream()
                  .map(Path::toString)
                  .collect(Collectors.joining(" and "))
              + " need each other, so that neither can be analysed first. Give each unit a file of"
              + " its own");
    }
    way.add(file);
    for (Path other : java.util.Objects.requireNonNull(dependencies.get(file))) {
      visit(other, ordered, way);
    }
    way.removeLast();
    ordered.add(file);
  }
}
