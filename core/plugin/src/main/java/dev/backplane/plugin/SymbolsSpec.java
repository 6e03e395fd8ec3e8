package dev.backplane.plugin;

import java.util.List;

/**
 * The standard spec: a plugin that exports symbols by name.
 *
 * @param name what the plugin is called
 * @param version which version of the plugin this is
 * @param apiVersion the versions of the receiver's API that it works with
 * @param packageName the Java package that holds the symbols
 * @param targetPlatform the platform it is for, or the empty string
 * @param targetRuntime the kind of receiver it is for, or the empty string
 * @param requires the plugins that must be there
 * @param provides further names under which it can be required
 * @param symbols the exported symbols in the order in which they are loaded, named relative to the
 *     package: a class, a nested class, or a constant of a class
 */
public record SymbolsSpec(
    String name,
    Version version,
    VersionRange apiVersion,
    @MetaKey("package") String packageName,
    @MetaKey(required = false) String targetPlatform,
    @MetaKey(required = false) String targetRuntime,
    @MetaKey(required = false) List<Requirement> requires,
    @MetaKey(required = false) List<String> provides,
    List<String> symbols)
    implements PluginSpec {

  /** Copies the lists. */
  public SymbolsSpec {
    requires = List.copyOf(requires);
    provides = List.copyOf(provides);
    symbols = List.copyOf(symbols);
  }

  /**
   * {@return the reader of this spec} It reads field by field what {@link SpecReader#of(Class)}
   * would read by reflection, which costs some milliseconds of a start.
   */
  public static SpecReader<SymbolsSpec> reader() {
    return SymbolsSpec::read;
  }

  private static SymbolsSpec read(MetaTable table) {
    SpecFields fields = SpecFields.of(table);
    SymbolsSpec spec = header(fields).withSymbols(fields.texts("symbols"));
    fields.check();
    return spec;
  }

  /** Reads what every plugin says, and no symbols. */
  static PluginSpec header(MetaTable table) {
    SpecFields fields = SpecFields.of(table);
    SymbolsSpec spec = header(fields);
    fields.check();
    return spec;
  }

  private static SymbolsSpec header(SpecFields fields) {
    return new SymbolsSpec(
        fields.text("name"),
        fields.version("version"),
        fields.range("api_version"),
        fields.text("package"),
        fields.optionalText("target_platform"),
        fields.optionalText("target_runtime"),
        fields.optionalRequirements("requires"),
        fields.optionalTexts("provides"),
        List.of());
  }

  private SymbolsSpec withSymbols(List<String> listed) {
    return new SymbolsSpec(
        name,
        version,
        apiVersion,
        packageName,
        targetPlatform,
        targetRuntime,
        requires,
        provides,
        listed);
  }
}
