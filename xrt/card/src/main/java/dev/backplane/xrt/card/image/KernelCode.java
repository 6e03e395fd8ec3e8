package dev.backplane.xrt.card.image;

/** The implementation of a kernel: its netlist, or a class in Java. */
public sealed interface KernelCode permits JavaKernel, RtlKernel {
  /** {@return whether executions are so short that they need no thread of their own} */
  boolean isShort();
}
