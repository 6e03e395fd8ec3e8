package dev.backplane.api.board;

/**
 * An image in flash.
 *
 * @param name the name of its place
 * @param version the version of the image; empty if the place is empty or the image has none
 * @param bytes its size
 * @param digest its SHA-256, in hexadecimal; empty if it is not known
 * @param state its use
 */
public record FlashSlot(String name, String version, long bytes, String digest, State state) {
  /** The use of an image in flash. */
  public enum State {
    /** The card started from it. */
    ACTIVE,
    /** The card starts from it at the next reset. */
    STAGED,
    /** It is whole and not in use. */
    VALID,
    /** It cannot be started from. */
    DAMAGED,
    /** There is no image. */
    EMPTY
  }
}
