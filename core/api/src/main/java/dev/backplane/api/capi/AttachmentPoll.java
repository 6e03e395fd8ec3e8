package dev.backplane.api.capi;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Waits for the events of several attachments, as {@code poll} does for file descriptors. Safe for
 * use by several threads.
 */
public final class AttachmentPoll {
  private static final Duration LONGEST = Duration.ofDays(1000);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition told = lock.newCondition();
  private final Set<Attachment> attachments = new LinkedHashSet<>();

  /** Attachments that will tell when they are ready: each is asked once until it does. */
  private final Set<Attachment> asked = new HashSet<>();

  /** Waits for none yet. */
  public AttachmentPoll() {}

  /** Adds an attachment. It has to be removed before it is closed. */
  public void add(Attachment attachment) {
    lock.lock();
    try {
      attachments.add(attachment);
      told.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Removes an attachment; one that was not added is ignored. */
  public void remove(Attachment attachment) {
    lock.lock();
    try {
      attachments.remove(attachment);
    } finally {
      lock.unlock();
    }
  }

  private List<Attachment> ready() {
    List<Attachment> ready = new ArrayList<>();
    for (Attachment each : attachments) {
      if (each.readiness() != Readiness.NOTHING) {
        ready.add(each);
      }
    }
    return ready;
  }

  private void ask() {
    for (Attachment each : attachments) {
      if (asked.add(each)) {
        var _ = each.ready().whenComplete((nothing, failure) -> told(each));
      }
    }
  }

  private void told(Attachment attachment) {
    lock.lock();
    try {
      asked.remove(attachment);
      told.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until one of the attachments has an event, or can have none any more.
   *
   * @param timeout how long to wait at most; zero only looks
   * @return those of which {@link Attachment#readiness} is not {@link Readiness#NOTHING}, in the
   *     order in which they were added; none if there is none in time
   * @throws BackplaneException {@link ErrorCode#CANCELLED} if the thread is interrupted, which it
   *     stays; {@link ErrorCode#CLOSED} if one of them is closed
   */
  public List<Attachment> await(Duration timeout) {
    long left = (timeout.compareTo(LONGEST) < 0 ? timeout : LONGEST).toNanos();
    lock.lock();
    try {
      List<Attachment> ready = ready();
      while (ready.isEmpty() && left > 0) {
        ask();
        // One that became ready before it was asked has told already, and is not asked now.
        ready = ready();
        if (ready.isEmpty()) {
          left = told.awaitNanos(left);
          ready = ready();
        }
      }
      return ready;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw BackplaneException.because(ErrorCode.CANCELLED, "the thread was interrupted")
          .during("wait for events")
          .causedBy(e)
          .build();
    } finally {
      lock.unlock();
    }
  }
}
