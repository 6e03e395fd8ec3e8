package dev.backplane.plugin;

/** A kind of fault of a plugin. Names are stable; new ones may be added. */
public enum PluginError {
  /** There is no {@code meta.toml} where one was looked for. */
  META_MISSING,
  /** A {@code meta.toml} cannot be read as TOML. */
  META_SYNTAX,
  /** A field that the receiver's kind of plugin must have is missing. */
  MISSING_FIELD,
  /** A field has a value of another type. */
  WRONG_TYPE,
  /**
   * A field has the right type but a value that makes no sense, for example a malformed version.
   */
  BAD_VALUE,
  /** The plugin was made for another version of the receiver's API. */
  INCOMPATIBLE_API,
  /** A listed symbol does not exist. */
  SYMBOL_NOT_FOUND,
  /** A listed symbol exists but cannot be made or is not of the right kind. */
  SYMBOL_NOT_LOADABLE,
  /** A symbol threw while it was made, loaded or unloaded. */
  SYMBOL_FAILED,
  /** A symbol has not come back from being made, loaded or unloaded. */
  SYMBOL_HUNG,
  /** The same version of the same plugin is there twice. */
  DUPLICATE_PLUGIN,
  /** A plugin requires one that is not there. */
  DEPENDENCY_MISSING,
  /** A plugin requires another version of one that is there. */
  DEPENDENCY_VERSION,
  /** Plugins require one another in a circle. */
  DEPENDENCY_CYCLE,
  /** A plugin cannot be unloaded because a loaded one requires it. */
  STILL_REQUIRED,
  /** A file that a plugin names is not in it. */
  STATIC_FILE_MISSING,
  /** A jar or folder cannot be read as a plugin at all. */
  NOT_A_PLUGIN
}
