package dev.backplane.capi.card.psl;

/** Is told what an AFU does in a context; by the thread of the AFU, so it does not wait. */
public interface ContextListener {
  /** The AFU requested an interrupt. */
  void interrupted(int number);

  /** A command used an address that cannot be translated. */
  void faulted(long address, long dsisr);

  /** A thread of the process that waits for the AFU shall look again. */
  void notified();
}
