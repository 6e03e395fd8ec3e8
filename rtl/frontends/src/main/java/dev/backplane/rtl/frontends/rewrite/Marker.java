package dev.backplane.rtl.frontends.rewrite;

import org.jspecify.annotations.Nullable;

/**
 * A constant in rewritten source that marks a net or port. Its name is that of the net and a
 * suffix. Constants survive in the trees of all tools.
 */
public enum Marker {
  /** A net whose drivers are joined by AND. */
  WIRED_AND("_backplane_and"),
  /** A net whose drivers are joined by OR. */
  WIRED_OR("_backplane_or"),
  /** The value of an input that an instance leaves out. */
  DEFAULT("_backplane_default");

  private final String suffix;

  Marker(String suffix) {
    this.suffix = suffix;
  }

  /** {@return the name of the constant for a net or port} */
  public String of(String name) {
    return name + suffix;
  }

  /** {@return the net or port that a constant marks, or null if it is no such constant} */
  public @Nullable String marked(String constant) {
    return constant.endsWith(suffix)
        ? constant.substring(0, constant.length() - suffix.length())
        : null;
  }
}
