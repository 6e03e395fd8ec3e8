package dev.backplane.xrt.card.board;

import java.io.IOException;

/** The bytes of a flash memory. What was never written reads as 0. */
interface Cells {
  /** {@return bytes from an offset on} */
  byte[] read(long offset, int length) throws IOException;

  /** Writes bytes; they are in the flash when this returns. */
  void write(long offset, byte[] bytes) throws IOException;

  /** {@return where they are, in words} */
  String place();

  /** {@return whether they outlive the process} */
  boolean durable();
}
