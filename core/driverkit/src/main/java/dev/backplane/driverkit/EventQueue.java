package dev.backplane.driverkit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceEvent;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.EventStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The events that one subscriber has not taken yet. */
final class EventQueue implements EventStream {
  static final int ALL_INTERRUPTS = -1;

  /** Beside interrupts, of which each number is here once at most. */
  private static final int MOST = 256;

  private final EventHub hub;
  private final Set<DeviceEvent.Kind> kinds;
  private final int interrupt;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();

  // Guarded by the lock.
  private final Deque<DeviceEvent> events = new ArrayDeque<>();

  /** The number of messages that each interrupt in the queue stands for. */
  private final Map<Integer, Long> messages = new HashMap<>();

  private long lost;
  private boolean ended;
  private boolean closed;

  /** The number of threads that wait. */
  private final AtomicInteger waiting = new AtomicInteger();

  EventQueue(EventHub hub, Set<DeviceEvent.Kind> kinds, int interrupt) {
    this.hub = hub;
    this.kinds = kinds;
    this.interrupt = interrupt;
  }

  private boolean wants(DeviceEvent event) {
    return switch (event) {
      case DeviceEvent.Interrupt(int number, _) -> wantsInterrupt(number);
      case DeviceEvent.Error _ -> kinds.contains(DeviceEvent.Kind.ERROR);
      case DeviceEvent.Fault _ -> kinds.contains(DeviceEvent.Kind.FAULT);
      case DeviceEvent.Removed _ -> kinds.contains(DeviceEvent.Kind.REMOVED);
      case DeviceEvent.Lost _ -> true;
    };
  }

  private boolean wantsInterrupt(int number) {
    return kinds.contains(DeviceEvent.Kind.INTERRUPT)
        && (interrupt == ALL_INTERRUPTS || interrupt == number);
  }

  boolean isAwaited(int number) {
    return waiting.get() > 0 && wantsInterrupt(number);
  }

  void put(DeviceEvent event) {
    if (!wants(event)) {
      return;
    }
    lock.lock();
    try {
      if (!ended) {
        add(event);
        arrived.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  private void add(DeviceEvent event) {
    if (event instanceof DeviceEvent.Interrupt(int number, long count)) {
      if (!messages.containsKey(number)) {
        events.add(event);
      }
      messages.merge(number, count, EventQueue::sum);
      return;
    }
    if (events.size() - messages.size() >= MOST) {
      dropOldest();
    }
    events.add(event);
  }

  /** As large as a number can be, at most. */
  private static long sum(long one, long other) {
    return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
  }

  private void dropOldest() {
    for (Iterator<DeviceEvent> oldest = events.iterator(); oldest.hasNext(); ) {
      if (!(oldest.next() instanceof DeviceEvent.Interrupt)) {
        oldest.remove();
        lost++;
        return;
      }
    }
  }

  /** The device is gone: what is here can still be taken. */
  void end(String reason) {
    lock.lock();
    try {
      DeviceEvent last = new DeviceEvent.Removed(reason);
      if (!ended && wants(last)) {
        add(last);
      }
      ended = true;
      arrived.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Optional<DeviceEvent> next(Duration timeout) {
    WaitLimit limit = WaitLimit.of(timeout);
    WaitLimit.checkInterrupted(toString());
    lock.lock();
    try {
      if (hasNext() || limit.isOver()) {
        return take();
      }
    } finally {
      lock.unlock();
    }
    waiting.incrementAndGet();
    try {
      hub.beginWait();
      return await(limit);
    } finally {
      waiting.decrementAndGet();
    }
  }

  private Optional<DeviceEvent> await(WaitLimit limit) {
    lock.lock();
    try {
      long left = limit.left();
      while (!hasNext() && left > 0) {
        left = arrived.awaitNanos(left);
      }
      return take();
    } catch (InterruptedException e) {
      throw WaitLimit.interrupted(toString());
    } finally {
      lock.unlock();
    }
  }

  /** Tells whether {@link #take} has something to say. */
  private boolean hasNext() {
    return closed || ended || lost > 0 || !events.isEmpty();
  }

  private Optional<DeviceEvent> take() {
    if (closed || (ended && lost == 0 && events.isEmpty())) {
      throw BackplaneException.because(
              ErrorCode.CLOSED, closed ? "it was closed" : "its device is gone")
          .during("wait for an event")
          .on(toString())
          .remedy(closed ? "Subscribe again" : "Open the device again and subscribe")
          .build();
    }
    if (lost > 0) {
      DeviceEvent told = new DeviceEvent.Lost(lost);
      lost = 0;
      return Optional.of(told);
    }
    DeviceEvent next = events.poll();
    if (next instanceof DeviceEvent.Interrupt(int number, _)) {
      Long count = messages.remove(number);
      return Optional.of(new DeviceEvent.Interrupt(number, count == null ? 1 : count));
    }
    return Optional.ofNullable(next);
  }

  @Override
  public void close() {
    hub.remove(this);
    lock.lock();
    try {
      closed = true;
      ended = true;
      events.clear();
      messages.clear();
      arrived.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public String toString() {
    return "event stream of " + hub;
  }
}
