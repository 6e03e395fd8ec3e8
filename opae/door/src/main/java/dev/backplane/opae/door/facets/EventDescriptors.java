package dev.backplane.opae.door.facets;

/** Descriptors that a program waits on, with {@code poll} for example. */
public interface EventDescriptors {
  /** {@return a descriptor that nobody has woken yet; negative if there can be no more} */
  int make();

  /** Adds to its count, which wakes who waits. */
  void wake(int descriptor, long count);

  /** Closes it. */
  void close(int descriptor);
}
