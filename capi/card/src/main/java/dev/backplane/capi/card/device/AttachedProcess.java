package dev.backplane.capi.card.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.RegisterSpace;
import dev.backplane.api.capi.Attachment;
import dev.backplane.api.capi.CoherentEvent;
import dev.backplane.api.capi.Readiness;
import dev.backplane.capi.card.context.Context;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A process that is attached to an AFU of a card. */
final class AttachedProcess implements Attachment {
  private final Context context;
  private final ProblemState registers;

  AttachedProcess(Context context) {
    this.context = context;
    registers = new ProblemState(context);
  }

  @Override
  public int processElement() {
    return context.process();
  }

  @Override
  public RegisterSpace problemState() {
    if (registers.size() == 0) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED, "the AFU has no registers for a context")
          .during("map the problem state")
          .on(context.slice().name())
          .build();
    }
    return registers;
  }

  @Override
  public Optional<CoherentEvent> next(Duration timeout) {
    return context.next(timeout);
  }

  @Override
  public int read(MemorySegment events, Duration timeout) {
    return context.read(events, timeout);
  }

  @Override
  public Readiness readiness() {
    return context.readiness();
  }

  @Override
  public CompletionStage<Void> ready() {
    return context.ready();
  }

  @Override
  public int descriptor() {
    return context.descriptor();
  }

  @Override
  public int hostThread() {
    return context.hostThread();
  }

  @Override
  public boolean awaitWake(Duration timeout) {
    return context.awaitWake(timeout);
  }

  @Override
  public void tell(MemorySegment memory) {
    if (!memory.isNative()) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "memory of the heap has no address that stays")
          .during("tell memory")
          .on(context.slice().name())
          .remedy("Take it from an Arena")
          .build();
    }
    if (!memory.isAccessibleBy(context.slice().thread())) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "memory of a confined arena is for its own thread")
          .during("tell memory")
          .on(context.slice().name())
          .remedy("Take it from a shared arena, or do not tell it: it is reached all the same")
          .build();
    }
    context.tell(memory);
  }

  @Override
  public void close() {
    context.detach();
  }
}
