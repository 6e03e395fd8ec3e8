package dev.backplane.api.capi;

/** The image that a card loads on reset. */
public enum PerstImage {
  /** No image: the card keeps the one that it has. */
  NONE("none"),
  /** The user's image. */
  USER("user"),
  /** The factory's image. */
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
