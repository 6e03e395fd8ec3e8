package dev.backplane.rtl.frontends.vhdl;

/** Thrown if a gate list has an unknown form. */
final class GateListException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  GateListException(String problem) {
    super(problem);
  }
}
