package dev.backplane.rtl.harness.axi;

/** A model at a stream of a kernel: transfers beats between its pins and a queue. */
abstract sealed class StreamEndpoint permits StreamTransmitter, StreamReceiver {
  /** Samples the settled outputs of the kernel, before the edge. */
  abstract void sample();

  /** Drives the inputs of the kernel for the next cycle. */
  abstract void drive();

  /** Checks that TVALID of the kernel is low, for example in reset. */
  abstract void checkValidLow(String when);

  /** VALID, READY and the number of beats, for messages about stuck kernels. */
  abstract String state();
}
