package dev.backplane.capi.card.descriptor;

/** The descriptor of an AFU is one with which the kernel would not offer the AFU. */
public final class InvalidDescriptor extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Says what is wrong with it. */
  public InvalidDescriptor(String problem) {
    super("the AFU's descriptor: " + problem);
  }
}
