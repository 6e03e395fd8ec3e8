package dev.backplane.rtl.harness;

/** The other end of a stream of a kernel: between its pins and a queue. */
abstract sealed class StreamEnd permits StreamFeed, StreamDrain {
  /** Looks at what the kernel says, settled, before the edge. */
  abstract void sample();

  /** Drives what the kernel sees in the next cycle. */
  abstract void drive();

  /** Checks that the kernel gives nothing, in reset say. */
  abstract void checkQuiet(String when);

  /** VALID, READY and what went through, for a kernel that got stuck. */
  abstract String state();
}
