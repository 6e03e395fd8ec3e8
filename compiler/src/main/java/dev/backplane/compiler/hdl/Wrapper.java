package dev.backplane.compiler.hdl;

/** The hardware around a network. */
public enum Wrapper {
  /** A kernel with registers and an AXI4 master, as software cards and real ones run it. */
  KERNEL,
  /** Bytes behind addresses of 16 bits, after version 2 of the skeleton protocol. */
  SKELETON,
  /** Nothing: the streams of the network are the ports, with the beats that its ends ask for. */
  STREAM
}
