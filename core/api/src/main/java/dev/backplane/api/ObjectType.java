package dev.backplane.api;

/** The type of a resource: a whole device, or an accelerator on one. */
public enum ObjectType {
  /** A device: it is managed, reset and loaded with images. */
  DEVICE,
  /** An accelerator: it is used for work. */
  ACCELERATOR
}
