package dev.backplane.runtime;

/** A state of a plugin instance. */
public enum PluginState {
  /** Found, and to be loaded when something is looked for that it may have. */
  LAZY,
  /** Found, and not loaded because the selector names no device of it. */
  UNCHOSEN,
  /** Being loaded, configured and initialised. */
  LOADING,
  /** Initialised: it is asked when devices are looked for. */
  READY,
  /** Not there, or its description or version does not fit: nothing of it was loaded. */
  REFUSED,
  /** Could not be loaded and is left out for good, as its error policy says. */
  SKIPPED,
  /** Set aside after a failure until it is {@linkplain Backplane#reinstate reinstated}. */
  QUARANTINED,
  /** Could not be loaded although it had to be. */
  FAILED,
  /** Finalised. */
  CLOSED
}
