package dev.backplane.api.capi;

/** The image that a card loads on reset. */
public enum PerstImage {
  /** None: it keeps the one that it has. */
  NONE("none"),
  /** That of the user. */
  USER("user"),
  /** That of the factory. */
  FACTORY("factory");

  private final String text;

  PerstImage(String text) {
    this.text = text;
  }

  /** {@return its name in attributes} */
  public String text() {
    return text;
  }
}
