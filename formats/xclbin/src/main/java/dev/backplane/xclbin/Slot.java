package dev.backplane.xclbin;

/**
 * A section in its place.
 *
 * @param section the section
 * @param offset where its data starts in the file; of no meaning while building
 * @param gap what lies between it and what comes before it in the file
 */
record Slot(Section section, int offset, Bytes gap) {}
