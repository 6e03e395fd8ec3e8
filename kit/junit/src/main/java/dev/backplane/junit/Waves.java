package dev.backplane.junit;

/**
 * The runs of each kernel that are recorded while a test runs, so that there is a waveform if it
 * fails. A run that is recorded begins at the kernel's power-up, and so does the one after it:
 * kernels that keep a state from run to run need {@link #NONE}.
 */
public enum Waves {
  /** The annotation further out says it; where none does, {@link #LATEST}. */
  AS_OUTSIDE,
  /**
   * Each run, of which the latest is kept. Of runs that are started while another one is in flight,
   * some are not recorded.
   */
  LATEST,
  /** The first run only; later ones take no longer than without a recording. */
  FIRST,
  /** No run. */
  NONE
}
