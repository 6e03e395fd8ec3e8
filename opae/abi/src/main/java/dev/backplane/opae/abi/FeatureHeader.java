package dev.backplane.opae.abi;

/**
 * The first word of a header of the list of features that the registers of an accelerator begin
 * with, as CCI-P and the kernel's DFL define it.
 *
 * @param word its 64 bits
 */
public record FeatureHeader(long word) {
  /** The type of an accelerator's header, which is the first of its list. */
  public static final int ACCELERATOR = 1;

  /** The type of a building block, such as a device or a port. */
  public static final int BUILDING_BLOCK = 2;

  /** The type of a private feature. */
  public static final int PRIVATE_FEATURE = 3;

  /** The type of an interface unit. */
  public static final int INTERFACE_UNIT = 4;

  private int bits(int high, int low) {
    return (int) (word >>> low & (1L << (high - low + 1)) - 1);
  }

  /** {@return its type} */
  public int type() {
    return bits(63, 60);
  }

  /** {@return the version of the header's form: 0, or 1 since all features have identifiers} */
  public int version() {
    return bits(59, 52);
  }

  /** {@return the minor revision, of an accelerator} */
  public int minorRevision() {
    return bits(51, 48);
  }

  /** {@return whether it says that it is the last} */
  public boolean isLast() {
    return bits(40, 40) != 0;
  }

  /** {@return how many bytes it is to the next one; 0 ends the list too} */
  public int next() {
    return bits(39, 16);
  }

  /** {@return the revision; of an accelerator, the major one} */
  public int revision() {
    return bits(15, 12);
  }

  /** {@return the number of the feature} */
  public int id() {
    return bits(11, 0);
  }

  /** {@return whether it can be a header: registers that are not there read as zeros or ones} */
  public boolean isOne() {
    return word != 0 && word != -1L;
  }
}
