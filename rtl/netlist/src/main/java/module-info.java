import org.jspecify.annotations.NullMarked;

/** Netlists and the passes that simplify them. */
@NullMarked
@SuppressWarnings("module") // of exports to modules that are built later
module dev.backplane.rtl.netlist {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.rtl.base;

  exports dev.backplane.rtl.netlist;
  exports dev.backplane.rtl.netlist.pass to
      dev.backplane.cli,
      dev.backplane.rtl.engines,
      dev.backplane.rtl.frontends,
      dev.backplane.rtl.harness,
      dev.backplane.rtl.images,
      dev.backplane.rtl.yosys;
}
