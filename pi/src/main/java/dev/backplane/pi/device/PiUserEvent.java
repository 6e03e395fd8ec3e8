package dev.backplane.pi.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.UserEvent;
import dev.backplane.pi.PiResult;
import java.util.concurrent.atomic.AtomicBoolean;

/** An event of the program. */
final class PiUserEvent extends PiEvent implements UserEvent {
  private static final int COMPLETE = 0;
  private static final int FAILED = PiResult.EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;

  private final Session session;
  private final AtomicBoolean happened = new AtomicBoolean();

  PiUserEvent(Session session, long event) {
    super(session, event, "the event of the program", null, null);
    this.session = session;
  }

  @Override
  public void complete() {
    happen("complete", COMPLETE);
  }

  @Override
  public void fail() {
    happen("fail", FAILED);
  }

  @Override
  BackplaneException failed(int status) {
    return BackplaneException.because(ErrorCode.KERNEL_FAILED, "the program let it fail")
        .during(toString())
        .remedy("Look at who called fail()")
        .build();
  }

  private void happen(String operation, int status) {
    if (!happened.compareAndSet(false, true)) {
      throw BackplaneException.because(ErrorCode.INVALID_ARGUMENT, "it has happened before")
          .during(operation)
          .remedy("Make another event")
          .build();
    }
    long event = handle().begin(operation);
    try {
      session.results.check(session.pi.eventSetStatus(event, status), operation);
      // Not every plugin tells of an event that failed.
      var _ = settle(status);
    } finally {
      handle().end();
    }
  }
}
