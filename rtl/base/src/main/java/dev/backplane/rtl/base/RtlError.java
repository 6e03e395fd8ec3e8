package dev.backplane.rtl.base;

/** The kinds of errors in handling RTL, from source to simulation. */
public enum RtlError {
  /** A required tool is not installed. */
  TOOL_MISSING,
  /** The sources do not compile; the tool's first error is in the message. */
  SOURCE_INVALID,
  /** The sources use a construct that the front end does not support. */
  SOURCE_UNSUPPORTED,
  /** The design has a combinational loop. */
  COMBINATIONAL_LOOP,
  /** The design has a latch. */
  LATCH,
  /** The netlist text is malformed or inconsistent. */
  NETLIST_INVALID,
  /** The kernel description is malformed, or does not fit the design's ports. */
  DESCRIPTION_INVALID,
  /** The image has another format, or its parts contradict each other. */
  IMAGE_INVALID,
  /** The image has no netlist that an available engine can run. */
  IMAGE_NOT_RUNNABLE,
  /** The design lacks a required interface. */
  INTERFACE_MISSING,
  /** The design violated the protocol of its interfaces. */
  PROTOCOL_VIOLATION,
  /** The design accessed an unmapped address. */
  ADDRESS_FAULT,
  /** The design made no progress. */
  NO_PROGRESS,
  /** The engine stopped: the design ended the simulation, or the engine's process died. */
  ENGINE_FAILED,
  /**
   * The design ended its run with an error, or said that it failed: an assertion does not hold, or
   * it called $error or $fatal.
   */
  KERNEL_FAILED,
  /** The run was cancelled. */
  CANCELLED,
  /** The run took longer than allowed. */
  TIMEOUT,
  /** A waveform file cannot be written. */
  TRACE_FAILED
}
