package dev.backplane.runtime.configuration;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.ConfigurationOrigin;
import dev.backplane.api.spi.Driver;
import dev.backplane.driverkit.ConfigurationProblems;
import dev.backplane.json.JsonText;
import dev.backplane.json.Place;
import dev.backplane.plugin.VersionRange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The configuration as a plain list: the names of plugins, one a line, as the document of the DPC++
 * plugin interface describes it. {@code #} begins a comment, a version range may follow behind
 * {@code @}.
 *
 * <p>A name that ends like a shared library is a native plugin: an instance of the driver {@code
 * pi} that loads it. A version in its name, {@code libpi_x-15.49.so}, is that of the interface.
 */
public final class PluginList {
  private static final Pattern LIBRARY =
      Pattern.compile("(?:.*/)?(?:lib)?(?:pi_)?(.+?)(?:-[0-9]+\\.[0-9]+)?\\.so(?:\\.[0-9.]+)?");
  private static final Pattern ARCHIVE =
      Pattern.compile("(?:.*/)?([^/]+?)(?:-[0-9]+(?:\\.[0-9]+)+[^/]*)?(?:\\.jar)?/?");
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]*";

  /** A plugin of the list that fails is left out and told, so that the others work. */
  private static final ErrorPolicy POLICY =
      new ErrorPolicy(
          ErrorPolicy.Reaction.SKIP,
          ErrorPolicy.DEFAULT.enumerate(),
          ErrorPolicy.DEFAULT.retries(),
          ErrorPolicy.DEFAULT.backoff(),
          ErrorPolicy.DEFAULT.deadline());

  private PluginList() {}

  /**
   * Reads a list.
   *
   * @param file what to call it in messages
   * @param text its content
   * @return a configuration with an instance for each plugin
   * @throws BackplaneException {@link ErrorCode#CONFIGURATION_INVALID} listing every line that is
   *     wrong
   */
  public static Configuration decode(String file, String text) {
    ConfigurationProblems problems = new ConfigurationProblems(file);
    Map<String, InstanceConfiguration> plugins = new LinkedHashMap<>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      int comment = lines.get(i).indexOf('#');
      String line = (comment < 0 ? lines.get(i) : lines.get(i).substring(0, comment)).strip();
      if (line.isEmpty()) {
        continue;
      }
      Place place = new Place(i + 1, lines.get(i).indexOf(line) + 1);
      InstanceConfiguration plugin = plugin(line, i + 1, place, problems);
      if (plugins.putIfAbsent(plugin.name(), plugin) != null) {
        problems.add("'" + line + "'", place, "another line is called '" + plugin.name() + "' too");
      }
    }
    problems.throwIfAny();
    return new Configuration(
        new ArrayList<>(plugins.values()), Configuration.folderOf(file), List.of());
  }

  private static InstanceConfiguration plugin(
      String line, int number, Place place, ConfigurationProblems problems) {
    int at = line.lastIndexOf('@');
    String module = (at < 0 ? line : line.substring(0, at)).strip();
    VersionRange range = VersionRange.ANY;
    try {
      range = at < 0 ? range : VersionRange.of(line.substring(at + 1).strip());
    } catch (IllegalArgumentException e) {
      problems.add("'" + line + "'", place, String.valueOf(e.getMessage()));
    }
    Matcher library = LIBRARY.matcher(module);
    boolean isNative = library.matches();
    String name = isNative ? library.group(1) : name(module);
    if (module.indexOf('\0') >= 0 || !name.matches(NAME)) {
      problems.add("'" + line.replace('\0', ' ') + "'", place, "is no name of a plugin");
    }
    return new InstanceConfiguration(
        "line " + number,
        isNative ? "pi" : module,
        name,
        isNative ? config(module) : Driver.NO_CONFIG,
        ConfigurationOrigin.NONE,
        LoadPolicy.DEFAULT,
        ApiPolicy.DEFAULT,
        POLICY,
        isNative ? VersionRange.ANY : range);
  }

  private static String name(String module) {
    boolean isPath = module.contains("/") || module.endsWith(".jar");
    Matcher archive = ARCHIVE.matcher(module);
    return isPath && archive.matches() ? archive.group(1) : module;
  }

  private static String config(String library) {
    return "{\"library\": " + JsonText.quoted(library) + "}";
  }
}
