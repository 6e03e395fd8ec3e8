package dev.backplane.xclbin;

/**
 * Something that a look at the whole of a container brought up.
 *
 * @param fatal whether devices refuse the file for it; otherwise it is only unusual
 * @param section the section it is about, or {@link XclbinException#HEADER}
 * @param offset where that starts in the file, in bytes
 * @param text what was found, and what to do about it
 */
public record Finding(boolean fatal, String section, long offset, String text) {}
