package dev.backplane.xclbin;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A container that cannot be read or written. The message names the section, the offset, the values
 * and what to do.
 */
public final class XclbinException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The answer of {@link #section()} for a problem in front of all sections. */
  public static final String HEADER = "header";

  private final XclbinError code;
  private final @Nullable String section;
  private final @Nullable Long offset;

  XclbinException(XclbinError code, String message) {
    this(code, message, null, null, null);
  }

  XclbinException(XclbinError code, String message, @Nullable Throwable cause) {
    this(code, message, cause, null, null);
  }

  /**
   * A problem whose place in the file the message names.
   *
   * @param section the section, or {@link #HEADER}
   * @param offset where the wrong bytes start in the file
   */
  XclbinException(XclbinError code, String section, long offset, String message) {
    this(code, message, null, section, offset);
  }

  private XclbinException(
      XclbinError code,
      String message,
      @Nullable Throwable cause,
      @Nullable String section,
      @Nullable Long offset) {
    super("xclbin " + code + ": " + message, cause);
    this.code = code;
    this.section = section;
    this.offset = offset;
  }

  /** {@return what kind of failure this is} */
  public XclbinError code() {
    return code;
  }

  /** {@return the section that is wrong, or {@link #HEADER}; empty if it is none in a file} */
  public Optional<String> section() {
    return Optional.ofNullable(section);
  }

  /**
   * {@return where in the file it is wrong, in bytes: the field, or the start of the section if its
   * content is; empty if it is nothing in a file}
   */
  public OptionalLong offset() {
    return offset == null ? OptionalLong.empty() : OptionalLong.of(offset);
  }

  /** {@return the same with the place of the section it is about, unless it has a place} */
  XclbinException in(Section about, long start) {
    if (section != null) {
      return this;
    }
    String message = Objects.requireNonNullElse(getMessage(), "").substring(prefix());
    return new XclbinException(
        code,
        "%s; section %s is at offset %d of the file, %d bytes"
            .formatted(message, about.label(), start, about.data().size()),
        this,
        about.label(),
        start);
  }

  /** {@return the same with the name of the file} */
  XclbinException of(Path file) {
    String message = Objects.requireNonNullElse(getMessage(), "").substring(prefix());
    return new XclbinException(code, file + ": " + message, this, section, offset);
  }

  private int prefix() {
    return ("xclbin " + code + ": ").length();
  }
}
