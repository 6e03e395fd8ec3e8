package dev.backplane.api;

/** The category of an error, by who can correct its cause. */
public enum ErrorCategory {
  /** The caller passed something wrong, or called at the wrong time. */
  USAGE,
  /** The site's configuration is wrong. */
  CONFIGURATION,
  /** A plugin could not be loaded, or broke its contract. */
  PLUGIN,
  /** Something is used up or held by another; it may pass. */
  RESOURCE,
  /** The device, its image or the kernel on it failed. */
  DEVICE,
  /** The way to a device of another process or host failed. */
  LINK,
  /** A defect in Backplane itself. */
  INTERNAL
}
