package dev.backplane.plugin;

import java.util.List;

/**
 * A description that every plugin gives of itself in its {@code meta.toml}, whatever receiver it is
 * for. Kinds of plugins with more to say have a record of their own with these accessors and
 * others, read by {@link SpecReader#of(Class)}.
 */
public interface PluginSpec {
  /** {@return what the plugin is called: {@code name}} */
  String name();

  /** {@return which version of the plugin this is: {@code version}} */
  Version version();

  /** {@return the versions of the receiver's API that it works with: {@code api_version}} */
  VersionRange apiVersion();

  /** {@return the Java package that holds what it exports: {@code package}} */
  String packageName();

  /** {@return the platform it is for, or the empty string: {@code target_platform}} */
  String targetPlatform();

  /** {@return the kind of receiver it is for, or the empty string: {@code target_runtime}} */
  String targetRuntime();

  /** {@return the plugins that must be there for this one to work: {@code requires}} */
  List<Requirement> requires();

  /**
   * {@return names under which other plugins may require this one, beside its own, each with an
   * optional version behind {@code @}: {@code provides}}
   */
  List<String> provides();
}
