package dev.backplane.plugin;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A plugin that was found: its entry in a {@code meta.toml}, and the place that has it. No class of
 * it has been loaded. Equal to itself only. Safe for use by several threads.
 */
public final class FoundPlugin {
  private final PluginSource source;
  private final MetaTable meta;

  private volatile @Nullable PluginSpec header;

  /** The spec that each reader made of the entry, so that it is read once. */
  private final Map<SpecReader<?>, Object> specs = new ConcurrentHashMap<>();

  FoundPlugin(PluginSource source, MetaTable meta) {
    this.source = source;
    this.meta = meta;
  }

  /** {@return the place that it was found at} */
  public PluginSource source() {
    return source;
  }

  /** {@return its entry in {@code meta.toml}} */
  public MetaTable meta() {
    return meta;
  }

  /**
   * {@return what it says about itself, as every plugin does}
   *
   * @throws PluginException naming everything that is missing or wrong, with its place
   */
  public PluginSpec spec() {
    PluginSpec read = header;
    if (read == null) {
      read = SymbolsSpec.header(meta);
      header = read;
    }
    return read;
  }

  /**
   * Gives what it says about itself in the words of its kind.
   *
   * @param reader makes the spec; asked once
   * @param <S> the type of spec
   * @return the spec
   * @throws PluginException naming everything that is missing or wrong, with its place
   */
  @SuppressWarnings("unchecked") // each reader's own
  public <S> S spec(SpecReader<S> reader) {
    Object spec = specs.get(reader);
    if (spec == null) {
      spec = reader.read(meta);
      specs.put(reader, spec);
    }
    return (S) spec;
  }

  /** {@return the jar, folder or entry of the class path that it is in} */
  public String location() {
    String location = source.location();
    String place = location.endsWith('/' + MetaFile.LOCATION) ? parent(location) : location;
    return place.endsWith("!") ? place.substring(0, place.length() - 1) : place;
  }

  private static String parent(String location) {
    return location.substring(0, location.length() - MetaFile.LOCATION.length() - 1);
  }

  /** {@return what it is called, for a report; its location, if it does not say} */
  public String name() {
    String name = text("name");
    return name.isEmpty() ? location() : name;
  }

  /**
   * Gives a string of its entry for a report, whatever is wrong with it.
   *
   * @param key the key
   * @return the string, empty if it is not there or something else
   */
  public String text(String key) {
    return meta.value(key) instanceof String text ? text : "";
  }

  /**
   * Gives a list of strings of its entry for a report, whatever is wrong with it.
   *
   * @param key the key
   * @return the strings, none if they are not there or something else
   */
  public List<String> texts(String key) {
    try {
      SpecFields fields = SpecFields.of(meta);
      List<String> texts = fields.optionalTexts(key);
      fields.check();
      return texts;
    } catch (PluginException e) {
      return List.of();
    }
  }

  /** {@return its name and version, for messages about a plugin whose spec could be read} */
  String label() {
    return spec().name() + " " + spec().version();
  }

  @Override
  public String toString() {
    return name() + " " + text("version") + " (" + location() + ")";
  }
}
