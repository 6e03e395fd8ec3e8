package dev.backplane.rtl.engines;

/** A design that the jvm engine compiled. */
public interface BytecodeDesign extends CompiledDesign {
  /** {@return statistics of the compilation} */
  EngineStatistics statistics();
}
