package dev.backplane.api;

/**
 * How a buffer is to be besides its {@linkplain Placement.Kind kind}. The words are those of XRT's
 * buffer objects; a device refuses with {@link ErrorCode#NOT_SUPPORTED} what it does not have.
 */
public enum BufferFlag {
  /** The host sees it through its cache. */
  CACHEABLE,
  /** Caches of the host and the device always agree: sync has nothing to do. */
  COHERENT,
  /** One piece of physical memory, for devices without address translation. */
  CONTIGUOUS
}
