package dev.backplane.rtl.frontends.verilator;

/**
 * Thrown if several clocked blocks write a small array, which has to be a memory with several
 * ports.
 */
final class SharedArrayException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String path;

  SharedArrayException(String path) {
    super(path);
    this.path = path;
  }

  String path() {
    return path;
  }
}
