package dev.backplane.xrt.card.ert;

/** The place where the host found a command that is to be aborted. */
public enum FoundCommand {
  /** It had no slot yet, and was taken out; the caller ends it. */
  WAITING,
  /** In a slot: the firmware was told to end it, or to stop its unit. */
  IN_SLOT,
  /** Nowhere: it has ended. */
  NOWHERE
}
