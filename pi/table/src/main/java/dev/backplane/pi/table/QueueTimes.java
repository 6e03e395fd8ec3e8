package dev.backplane.pi.table;

import dev.backplane.api.spi.CallTrace;
import dev.backplane.api.spi.CallTrace.Track;
import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.Slab;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells when the queues of a device executed what: in front of a table whose queues somebody wants
 * to see, and nowhere else. Its queues take times, each command gets an event, and when the program
 * has learned of the end of something, the times of all commands that have ended are told.
 *
 * <p>Times of the device become times of the host by the moment at which a command was put into its
 * queue, which both know.
 */
public final class QueueTimes implements InvocationHandler {
  private static final long PROPERTY_FLAGS = -1;
  private static final long FLAG_PROFILING = 2;
  private static final int EVENT_STATUS = 0x11D3;
  private static final int COMPLETE = 0;
  private static final int QUEUED = 0x1280;
  private static final int START = 0x1282;
  private static final int END = 0x1283;
  private static final int KERNEL_NAME = 0x1190;
  private static final int LONGEST_NAME = 256;

  /** The number of waiting commands from which on a look tells which of them have ended. */
  private static final int LOOK_AFTER = 64;

  private final Pi table;
  private final CallTrace trace;
  private final String device;

  // All guarded by this.
  private final Map<Long, Times> queues = new HashMap<>();
  private final Map<Long, String> kernels = new HashMap<>();
  private int made;

  private QueueTimes(Pi table, CallTrace trace, String device) {
    this.table = table;
    this.trace = trace;
    this.device = device;
  }

  /**
   * Puts times in front of a table.
   *
   * @param table the table that a device is opened with
   * @param trace where the driver tells what it does
   * @param device the key of the device
   * @return the table itself, if nobody wants times
   */
  public static Pi of(Pi table, CallTrace trace, String device) {
    if (trace.track(device, "queue 1").isEmpty()) {
      return table;
    }
    return (Pi)
        Proxy.newProxyInstance(
            Pi.class.getClassLoader(),
            new Class<?>[] {Pi.class},
            new QueueTimes(table, trace, device));
  }

  /** A command whose times are not known yet. */
  private record Command(String name, long event, long queuedOnHost) {}

  /** A queue. */
  private static final class Times {
    private final Track track;
    private final Deque<Command> commands = new ArrayDeque<>();

    Times(Track track) {
      this.track = track;
    }
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    Object[] own = arguments == null ? new Object[0] : arguments;
    String name = method.getName();
    if (name.equals("queueCreate") || name.equals("queueCreateWithFlags")) {
      return create(method, own);
    }
    Object result;
    if (isCommand(name)) {
      result = enqueue((long) own[0], method, own);
    } else {
      if (name.equals("queueRelease") || name.equals("kernelRelease")) {
        forget((long) own[0]);
      }
      result = forward(method, own);
      if (name.equals("queueFinish") || name.equals("eventsWait") || hasEnded(name, own)) {
        tellAll();
      }
    }
    return result;
  }

  /** Markers are left out: nothing is executed. */
  private static boolean isCommand(String name) {
    return (name.startsWith("enqueue") && !name.startsWith("enqueueEventsWait"))
        || name.startsWith("usmEnqueue");
  }

  private Object forward(Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(table, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }

  /** Tells whether the program was just told that a command has ended. */
  private static boolean hasEnded(String name, Object[] own) {
    return name.equals("eventGetInfo")
        && own[1].equals(EVENT_STATUS)
        && (long) own[3] != 0
        && RawMemory.getInt((long) own[3]) <= COMPLETE;
  }

  /** Makes a queue that takes times. */
  private Object create(Method method, Object[] own) throws Throwable {
    try (Slab.Frame frame = Slab.frame()) {
      Object[] timed = own.clone();
      if (method.getName().equals("queueCreate")) {
        timed[2] = withProfiling((long) own[2], frame);
      } else {
        timed[2] = (long) own[2] | FLAG_PROFILING;
      }
      Object result = forward(method, timed);
      if (!result.equals(PiResult.SUCCESS)) {
        return forward(method, own);
      }
      add(RawMemory.getLong((long) own[3]));
      return result;
    }
  }

  private synchronized void add(long queue) {
    trace.track(device, "queue " + ++made).ifPresent(track -> queues.put(queue, new Times(track)));
  }

  /** The pairs of a list that ends with zero, with one flag more. */
  private static long withProfiling(long properties, Slab.Frame frame) {
    int pairs = 0;
    boolean flags = false;
    while (properties != 0 && RawMemory.getLong(properties + 16L * pairs) != 0) {
      flags |= RawMemory.getLong(properties + 16L * pairs) == PROPERTY_FLAGS;
      pairs++;
    }
    MemorySegment copy = frame.allocate(16L * (pairs + 1) + 8, Long.BYTES).fill((byte) 0);
    long to = copy.address();
    for (int i = 0; i < pairs; i++) {
      long key = RawMemory.getLong(properties + 16L * i);
      long value = RawMemory.getLong(properties + 16L * i + 8);
      RawMemory.putLong(to + 16L * i, key);
      RawMemory.putLong(to + 16L * i + 8, key == PROPERTY_FLAGS ? value | FLAG_PROFILING : value);
    }
    if (!flags) {
      RawMemory.putLong(to + 16L * pairs, PROPERTY_FLAGS);
      RawMemory.putLong(to + 16L * pairs + 8, FLAG_PROFILING);
    }
    return to;
  }

  /** Puts a command in, with an event of our own if the program wants none. */
  private Object enqueue(long queue, Method method, Object[] own) throws Throwable {
    int last = eventAt(method.getName(), own);
    try (Slab.Frame frame = Slab.frame()) {
      Object[] timed = own.clone();
      boolean wanted = (long) own[last] != 0;
      if (!wanted) {
        timed[last] = frame.allocate(Long.BYTES, Long.BYTES).fill((byte) 0).address();
      }
      long now = System.nanoTime();
      Object result = forward(method, timed);
      long event = result.equals(PiResult.SUCCESS) ? RawMemory.getLong((long) timed[last]) : 0;
      if (event != 0) {
        if (wanted) {
          table.eventRetain(event);
        }
        note(queue, new Command(named(method.getName(), own), event, now));
      }
      return result;
    }
  }

  /**
   * {@return the index of the event among a command's arguments} It is the last one; only mapping
   * has an address behind it.
   */
  private static int eventAt(String name, Object[] own) {
    return name.equals("enqueueMemBufferMap") ? own.length - 2 : own.length - 1;
  }

  private synchronized String named(String method, Object[] own) {
    return method.endsWith("KernelLaunch")
        ? kernels.computeIfAbsent((long) own[1], this::kernelName)
        : method.replaceFirst("^(enqueue|usmEnqueue)", "") + moved(method, own);
  }

  /** {@return the size of a transfer, as the end of its name; empty for other commands} */
  private static String moved(String method, Object[] own) {
    int size =
        switch (method) {
          case "enqueueMemBufferRead", "enqueueMemBufferWrite", "usmEnqueueMemcpy" -> 4;
          case "enqueueMemBufferCopy", "enqueueMemBufferFill" -> 5;
          default -> 0;
        };
    return size == 0 ? "" : " " + own[size] + " bytes";
  }

  private String kernelName(long kernel) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment name = frame.allocate(LONGEST_NAME, 1).fill((byte) 0);
      int result = table.kernelGetInfo(kernel, KERNEL_NAME, LONGEST_NAME, name.address(), 0);
      return result == PiResult.SUCCESS ? name.getString(0, StandardCharsets.UTF_8) : "kernel";
    }
  }

  private void note(long queue, Command command) {
    Times times;
    int waiting = 0;
    synchronized (this) {
      times = queues.get(queue);
      if (times != null) {
        times.commands.add(command);
        waiting = times.commands.size();
      }
    }
    if (times == null) {
      table.eventRelease(command.event());
    } else if (waiting % LOOK_AFTER == 0) {
      tell(times);
    }
  }

  private void tellAll() {
    Times[] all;
    synchronized (this) {
      all = queues.values().toArray(Times[]::new);
    }
    for (Times times : all) {
      tell(times);
    }
  }

  /** Tells of the commands that have ended; those of a queue without order, too. */
  private synchronized void tell(Times times) {
    times.commands.removeIf(
        command -> {
          if (number(command.event(), EVENT_STATUS, Integer.BYTES, false) > COMPLETE) {
            return false;
          }
          tell(times.track, command);
          table.eventRelease(command.event());
          return true;
        });
  }

  private void tell(Track track, Command command) {
    long queued = number(command.event(), QUEUED, Long.BYTES, true);
    long start = number(command.event(), START, Long.BYTES, true);
    long end = number(command.event(), END, Long.BYTES, true);
    // A command that failed has no times.
    if (queued != 0 && start >= queued && end >= start) {
      long host = command.queuedOnHost();
      track.span(command.name(), host + (start - queued), host + (end - queued));
    }
  }

  /** A number that an event knows; 0 if it does not. */
  private long number(long event, int name, int bytes, boolean profiling) {
    try (Slab.Frame frame = Slab.frame()) {
      long value = frame.allocate(Long.BYTES, Long.BYTES).fill((byte) 0).address();
      int result =
          profiling
              ? table.eventGetProfilingInfo(event, name, bytes, value, 0)
              : table.eventGetInfo(event, name, bytes, value, 0);
      if (result != PiResult.SUCCESS) {
        return 0;
      }
      return bytes == Integer.BYTES ? RawMemory.getInt(value) : RawMemory.getLong(value);
    }
  }

  /** A handle is released: another thing may get the same. */
  private synchronized void forget(long handle) {
    kernels.remove(handle);
    Times times = queues.remove(handle);
    if (times != null) {
      tell(times);
      times.commands.forEach(command -> table.eventRelease(command.event()));
    }
  }
}
