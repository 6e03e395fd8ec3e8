package dev.backplane.xrt.card.schedule;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ends what does not end by itself: everything that is watched is given a number of ticks, and then
 * told. A command that is aborted, or whose client closes, has ten ticks at two a second: five
 * seconds.
 *
 * <p>Has a thread only while something is watched. What one of the watched throws is logged, and
 * the others are told.
 */
public final class KillClock {
  /** Ticks per second. */
  public static final int RATE = 2;

  /** The number of ticks within which an aborted command has to end. */
  public static final int KILL_TICKS = 10;

  private static final long PERIOD = 1_000_000_000L / RATE;

  /** An execution with a time limit. */
  public interface Watched {
    /** {@return whether it need not be watched any more} */
    boolean isOver();

    /** {@return a number that is another one when its time begins anew} */
    default long generation() {
      return 0;
    }

    /**
     * Its time is up. Called once, without a lock, by one thread for all that is watched.
     *
     * @param generation whose time; by now it may be another's
     */
    void expired(long generation);
  }

  private final String name;
  private final boolean ticksItself;
  private final IdentityHashMap<Watched, Time> left = new IdentityHashMap<>();
  private @Nullable Thread thread;

  /**
   * A clock.
   *
   * @param name what to call its thread
   * @param ticksItself whether it has a thread, or is told by {@link #tick} when time passes
   */
  public KillClock(String name, boolean ticksItself) {
    this.name = name;
    this.ticksItself = ticksItself;
  }

  /** Watches something from now on; what is watched in the same generation keeps its time. */
  public void watch(Watched watched, int ticks) {
    synchronized (left) {
      Time known = left.get(watched);
      if (known == null) {
        left.put(watched, new Time(watched, ticks));
      } else if (known.isOfThePast()) {
        known.begin(ticks);
      }
      if (ticksItself && thread == null) {
        thread = Thread.ofPlatform().daemon().name(name).start(this::run);
      }
    }
  }

  private void run() {
    long next = System.nanoTime() + PERIOD;
    while (true) {
      try {
        Thread.sleep(Math.max(0, (next - System.nanoTime()) / 1_000_000));
      } catch (InterruptedException e) {
        // It is not interrupted on purpose; a tick that comes early does no harm.
        next = System.nanoTime();
      }
      next += PERIOD;
      tick();
      synchronized (left) {
        if (left.isEmpty()) {
          thread = null;
          return;
        }
      }
    }
  }

  /** Takes note that half a second has passed, and tells those whose time is up. */
  public void tick() {
    List<Time> expired = new ArrayList<>();
    synchronized (left) {
      Iterator<Time> all = left.values().iterator();
      while (all.hasNext()) {
        Time time = all.next();
        if (time.watched.isOver() || time.isOfThePast()) {
          all.remove();
        } else if (time.isUp()) {
          all.remove();
          expired.add(time);
        }
      }
    }
    expired.forEach(KillClock::tell);
  }

  private static void tell(Time time) {
    try {
      time.watched.expired(time.generation);
    } catch (Throwable e) {
      // Errors too: this thread ends what others have begun.
      System.getLogger(KillClock.class.getName())
          .log(System.Logger.Level.ERROR, "the end of a time limit failed", e);
    }
  }

  /** The remaining ticks of a {@link Watched}. */
  private static final class Time {
    private final Watched watched;
    private long generation;
    private int left;

    Time(Watched watched, int ticks) {
      this.watched = watched;
      begin(ticks);
    }

    final void begin(int ticks) {
      generation = watched.generation();
      left = ticks;
    }

    /** {@return whether another time has begun, which need not be limited} */
    boolean isOfThePast() {
      return watched.generation() != generation;
    }

    boolean isUp() {
      return --left <= 0;
    }
  }
}
