package dev.backplane.xclbin.ert;

/** The kind of an error in a packet, for callers that act on it. */
public enum PacketError {
  /** The memory ends before the packet does. */
  TRUNCATED,
  /** The state is not one that a packet may have when it is submitted. */
  BAD_STATE,
  /** There is no such opcode, or it is not taken any more. */
  BAD_OPCODE,
  /** There is no such type. */
  BAD_TYPE,
  /** The number of payload words is too small for the opcode, or contradicts the payload. */
  BAD_COUNT,
  /** No compute unit is named, or one that is not there. */
  NO_COMPUTE_UNIT,
  /** A word of the payload has a value that cannot be. */
  BAD_VALUE
}
