package dev.backplane.xrt.card.schedule;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.xrt.card.board.FirewallPort;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether runs of a loaded image may start. They may not while the image is being replaced,
 * after a fault has stopped the card, or while a compute unit is stuck. A start reads one flag;
 * only if that is set, it asks for the reason under the card's lock.
 */
public final class Admission {
  private final String card;
  private final String image;
  private final CardHealth health;
  private final CardLock lock;

  private volatile boolean stopping;
  private volatile @Nullable BackplaneException stuck;

  /** True if a start has to ask why it is refused: stopped, faulted or stuck. */
  private volatile boolean refusing;

  /** Admission to an image that is about to be loaded. */
  Admission(String card, String image, CardHealth health, CardLock lock) {
    this.card = card;
    this.image = image;
    this.health = health;
    this.lock = lock;
    refusing = !health.isHealthy();
  }

  boolean isRefusing() {
    return refusing;
  }

  boolean isStopping() {
    return stopping;
  }

  /** Throws what speaks against a start of a kernel. */
  void check(String kernel, CardClient owner) {
    lock.lock();
    try {
      checkLoaded("kernel " + kernel);
      owner.checkOpen();
      health.check();
      checkNotStuck();
    } finally {
      lock.unlock();
    }
  }

  /** Throws if a unit is stuck, so that nothing is scheduled until a reset. */
  public void checkNotStuck() {
    BackplaneException reason = stuck;
    if (reason != null) {
      throw stuckError(reason);
    }
  }

  /** Throws if the image is not loaded any more. */
  public void checkLoaded(String subject) {
    if (stopping) {
      throw closed(subject);
    }
  }

  /** Throws what speaks against a register access. */
  void checkAccess() {
    checkLoaded("register access");
    lock.lock();
    try {
      health.check();
    } finally {
      lock.unlock();
    }
  }

  /** {@return why a run that waits is not begun any more} */
  BackplaneException refusal() {
    lock.lock();
    try {
      BackplaneException reason = stuck;
      return stopping
          ? new BackplaneException(ErrorCode.CANCELLED, "the run was cancelled")
          : reason == null ? health.error() : stuckError(reason);
    } finally {
      lock.unlock();
    }
  }

  /** Nothing is admitted any more. */
  void stop() {
    stopping = true;
    refusing = true;
  }

  /** The card stops; called under its lock. */
  void faulted(FirewallPort port, BackplaneException reason) {
    refusing = true;
    health.faulted(port, reason);
  }

  /** A unit can be neither used nor reset; called under the card's lock. */
  void stuck(BackplaneException reason) {
    stuck = reason;
    refusing = true;
  }

  /** The card's fault was cleared; called under its lock. */
  public void faultCleared() {
    refusing = stopping || stuck != null;
  }

  BackplaneException stuckError(BackplaneException reason) {
    return BackplaneException.because(
            ErrorCode.SCHEDULER_STUCK, "nothing is scheduled any more: " + reason.problem())
        .on(card)
        .remedy("Reset the card")
        .causedBy(reason)
        .build();
  }

  BackplaneException closed(String subject) {
    return BackplaneException.because(
            ErrorCode.CLOSED, "image " + image + " is not loaded any more")
        .on(subject)
        .remedy("Load the image and take the kernel from the new program")
        .build();
  }

  /** {@return why runs are ended that have not begun when the card stops} */
  BackplaneException faultError() {
    return health.error();
  }
}
