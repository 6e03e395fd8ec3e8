package dev.backplane.driverkit;

import dev.backplane.api.BackplaneException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The calls into something that is to be closed: none begins after closing, and it is taken apart
 * when those that had begun have ended.
 *
 * {@snippet lang="java" :
 * try (CallsInFlight.Call _ = calls.begin("enumerate")) {
 *   return plugin.enumerate();
 * }
 * }
 */
public final class CallsInFlight {
  private final UseCount count = new UseCount();

  /** Waits for the last call; there is one at most, and whoever ends that call wakes it. */
  private volatile @Nullable Thread waiting;

  /** The same for all calls, so that beginning one allocates nothing. */
  private final Call call = this::end;

  private final Function<String, BackplaneException> closed;

  /** A call that has begun; closing it ends it. */
  public interface Call extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * None yet.
   *
   * @param closed makes the error of a call that begins after closing, from what it does
   */
  public CallsInFlight(Function<String, BackplaneException> closed) {
    this.closed = closed;
  }

  /**
   * Begins a call.
   *
   * @param operation what it does
   * @return the call, to be closed once
   * @throws BackplaneException if it is closed
   */
  public Call begin(String operation) {
    if (!count.begin()) {
      throw closed.apply(operation);
    }
    return call;
  }

  private void end() {
    if (count.end()) {
      LockSupport.unpark(waiting);
    }
  }

  /** {@return how many have not ended} */
  public int number() {
    return count.uses();
  }

  /** Lets no more begin. */
  public void close() {
    var _ = count.close();
  }

  /** {@return whether it was closed} */
  public boolean isClosed() {
    return count.isClosed();
  }

  /**
   * Waits for those that had begun when it was closed. To be called by one thread. Returns early if
   * the thread is interrupted, which it stays.
   *
   * @param most how long at most
   * @return whether all have ended
   */
  public boolean awaitEnd(Duration most) {
    WaitLimit limit = WaitLimit.of(most);
    waiting = Thread.currentThread();
    while (count.uses() > 0 && !limit.isOver() && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(this, limit.left());
    }
    waiting = null;
    return count.uses() == 0;
  }
}
