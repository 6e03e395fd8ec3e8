package dev.backplane.xclbin;

import java.util.Optional;

/**
 * One section: bytes of some kind, with a name that tools print.
 *
 * @param number the number of its kind, unsigned; it need not be a known one
 * @param name at most 16 single-byte characters, often empty
 * @param data the bytes
 */
public record Section(int number, String name, Bytes data) {
  /** Checks the name. */
  public Section {
    Fields.checked(name, SectionEntry.NAME_SIZE, "section name");
  }

  /**
   * A section of a known kind without a name.
   *
   * @param kind its kind
   * @param data its bytes
   * @return the section
   */
  public static Section of(SectionKind kind, Bytes data) {
    return new Section(kind.number(), "", data);
  }

  /**
   * A section of a known kind.
   *
   * @param kind its kind
   * @param name its name, at most 16 single-byte characters
   * @param data its bytes, copied
   * @return the section
   */
  public static Section of(SectionKind kind, String name, byte[] data) {
    return new Section(kind.number(), name, Bytes.of(data));
  }

  /** {@return the kind, empty if the number is not a known one} */
  public Optional<SectionKind> kind() {
    return SectionKind.of(number);
  }

  /** {@return the name of the kind, or {@code kind N} of an unknown one} */
  public String label() {
    return kind().map(SectionKind::name).orElse("kind " + Integer.toUnsignedString(number));
  }

  /** {@return the same section under another name} */
  public Section named(String other) {
    return new Section(number, other, data);
  }

  /** Refuses a section that is of none of the kinds a decoder reads. */
  Section require(SectionKind one, SectionKind other) {
    if (number != one.number() && number != other.number()) {
      throw new XclbinException(
          XclbinError.BAD_SECTION,
          "a section %s was given where %s is read; look the section up by its kind"
              .formatted(label(), one == other ? one : one + " or " + other));
    }
    return this;
  }
}
