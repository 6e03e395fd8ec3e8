package dev.backplane.plugin;

import java.util.List;
import java.util.Set;

/** Plugins of a jar of the class path whose {@code meta.toml} was read before. */
final class IndexedSource extends PluginSource {
  private final String location;
  private final List<MetaTable> tables;
  private final ClassLoader loader;

  IndexedSource(String location, List<MetaTable> tables, ClassLoader loader) {
    this.location = location;
    this.tables = tables;
    this.loader = loader;
  }

  @Override
  public String location() {
    return location;
  }

  @Override
  List<MetaTable> read() {
    return tables;
  }

  @Override
  ClassLoader open(ClassLoader host, Set<String> shared) {
    return loader;
  }
}
