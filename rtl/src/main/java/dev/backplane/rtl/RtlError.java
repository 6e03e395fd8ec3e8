package dev.backplane.rtl;

/** What can go wrong with RTL, from source to simulation. */
public enum RtlError {
  /** A tool that is needed is not installed. */
  TOOL_MISSING,
  /** The sources do not compile; the tool's first error is in the message. */
  SOURCE_INVALID,
  /** The sources use something that this front end cannot be trusted with. */
  SOURCE_UNSUPPORTED,
  /** The design has a loop without a register in it. */
  COMBINATIONAL_LOOP,
  /** The design has a latch. */
  LATCH,
  /** The netlist text is malformed or contradicts itself. */
  NETLIST_INVALID,
  /** The kernel description is malformed, or does not fit the design's ports. */
  DESCRIPTION_INVALID,
  /** The image is not one of ours, or its parts contradict each other. */
  IMAGE_INVALID,
  /** The image has no netlist that an engine here can run. */
  IMAGE_NOT_RUNNABLE,
  /** The design lacks an interface that running it needs. */
  INTERFACE_MISSING,
  /** The design broke the AXI protocol. */
  PROTOCOL_VIOLATION,
  /** The design accessed an address where nothing is. */
  ADDRESS_FAULT,
  /** The design made no progress. */
  NO_PROGRESS,
  /** The engine stopped: the design ended the simulation, or the engine's process died. */
  ENGINE_FAILED,
  /** The run was cancelled. */
  CANCELLED,
  /** The run took longer than allowed. */
  TIMEOUT,
  /** A waveform file cannot be written. */
  TRACE_FAILED
}
