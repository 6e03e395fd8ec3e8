package dev.backplane.api;

/** Whether others may hold the device too. */
public enum OpenMode {
  /** Nobody else may hold it; opening fails while anyone does. */
  EXCLUSIVE,
  /** Others may hold it in the same mode. */
  SHARED
}
