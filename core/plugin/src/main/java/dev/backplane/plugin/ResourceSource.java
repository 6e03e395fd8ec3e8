package dev.backplane.plugin;

import java.io.IOException;
import java.net.URL;
import java.net.URLConnection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Plugins whose classes an existing class loader has: not isolated, never unloaded. */
final class ResourceSource extends PluginSource {
  private final ClassLoader loader;
  private final @Nullable URL url;
  private final @Nullable String packageName;

  ResourceSource(URL url, ClassLoader loader) {
    this.url = url;
    this.packageName = null;
    this.loader = loader;
  }

  ResourceSource(String packageName, ClassLoader loader) {
    this.url = null;
    this.packageName = packageName;
    this.loader = loader;
  }

  @Override
  public String location() {
    return url != null ? display(url) : "package " + packageName;
  }

  @Override
  List<MetaTable> read() {
    if (packageName != null) {
      return readPackage(packageName);
    }
    return url == null ? List.of() : read(url, null);
  }

  @Override
  ClassLoader open(ClassLoader host, Set<String> shared) {
    return loader;
  }

  private List<MetaTable> readPackage(String name) {
    String inPackage = name.replace('.', '/') + "/meta.toml";
    List<URL> own = resources(loader, inPackage);
    if (own.size() > 1) {
      throw new PluginException(
          PluginError.DUPLICATE_PLUGIN,
          Position.of(display(own.getFirst())),
          "package "
              + name
              + " is also described at "
              + display(own.get(1))
              + "; take one of them away");
    }
    if (own.size() == 1) {
      return ofPackage(name, read(own.getFirst(), name));
    }
    List<MetaTable> found = new ArrayList<>();
    List<PluginException.Problem> problems = new ArrayList<>();
    List<PluginSource> sources = classPath(loader);
    for (PluginSource source : sources) {
      try {
        for (FoundPlugin plugin : source.plugins()) {
          if (plugin.text("package").equals(name)) {
            found.add(plugin.meta());
          }
        }
      } catch (PluginException e) {
        problems.addAll(e.problems());
      }
    }
    if (found.isEmpty()) {
      // What could not be read may be where the package is described.
      problems.addFirst(
          new PluginException.Problem(
              PluginError.META_MISSING,
              Position.of(location()),
              "no plugin there: looked for " + inPackage + " and for the package in " + sources));
      throw PluginException.of(problems);
    }
    return List.copyOf(found);
  }

  /** Refuses descriptions that lie in one package and speak of another. */
  private static List<MetaTable> ofPackage(String name, List<MetaTable> described) {
    List<PluginException.Problem> problems = new ArrayList<>();
    for (MetaTable table : described) {
      if (table.value("package") instanceof String other && !other.equals(name)) {
        problems.add(
            new PluginException.Problem(
                PluginError.BAD_VALUE,
                table.position("package"),
                "package is '"
                    + other
                    + "', and this file is in package "
                    + name
                    + "; leave 'package' out, or move the file to the package it describes"));
      }
    }
    PluginException.throwIfAny(problems);
    return described;
  }

  /** {@return every place with a resource, each once, in the order of the class path} */
  static List<URL> resources(ClassLoader loader, String resource) {
    // By text: equality of URLs may ask a name server.
    Map<String, URL> places = new LinkedHashMap<>();
    try {
      for (URL url : Collections.list(loader.getResources(resource))) {
        places.putIfAbsent(url.toString(), url);
      }
    } catch (IOException e) {
      throw new PluginException(
          PluginError.META_MISSING,
          Position.of(resource),
          "the class path cannot be searched: " + e,
          e);
    }
    return List.copyOf(places.values());
  }

  private static List<MetaTable> read(URL from, @Nullable String defaultPackage) {
    try {
      URLConnection connection = from.openConnection();
      // A cached connection would hold the jar open, and show old content.
      connection.setUseCaches(false);
      return MetaFile.read(connection.getInputStream(), display(from), defaultPackage);
    } catch (IOException e) {
      throw new PluginException(
          PluginError.META_MISSING, Position.of(display(from)), "cannot be read: " + e, e);
    }
  }

  private static String display(URL url) {
    String text = url.toString();
    if (text.startsWith("jar:")) {
      text = text.substring("jar:".length());
    }
    return text.startsWith("file:") ? text.substring("file:".length()) : text;
  }
}
