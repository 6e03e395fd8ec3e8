package dev.backplane.rtl.harness.psl;

import dev.backplane.rtl.harness.ports.Rule;

/** The rules of locks, and the remedy for each. As warnings, the command is answered with NLOCK. */
enum LockRule implements Rule {
  /** A lock while another line is locked. */
  LOCK_SECOND("Lock one line at a time: UNLOCK the one before, and wait for its response"),
  /** An unlock, or a write with one, of a line that is not locked. */
  LOCK_MISSING("UNLOCK the line that READ_CL_LCK or LOCK has locked, once, after its response");

  private final String remedy;

  LockRule(String remedy) {
    this.remedy = remedy;
  }

  @Override
  public String remedy() {
    return remedy;
  }

  @Override
  public boolean canBeWarning() {
    return true;
  }
}
