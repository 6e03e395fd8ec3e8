import org.jspecify.annotations.NullMarked;

/** The foundation of all RTL modules: errors, caches, calls of external tools, TOML. */
@NullMarked
@SuppressWarnings("module") // of exports to modules that are built later
module dev.backplane.rtl.base {
  requires static transitive org.jspecify;
  requires dev.backplane.ffi;
  requires org.tomlj;

  exports dev.backplane.rtl.base;
  exports dev.backplane.rtl.base.cache to
      dev.backplane.rtl.engines,
      dev.backplane.rtl.frontends,
      dev.backplane.rtl.images,
      dev.backplane.rtl.simulators;
  exports dev.backplane.rtl.base.toml to
      dev.backplane.rtl.images,
      dev.backplane.rtl.testing;
  exports dev.backplane.rtl.base.tool to
      dev.backplane.rtl.frontends,
      dev.backplane.rtl.images,
      dev.backplane.rtl.simulators,
      dev.backplane.rtl.yosys;
}
