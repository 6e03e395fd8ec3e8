package dev.backplane.rtl.frontends.vhdl;

import dev.backplane.rtl.base.RtlException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An entity as a test bench needs it. Immutable.
 *
 * @param name its name, as the source spells it
 * @param types the type marks of its ports, in lower case, by their names in lower case
 * @param files the files that it needs, in the order of their dependencies, with one library
 */
public record EntityPorts(String name, Map<String, String> types, List<Path> files) {
  private static final Pattern PORT = Pattern.compile("(?i)\\bport\\s*\\(");
  private static final Pattern DECLARED =
      Pattern.compile(
          "(?is)(?:signal\\s+)?("
              + DesignUnits.NAME
              + "(?:\\s*,\\s*"
              + DesignUnits.NAME
              + ")*)"
              + "\\s*:\\s*(?:(?:in|out|inout|buffer)\\b)?\\s*(?:[a-z]\\w*\\.)*([a-z]\\w*).*");

  /** Copies the collections. */
  public EntityPorts {
    types = Map.copyOf(types);
    files = List.copyOf(files);
  }

  /**
   * Finds an entity.
   *
   * @param vhdl the files of VHDL
   * @param entity its name
   * @param folder a folder for rewritten files
   * @return the entity; it has no ports if they cannot be read
   * @throws RtlException {@code SOURCE_INVALID} if the files are no VHDL
   * @throws IOException if the folder cannot be used
   */
  public static EntityPorts of(List<Path> vhdl, String entity, Path folder) throws IOException {
    DesignUnits units = new DesignUnits(vhdl);
    List<Path> files = units.filesFor(entity);
    Map<String, String> texts = VhdlSources.of(files);
    Map<String, String> types = Map.of();
    for (String text : texts.values()) {
      String blanked = new VhdlText(text).blanked();
      for (DesignUnits.Header header : DesignUnits.headers(blanked)) {
        if (header.kind().equals("entity") && header.name().equals(DesignUnits.key(entity))) {
          types = types(new VhdlText(text.substring(header.start())));
        }
      }
    }
    VhdlSources sources = new VhdlSources(vhdl, folder.resolve("merged"));
    List<Path> merged = sources.replace(files, Libraries.merge(texts, units.names()));
    return new EntityPorts(entity, types, ArchitectureCopies.applied(merged, entity, sources));
  }

  private static Map<String, String> types(VhdlText entity) {
    Map<String, String> types = new LinkedHashMap<>();
    Matcher port = PORT.matcher(entity.blanked());
    if (!port.find()) {
      return types;
    }
    int at = port.end();
    int end;
    do {
      end = entity.end(at);
      Matcher declared =
          DECLARED.matcher(end < 0 ? "" : entity.blanked().substring(at, end).strip());
      if (declared.matches()) {
        for (String name : declared.group(1).split("\\s*,\\s*")) {
          types.put(name.toLowerCase(Locale.ROOT), declared.group(4).toLowerCase(Locale.ROOT));
        }
      }
      at = end + 1;
    } while (end >= 0 && entity.blanked().charAt(end) == ';');
    return types;
  }
}
