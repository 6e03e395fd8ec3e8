package dev.backplane.api;

/** The sharing mode in which a device is opened. */
public enum OpenMode {
  /** Nobody else may hold it; opening fails while anyone does. */
  EXCLUSIVE,
  /** Others may hold it in the same mode. */
  SHARED
}
