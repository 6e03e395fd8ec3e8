package dev.backplane.pi.table.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Signal;
import dev.backplane.pi.table.PiResult;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/** A run that the program completes: a user event of the table. */
final class PiSignal extends PiRun implements Signal {
  private static final int COMPLETE = 0;
  private static final int FAILED = PiResult.EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;

  /**
   * Held by who ends a signal: implementations end the process where several threads do so at once,
   * whichever contexts and signals they are of.
   */
  private static final ReentrantLock ENDING = new ReentrantLock();

  private final AtomicBoolean over = new AtomicBoolean();

  PiSignal(PiContext context, long event) {
    super(context, event, "the signal", null, null);
  }

  @Override
  public void complete() {
    require("complete", set("complete", COMPLETE));
  }

  @Override
  public void fail() {
    require("fail", set("fail", FAILED));
  }

  @Override
  public boolean cancel() {
    return set("cancel", FAILED);
  }

  @Override
  BackplaneException failed(int status) {
    return BackplaneException.because(
            ErrorCode.KERNEL_FAILED, "the program, or closing its device, let it fail")
        .during(toString())
        .remedy("Look at who called fail() or cancel()")
        .build();
  }

  /** Tells whether it had not ended. */
  private boolean set(String operation, int status) {
    if (!over.compareAndSet(false, true) || !hold()) {
      return false;
    }
    try {
      int result;
      ENDING.lock();
      try {
        result = context.pi.eventSetStatus(event(), status);
      } finally {
        ENDING.unlock();
      }
      // Not every plugin tells of an event that failed.
      settle(context.results.isSuccess(result, operation) ? status : FAILED);
      context.results.check(result, operation);
      return true;
    } finally {
      endHold();
    }
  }

  private static void require(String operation, boolean ended) {
    if (!ended) {
      throw BackplaneException.because(ErrorCode.INVALID_ARGUMENT, "it has ended before")
          .during(operation)
          .on("the signal")
          .remedy("Make another signal")
          .build();
    }
  }
}
