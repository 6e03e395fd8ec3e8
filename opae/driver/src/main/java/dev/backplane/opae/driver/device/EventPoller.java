package dev.backplane.opae.driver.device;

import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.WordCalls;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;

/**
 * The thread that waits for the descriptors of a resource's events. It begins with the first one,
 * and is woken through a descriptor of its own when there is another, or when it is to end.
 */
final class EventPoller {
  // pollfd: the descriptor, what is wanted of it, what has happened.
  private static final int ENTRY_BYTES = 8;
  private static final int WANTED_AT = 4;
  private static final int HAPPENED_AT = 6;
  private static final short READABLE = 1;

  /** The time limit of {@code poll} for a wait without an end. */
  private static final int FOR_EVER = -1;

  private static final int NONBLOCKING = 0x800;

  private static final class C {
    static final MemorySegment POLL = NativeLibrary.c().function("poll");
    static final MemorySegment READ = NativeLibrary.c().function("read");
    static final MemorySegment WRITE = NativeLibrary.c().function("write");
    static final MemorySegment EVENTFD = NativeLibrary.c().function("eventfd");
    static final MemorySegment CLOSE = NativeLibrary.c().function("close");
  }

  /** The target of the link below {@code /proc/self/fd} of a descriptor that counts. */
  private static final String COUNTER = "anon_inode:[eventfd]";

  /**
   * An action that follows when a descriptor was readable.
   *
   * @param counts whether what is read of it is how often it was raised
   */
  private record Action(boolean counts, LongConsumer told) {}

  private final Map<Integer, Action> actions = new ConcurrentHashMap<>();
  private final int waker = (int) WordCalls.call(C.EVENTFD, 0L, NONBLOCKING);
  private final Thread thread;
  private volatile boolean isEnding;

  EventPoller(String device) {
    thread = Thread.ofPlatform().daemon().name("events of " + device).unstarted(this::poll);
    thread.start();
  }

  /**
   * Does something each time that a descriptor is readable.
   *
   * @param told is given how often it was raised since the last time, 1 if it does not count
   */
  void add(int descriptor, LongConsumer told) {
    actions.put(descriptor, new Action(isCounter(descriptor), told));
    wake();
  }

  private static boolean isCounter(int descriptor) {
    try {
      Path link = Path.of("/proc/self/fd/" + descriptor);
      return Files.readSymbolicLink(link).toString().equals(COUNTER);
    } catch (IOException e) {
      return false; // Then it is only known that something happened.
    }
  }

  private void wake() {
    try (Arena arena = Arena.ofConfined()) {
      WordCalls.call(
          C.WRITE, waker, arena.allocateFrom(ValueLayout.JAVA_LONG, 1L).address(), Long.BYTES);
    }
  }

  private void poll() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment count = arena.allocate(ValueLayout.JAVA_LONG);
      while (!isEnding) {
        List<Integer> descriptors = new ArrayList<>(actions.keySet());
        descriptors.add(waker);
        try (Arena round = Arena.ofConfined()) {
          MemorySegment entries = round.allocate((long) ENTRY_BYTES * descriptors.size(), 8);
          for (int i = 0; i < descriptors.size(); i++) {
            entries.set(ValueLayout.JAVA_INT, (long) i * ENTRY_BYTES, descriptors.get(i));
            entries.set(ValueLayout.JAVA_SHORT, (long) i * ENTRY_BYTES + WANTED_AT, READABLE);
          }
          WordCalls.call(C.POLL, entries.address(), descriptors.size(), FOR_EVER);
          for (int i = 0; i < descriptors.size() && !isEnding; i++) {
            take(descriptors.get(i), entries.asSlice((long) i * ENTRY_BYTES, ENTRY_BYTES), count);
          }
        }
      }
    }
  }

  private void take(int descriptor, MemorySegment entry, MemorySegment count) {
    short happened = entry.get(ValueLayout.JAVA_SHORT, HAPPENED_AT);
    if (happened == 0) {
      return;
    }
    Action action = actions.get(descriptor);
    boolean isRead =
        (happened & READABLE) != 0
            && WordCalls.call(C.READ, descriptor, count.address(), Long.BYTES) > 0;
    if (action != null) {
      if (isRead) {
        long raised = action.counts() ? count.get(ValueLayout.JAVA_LONG, 0) : 1;
        // More than a signed number says is one that the plugin has made up.
        action.told().accept(raised < 1 ? Long.MAX_VALUE : raised);
      } else {
        // It was closed, or is broken: nothing will ever come, and waiting for it would not wait.
        actions.remove(descriptor);
      }
    }
  }

  /** Ends it. Nothing is done any more afterwards. */
  void close() {
    isEnding = true;
    wake();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    WordCalls.call(C.CLOSE, waker);
  }
}
