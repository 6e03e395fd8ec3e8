package dev.backplane.rtl.engine;

/** A design that the jvm engine compiled. */
public interface BytecodeDesign extends CompiledDesign {
  /** {@return statistics of the compilation} */
  EngineStatistics statistics();
}
