package dev.backplane.xclbin;

/** The kind of an error in a container, for callers that act on it. */
public enum XclbinError {
  /** The file could not be opened, read or written. */
  IO,
  /** The bytes end before what their header announces. */
  TRUNCATED,
  /** The bytes are not an {@code xclbin2} container. */
  BAD_MAGIC,
  /** A size, offset or count contradicts the file or another one. */
  BAD_SIZE,
  /** The data of a section does not start on a multiple of 8 bytes. */
  MISALIGNED,
  /** There are two sections of a kind of which the format allows one. */
  DUPLICATE_SECTION,
  /** A section is not of the kind it was taken for, or its content makes no sense. */
  BAD_SECTION,
  /** The metadata is not well-formed XML, or lacks an element or number that is needed. */
  BAD_XML,
  /** A value given for writing does not fit its field. */
  BAD_VALUE,
  /** The container is larger than this process accepts. */
  TOO_LARGE,
  /** A section that was asked for is not in the file. */
  MISSING_SECTION
}
