package dev.backplane.rtl.frontend.verilator;

/** Several clocked blocks write a small array: it is a memory with several ports, not registers. */
final class SharedArray extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String path;

  SharedArray(String path) {
    super(path);
    this.path = path;
  }

  String path() {
    return path;
  }
}
