package dev.backplane.rtl.harness.psl;

/** The outcome of a DMA. */
public enum DmaStatus {
  /** It was made. */
  DONE,
  /** Its memory cannot be reached, or nobody can make it there. */
  FAILED,
  /** Its context is flushing, after an error, until a RESTART. */
  FLUSHED
}
