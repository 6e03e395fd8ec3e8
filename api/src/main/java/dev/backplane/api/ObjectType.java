package dev.backplane.api;

/** What a resource is: a whole device, or an accelerator on one. */
public enum ObjectType {
  /** A device: it is managed, reset and loaded with images. */
  DEVICE,
  /** An accelerator: it is used for work. */
  ACCELERATOR
}
