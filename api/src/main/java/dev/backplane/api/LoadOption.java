package dev.backplane.api;

/** How an image is loaded. */
public enum LoadOption {
  /** Load it even if an image of the same uuid is loaded: the device starts afresh with it. */
  FORCE
}
