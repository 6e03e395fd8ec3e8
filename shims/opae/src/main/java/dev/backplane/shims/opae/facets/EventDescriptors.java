package dev.backplane.shims.opae.facets;

/** Descriptors that a program waits on, with {@code poll} for example. */
public interface EventDescriptors {
  /** {@return a descriptor that nobody has woken yet; negative if there can be no more} */
  int make();

  /** Wakes who waits. */
  void wake(int descriptor);

  /** Closes it. */
  void close(int descriptor);
}
