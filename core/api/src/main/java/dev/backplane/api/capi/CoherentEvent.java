package dev.backplane.api.capi;

/** Something that the holder of a context is told (document, "read"). */
public sealed interface CoherentEvent {
  /** {@return the context that it is of} */
  int processElement();

  /**
   * The accelerator raised an interrupt. The same interrupt, raised again before it is read, is one
   * event.
   *
   * @param processElement the context that it is of
   * @param number which, from 1 on
   */
  record AfuInterrupt(int processElement, int number) implements CoherentEvent {}

  /**
   * The accelerator used an address that cannot be translated, or not for this access. The command
   * failed; the accelerator knows it too.
   *
   * @param processElement the context that it is of
   * @param address which address
   * @param dsisr the kind of fault, as the card's version of the architecture (CAIA) writes it
   */
  record DataStorage(int processElement, long address, long dsisr) implements CoherentEvent {}

  /**
   * The accelerator ended its job with an error.
   *
   * @param processElement the context that it is of
   * @param error what it says, which is its own
   */
  record AfuError(int processElement, long error) implements CoherentEvent {}
}
