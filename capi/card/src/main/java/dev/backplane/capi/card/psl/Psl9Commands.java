package dev.backplane.capi.card.psl;

import dev.backplane.capi.card.PslPort;
import dev.backplane.capi.card.memory.AtomicAnswer;
import dev.backplane.capi.card.memory.AtomicAnswer.Status;
import dev.backplane.capi.card.memory.AtomicRequest;
import dev.backplane.rtl.harness.psl.DmaRequest;
import dev.backplane.rtl.harness.psl.DmaStatus;
import dev.backplane.rtl.harness.psl.PslCommand;
import dev.backplane.rtl.harness.psl.PslResponse;
import dev.backplane.rtl.harness.psl.Translations;
import java.lang.foreign.MemorySegment;

/** Serves the commands that version 9 of the PSL added: compare-and-swap, translations, and DMA. */
final class Psl9Commands implements AutoCloseable {
  /** A DMA does not leave the page whose address was translated. */
  private static final int PAGE = 4096;

  /** Is told of an address that cannot be used, and answers for it. */
  @FunctionalInterface
  interface Faults {
    /**
     * An address cannot be used.
     *
     * @return AERROR
     */
    PslResponse faulted(AttachedContext context, long address, boolean store, boolean forbidden);
  }

  private final Faults faults;
  private final BlockCopy copy = new BlockCopy(DmaRequest.MOST_BYTES);
  private final Translations translations = new Translations();
  private final int[] itags = new int[PslPort.TAGS];

  Psl9Commands(Faults faults) {
    this.faults = faults;
  }

  /** Forgets all translations. */
  void reset() {
    translations.clear();
  }

  /** Takes the translations of a context away. */
  void leave(int process) {
    translations.revoke(process);
  }

  int itag(int tag) {
    return itags[tag];
  }

  Translations translations() {
    return translations;
  }

  /** Serves a command that a PSL8 has not. */
  PslResponse serve(
      int tag, PslCommand command, AttachedContext context, long address, MemorySegment line) {
    return switch (command) {
      case XLAT_RD, XLAT_WR -> translate(tag, command == PslCommand.XLAT_WR, context, address);
      case XLAT_RD_TOUCH, XLAT_WR_TOUCH ->
          check(command == PslCommand.XLAT_WR_TOUCH, context, address);
      case ITAG_ABRT_RD, ITAG_ABRT_WR -> abort(command == PslCommand.ITAG_ABRT_WR, address);
      default -> swap(command, context, address, line);
    };
  }

  /** Tells whether something is there; if it may be written, only a write tells. */
  private PslResponse check(boolean store, AttachedContext context, long address) {
    return copy.isThere(context, address)
        ? PslResponse.DONE
        : faults.faulted(context, address, store, false);
  }

  private PslResponse translate(int tag, boolean store, AttachedContext context, long address) {
    PslResponse response = check(store, context, address);
    if (response != PslResponse.DONE) {
      return response;
    }
    itags[tag] = translations.take(store, context.process(), address);
    return itags[tag] < 0 ? PslResponse.XLAT_NO_ITAG : PslResponse.DONE;
  }

  private PslResponse abort(boolean store, long address) {
    int itag = (int) Math.min(address & Long.MAX_VALUE, Translations.COUNT);
    if (!translations.isTaken(itag, store)) {
      return PslResponse.XLAT_NO_ITAG;
    }
    translations.giveBack(itag);
    return PslResponse.DONE;
  }

  private PslResponse swap(
      PslCommand command, AttachedContext context, long address, MemorySegment line) {
    AtomicRequest request = Atomics.swap(command, address, line);
    AtomicAnswer answer = Atomics.apply(context, request);
    return switch (answer.status()) {
      case DONE ->
          answer.value() == DmaRequest.number(line, 0, request.bytes(), request.order())
              ? PslResponse.COMP_EQ
              : PslResponse.COMP_NEQ;
      case MISSING -> faults.faulted(context, address, true, false);
      case FORBIDDEN -> faults.faulted(context, address, true, true);
      case IMPOSSIBLE ->
          copy.isThere(context, address)
              ? PslResponse.FAILED
              : faults.faulted(context, address, true, false);
    };
  }

  /** Makes a DMA of a context at an address. */
  DmaStatus dma(DmaRequest request, AttachedContext context, long address, MemorySegment data) {
    Status status =
        switch (request.kind()) {
          case READ ->
              isOnePage(request, address)
                  ? copy.read(context, address, data, request.bytes())
                  : Status.IMPOSSIBLE;
          case WRITE ->
              isOnePage(request, address)
                  ? copy.write(context, address, data, request.bytes())
                  : Status.IMPOSSIBLE;
          case ATOMIC -> atomic(request, context, address, data);
        };
    if (status == Status.MISSING || status == Status.FORBIDDEN) {
      var _ = faults.faulted(context, address, request.stores(), status == Status.FORBIDDEN);
    }
    return status == Status.DONE ? DmaStatus.DONE : DmaStatus.FAILED;
  }

  private static boolean isOnePage(DmaRequest request, long address) {
    return (address & (PAGE - 1)) + request.bytes() <= PAGE;
  }

  private static Status atomic(
      DmaRequest request, AttachedContext context, long address, MemorySegment data) {
    if ((address & (request.bytes() - 1)) != 0) {
      return Status.IMPOSSIBLE;
    }
    AtomicAnswer answer =
        Atomics.apply(
            context,
            new AtomicRequest(
                request.atomicOperation(),
                request.bytes(),
                request.order(),
                address,
                request.first(data, address),
                request.second(data, address)));
    if (answer.status() == Status.DONE) {
      request.answer(answer.value(), data, address);
    }
    return answer.status();
  }

  @Override
  public void close() {
    copy.close();
  }
}
