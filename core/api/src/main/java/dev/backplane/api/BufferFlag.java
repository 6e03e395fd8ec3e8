package dev.backplane.api;

/**
 * A property of a buffer besides its {@linkplain Placement.Kind kind}. The names are those of XRT's
 * buffer objects; a device refuses with {@link ErrorCode#NOT_SUPPORTED} a flag that it does not
 * support.
 */
public enum BufferFlag {
  /** The host sees it through its cache. */
  CACHEABLE,
  /** Caches of the host and the device always agree: sync has nothing to do. */
  COHERENT,
  /** One piece of physical memory, for devices without address translation. */
  CONTIGUOUS
}
