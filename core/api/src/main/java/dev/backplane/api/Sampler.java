package dev.backplane.api;

/**
 * Defines how a kernel reads pixels of images: the result outside of an image and between pixels.
 * The holder closes it; a call that it is bound to keeps it.
 */
public interface Sampler extends AutoCloseable {
  /** The result of a read outside of an image. */
  enum Addressing {
    /** Nobody reads there; what is read has no defined value. */
    NONE,
    /** The nearest pixel of the edge. */
    CLAMP_TO_EDGE,
    /** The border's color: zeros, opaque where the format has no alpha. */
    CLAMP,
    /** The image again; only with normalized coordinates. */
    REPEAT,
    /** The image mirrored; only with normalized coordinates. */
    MIRRORED_REPEAT
  }

  /** The result of a read between the centers of pixels. */
  enum Filter {
    /** The nearest pixel. */
    NEAREST,
    /** The mean of the pixels around, by their distance. */
    LINEAR
  }

  /** {@return what is read outside of an image} */
  Addressing addressing();

  /** {@return what is read between pixels} */
  Filter filter();

  /** {@return whether coordinates go from 0 to 1} */
  boolean normalized();

  /** Lets go of it. */
  @Override
  void close();
}
