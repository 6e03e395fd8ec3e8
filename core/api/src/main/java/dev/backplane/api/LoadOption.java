package dev.backplane.api;

/** An option for loading an image. */
public enum LoadOption {
  /** Load it even if an image of the same uuid is loaded: the device starts afresh with it. */
  FORCE
}
