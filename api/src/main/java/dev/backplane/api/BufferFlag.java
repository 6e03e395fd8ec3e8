package dev.backplane.api;

/**
 * What a buffer is to be besides a piece of a bank with a copy for the host. The words are those of
 * XRT's buffer objects; a device refuses with {@link ErrorCode#NOT_SUPPORTED} what its kind does
 * not have.
 */
public enum BufferFlag {
  /** No copy for the host: neither {@link Buffer#host()} nor sync. */
  DEVICE_ONLY,
  /** Memory of the host that the device reaches: one copy, and sync has nothing to do. */
  HOST_ONLY,
  /** Device memory that the host reaches directly: one copy, and sync has nothing to do. */
  PEER_TO_PEER,
  /** The host sees it through its cache. */
  CACHEABLE,
  /** Holds a command for the scheduler: memory of the host, at no device address. */
  COMMAND,
  /** Kernels use the host's own address for it. */
  SHARED_VIRTUAL,
  /** Caches of the host and the device always agree: sync has nothing to do. */
  COHERENT,
  /** One piece of physical memory, for devices without address translation. */
  CONTIGUOUS,
  /** The host's copy is memory that the program brought. */
  USER_MEMORY
}
