package dev.backplane.capi.card.kernel;

import dev.backplane.capi.card.abi.CxlIoctl;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/**
 * The system calls that reach coherent cards. A seam for tests: machines with such cards are few.
 * Safe for use by several threads.
 */
interface KernelCalls {
  /** An event can be read. */
  int READABLE = 0x1;

  /** The context has ended, and no event is left. */
  int ENDED = 0x8;

  /** {@return the descriptor of a node, open for reading and writing without waiting} */
  int open(Path node) throws KernelError;

  /** Makes an ioctl with an argument of its size; returns what it answers. */
  int ioctl(int file, CxlIoctl call, MemorySegment argument) throws KernelError;

  /** {@return where the registers of a context are mapped} */
  long map(int file, long bytes) throws KernelError;

  /** Takes a mapping away. */
  void unmap(long address, long bytes);

  /** Reads events without waiting; returns their bytes. */
  int read(int file, MemorySegment target) throws KernelError;

  /** Waits for events for some milliseconds; returns {@link #READABLE}, {@link #ENDED}, or 0. */
  int poll(int file, int milliseconds) throws KernelError;

  /** Closes a descriptor. */
  void close(int file);

  /** {@return the content of an attribute, which is bytes} */
  byte[] attribute(Path file) throws KernelError;

  /** Writes an attribute, in one piece. */
  void attribute(Path file, String text) throws KernelError;
}
