package dev.backplane.api.capi;

/** The part of a process's memory that is prefaulted for the card when a context is started. */
public enum PrefaultMode {
  /** Nothing. */
  NONE("none"),
  /** The memory that the work element descriptor points to. */
  WORK_ELEMENT_DESCRIPTOR("work_element_descriptor"),
  /** All. */
  ALL("all");

  private final String text;

  PrefaultMode(String text) {
    this.text = text;
  }

  /** {@return its name in attributes} */
  public String text() {
    return text;
  }
}
