import org.jspecify.annotations.NullMarked;

/**
 * The plugin system: specs, symbols, fetchers and the loader. Knows nothing of devices or graphs.
 */
@NullMarked
module dev.backplane.plugin {
  requires static transitive org.jspecify;
  requires org.tomlj;

  exports dev.backplane.plugin;
  exports dev.backplane.plugin.limit;
}
