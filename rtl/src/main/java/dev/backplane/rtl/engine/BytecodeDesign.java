package dev.backplane.rtl.engine;

/** A design that the jvm engine compiled. */
public interface BytecodeDesign extends CompiledDesign {
  /** {@return what the compiler made of it, for a person who wants to know} */
  EngineStatistics statistics();
}
