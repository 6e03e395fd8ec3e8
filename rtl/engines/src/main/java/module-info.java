import org.jspecify.annotations.NullMarked;

/** The engine on bytecode, and what is recorded of any engine: waveforms and coverage. */
@NullMarked
module dev.backplane.rtl.engines {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.rtl.netlist;
  requires dev.backplane.xclbin;
  requires dev.backplane.svg;

  exports dev.backplane.rtl.engines;
  exports dev.backplane.rtl.engines.coverage;
  exports dev.backplane.rtl.engines.trace;
}
