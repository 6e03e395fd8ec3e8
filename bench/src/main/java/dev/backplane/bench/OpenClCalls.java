package dev.backplane.bench;

/**
 * The calls of OpenCL that are measured, each so many times in a loop of its own, with objects that
 * are made once: a device, a context, a queue, a kernel that does nothing, and buffers.
 */
interface OpenClCalls {
  /** The kernel. */
  String SOURCE =
      "__kernel void tiny(__global int *a, int n) { if (n < 0) a[get_global_id(0)] = n; }";

  /** The bytes of a large transfer. */
  long LARGE = 64L << 20;

  /** Sets a buffer argument, one of two in turns. */
  void bufferArgument(int times);

  /** Sets an argument of four bytes. */
  void intArgument(int times);

  /** Asks for a property of four bytes; gives their sum, so that they are wanted. */
  long query(int times);

  /** Launches one work item and waits until it has ended. */
  void launch(int times);

  /** Launches one work item after the other and waits at the end. */
  void batch(int times);

  /** Writes to the device. */
  void write(int times);

  /** Reads from the device. */
  void read(int times);
}
