package dev.backplane.plugin;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Some of the plugins of another place. */
final class PartialSource extends PluginSource {
  private final PluginSource whole;
  private final Predicate<? super MetaTable> wanted;

  PartialSource(PluginSource whole, Predicate<? super MetaTable> wanted) {
    this.whole = whole;
    this.wanted = wanted;
  }

  @Override
  public String location() {
    return whole.location();
  }

  @Override
  List<MetaTable> read() {
    return whole.plugins().stream().filter(wanted).toList();
  }

  @Override
  ClassLoader open(ClassLoader host, Set<String> shared) {
    return whole.open(host, shared);
  }
}
