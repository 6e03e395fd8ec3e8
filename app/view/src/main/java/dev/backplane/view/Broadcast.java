package dev.backplane.view;

import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a feed while somebody wants to know, and tells all of them the same. Safe for use by
 * several threads.
 */
final class Broadcast implements AutoCloseable {
  /** The event after which there are no more until somebody comes anew. */
  static final String TROUBLE = "trouble";

  private static final Duration END = Duration.ofSeconds(10);

  private final Feed feed;
  private final Duration pause;
  private final Function<RuntimeException, String> words;

  private int watchers;
  private boolean isClosed;
  private News latest = new News(0, "", "");
  private @Nullable Thread looking;

  /**
   * The state that was seen last.
   *
   * @param number a number that grows; 0 before the first look
   * @param event what kind of news it is
   * @param data the content, on one line
   */
  record News(long number, String event, String data) {}

  Broadcast(Feed feed, Duration pause, Function<RuntimeException, String> words) {
    this.feed = feed;
    this.pause = pause;
    this.words = words;
  }

  /** {@return the number to wait from: the news of others are news here too} */
  synchronized long join() {
    watchers++;
    if (watchers > 1 || isClosed) {
      return Math.max(0, latest.number() - 1);
    }
    // One that is just about to end sees that it is another's turn.
    looking = Thread.ofPlatform().daemon().name("backplane-view-feed").start(this::look);
    return latest.number();
  }

  synchronized void leave() {
    watchers--;
    notifyAll();
  }

  /** {@return what is newer than something seen, or the same again after a while} */
  synchronized News await(long seen, Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    for (long left = patience.toNanos(); left > 0 && !isClosed && latest.number() <= seen; ) {
      wait(Math.max(1, left / 1_000_000));
      left = end - System.nanoTime();
    }
    return latest;
  }

  synchronized boolean isClosed() {
    return isClosed;
  }

  private void look() {
    try (Feed.Looks looks = feed.open()) {
      do {
        publish("look", looks.look());
      } while (isWantedAfterPause());
    } catch (RuntimeException e) {
      publish(TROUBLE, words.apply(e).replaceAll("\\R", " "));
    }
  }

  private synchronized void publish(String event, String data) {
    latest = new News(latest.number() + 1, event, data);
    notifyAll();
  }

  private synchronized boolean isWantedAfterPause() {
    long end = System.nanoTime() + pause.toNanos();
    for (long left = pause.toNanos(); left > 0 && isWanted(); left = end - System.nanoTime()) {
      try {
        wait(Math.max(1, left / 1_000_000));
      } catch (InterruptedException e) {
        return false;
      }
    }
    return isWanted();
  }

  private boolean isWanted() {
    return watchers > 0 && !isClosed && looking == Thread.currentThread();
  }

  @Override
  public void close() {
    @Nullable Thread last;
    synchronized (this) {
      isClosed = true;
      last = looking;
      notifyAll();
    }
    if (last == null) {
      return;
    }
    try {
      last.join(END);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
