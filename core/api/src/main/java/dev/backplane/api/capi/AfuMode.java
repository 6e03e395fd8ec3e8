package dev.backplane.api.capi;

/** The mode in which processes share an AFU (document, "AFU Modes"). */
public enum AfuMode {
  /** Not at all: it has no nodes. */
  NONE("none"),
  /** One process at a time. */
  DEDICATED_PROCESS("dedicated_process"),
  /** Many contexts: the AFU says with each command which one it is for. */
  AFU_DIRECTED("afu_directed");

  private final String text;

  AfuMode(String text) {
    this.text = text;
  }

  /** {@return its name in attributes} */
  public String text() {
    return text;
  }
}
