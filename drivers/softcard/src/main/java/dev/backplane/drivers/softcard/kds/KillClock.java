package dev.backplane.drivers.softcard.kds;

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
 * <p>Has a thread only while something is watched.
 */
public final class KillClock {
  /** How many ticks there are in a second. */
  public static final int RATE = 2;

  /** How many ticks an aborted command has to end. */
  public static final int KILL_TICKS = 10;

  private static final long PERIOD = 1_000_000_000L / RATE;

  /** What is watched. */
  public interface Watched {
    /** {@return whether it need not be watched any more} */
    boolean isOver();

    /** {@return a number that is another one when its time begins anew} */
    default long generation() {
      return 0;
    }

    /** Its time is up. Called once, without a lock. */
    void expired();
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

  /** Watches something, unless it is watched already. */
  public void watch(Watched watched, int ticks) {
    synchronized (left) {
      left.computeIfAbsent(watched, one -> new Time(one, ticks));
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
        // Nobody has a reason to interrupt it; a tick that comes early is no harm.
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

  /** Half a second has passed. */
  public void tick() {
    List<Watched> expired = new ArrayList<>();
    synchronized (left) {
      Iterator<Time> all = left.values().iterator();
      while (all.hasNext()) {
        Time time = all.next();
        if (time.watched.isOver()) {
          all.remove();
        } else if (time.isUp()) {
          all.remove();
          expired.add(time.watched);
        }
      }
    }
    expired.forEach(Watched::expired);
  }

  /** What is left for something. */
  private static final class Time {
    private final Watched watched;
    private final int ticks;
    private long generation;
    private int left;

    Time(Watched watched, int ticks) {
      this.watched = watched;
      this.ticks = ticks;
      generation = watched.generation();
      left = ticks;
    }

    boolean isUp() {
      if (watched.generation() != generation) {
        generation = watched.generation();
        left = ticks;
      }
      return --left <= 0;
    }
  }
}
