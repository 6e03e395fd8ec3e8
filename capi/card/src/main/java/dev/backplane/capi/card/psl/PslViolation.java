package dev.backplane.capi.card.psl;

/** An AFU did what no PSL takes. */
public final class PslViolation extends RuntimeException {
  private static final long serialVersionUID = 1;

  PslViolation(String problem) {
    super(problem);
  }
}
