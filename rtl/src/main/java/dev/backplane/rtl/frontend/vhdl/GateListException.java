package dev.backplane.rtl.frontend.vhdl;

/** A gate list that is not what is known of GHDL's. */
final class GateListException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  GateListException(String problem) {
    super(problem);
  }
}
