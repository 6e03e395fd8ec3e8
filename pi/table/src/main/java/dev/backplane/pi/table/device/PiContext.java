package dev.backplane.pi.table.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.ffi.Slab;
import dev.backplane.pi.table.Pi;
import dev.backplane.pi.table.PiCallbacks;
import dev.backplane.pi.table.PiResult;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;

/** An opened device: its table, its handles and limits, and the context that all is made in. */
final class PiContext {
  private static final int DEVICE_MAX_WORK_ITEM_DIMENSIONS = 0x1003;
  private static final int DEVICE_MAX_WORK_GROUP_SIZE = 0x1004;
  private static final int DEVICE_MAX_WORK_ITEM_SIZES = 0x1005;
  private static final int DEVICE_MEM_BASE_ADDR_ALIGN = 0x1019;
  private static final int DEVICE_MAX_MEM_ALLOC_SIZE = 0x1010;
  private static final int DEVICE_GLOBAL_MEM_SIZE = 0x101F;
  private static final int DEVICE_LOCAL_MEM_SIZE = 0x1023;
  private static final int DEVICE_HOST_UNIFIED_MEMORY = 0x1035;

  /** The longest time that closing waits for a thread that follows a command. */
  private static final Duration FAREWELL = Duration.ofSeconds(1);

  /** The number of closed objects that are kept before the oldest of them is released. */
  private static final int QUARANTINE = 64;

  final Pi pi;
  final Results results;
  final long platform;
  final long device;
  final long handle;
  final long largestGroup;
  final long[] largestItems;
  final long alignment;
  final long globalMemory;

  /** The most that one buffer can have, never more than there is. */
  final long largestAllocation;

  final long localMemory;
  final boolean unified;

  /** Scopes of memory that commands may use in place; they end only when nobody refers to them. */
  private final Map<MemorySegment.Scope, Boolean> inPlace =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** Runs of no queue: signals, and commands that others put in. */
  private final RunsInFlight loose = new RunsInFlight(false);

  private final Set<PiQueue> queues = ConcurrentHashMap.newKeySet();

  private final Set<Thread> followers = ConcurrentHashMap.newKeySet();

  private volatile boolean closed;

  private final Deque<Runnable> retired = new ArrayDeque<>();

  private final long notices;

  final CrashGuard guard;

  /** Host memory for transfers that cannot be in place. */
  final Staging staging = new Staging();

  private PiContext(
      Pi pi,
      Results results,
      long platform,
      long device,
      long handle,
      long notices,
      CrashGuard guard) {
    this.guard = guard;
    this.notices = notices;
    this.pi = pi;
    this.results = results;
    this.platform = platform;
    this.device = device;
    this.handle = handle;
    largestGroup = number(DEVICE_MAX_WORK_GROUP_SIZE, Long.MAX_VALUE);
    largestItems =
        number(DEVICE_MAX_WORK_ITEM_DIMENSIONS, 0) >= 3
            ? Query.longs(results, "open", info(DEVICE_MAX_WORK_ITEM_SIZES))
            : new long[] {largestGroup, largestGroup, largestGroup};
    alignment = Math.max(1, number(DEVICE_MEM_BASE_ADDR_ALIGN, 8 * Byte.SIZE) / Byte.SIZE);
    globalMemory = number(DEVICE_GLOBAL_MEM_SIZE, Long.MAX_VALUE);
    largestAllocation = Math.min(globalMemory, number(DEVICE_MAX_MEM_ALLOC_SIZE, Long.MAX_VALUE));
    localMemory = number(DEVICE_LOCAL_MEM_SIZE, Long.MAX_VALUE);
    unified = number(DEVICE_HOST_UNIFIED_MEMORY, 0) != 0;
  }

  /** Opens a device, with a context of its own. */
  static PiContext open(Pi pi, long platform, long device, CrashGuard guard) {
    Results results = new Results(pi);
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment devices = frame.allocate(Long.BYTES, Long.BYTES);
      devices.set(ValueLayout.JAVA_LONG, 0, device);
      MemorySegment context = frame.allocate(Long.BYTES, Long.BYTES);
      long notices = PiCallbacks.onContext(PiContext::noticed, PiContext::nothingMore);
      long handle = 0;
      boolean opened = false;
      try {
        results.check(
            pi.contextCreate(
                0, 1, devices.address(), PiCallbacks.contextFunction(), notices, context.address()),
            "make context");
        handle = context.get(ValueLayout.JAVA_LONG, 0);
        PiContext made = new PiContext(pi, results, platform, device, handle, notices, guard);
        opened = true;
        return made;
      } finally {
        if (!opened) {
          PiCallbacks.forget(notices);
          if (handle != 0) {
            pi.contextRelease(handle);
          }
        }
      }
    }
  }

  /** Starts a thread that follows something to its end; closing waits a moment for it. */
  void follow(Runnable work) {
    Thread follower = Thread.ofVirtual().unstarted(() -> followed(work));
    followers.add(follower);
    follower.start();
  }

  private void followed(Runnable work) {
    try {
      work.run();
    } finally {
      followers.remove(Thread.currentThread());
    }
  }

  boolean isClosed() {
    return closed;
  }

  /** Ignores exceptions of listeners, which have been logged. */
  private static void nothingMore(Throwable thrown) {}

  /**
   * {@return an object that the program passes, as what this device made}
   *
   * @throws BackplaneException if it was not made from this device
   */
  <T extends MadeFrom> T own(Class<T> type, Object passed, String operation) {
    if (type.isInstance(passed) && type.cast(passed).isOf(this)) {
      return type.cast(passed);
    }
    throw BackplaneException.because(
            ErrorCode.INVALID_ARGUMENT, passed + " was not made from this device")
        .during(operation)
        .remedy("Use what was made from the same device")
        .build();
  }

  /** A buffer of this device that is a memory object, not just an address. */
  PiBuffer memoryObject(Buffer passed, String operation) {
    PiBuffer buffer = own(PiBuffer.class, passed, operation);
    if (buffer.isShared()) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED, "the device does not do that with shared memory")
          .during(operation)
          .on(buffer.toString())
          .remedy("Use its address() or host(), or a buffer with another placement")
          .build();
    }
    return buffer;
  }

  /** Makes an object of a handle, which is released if there is none. */
  static <T> T ofHandle(long handle, LongFunction<T> making, LongUnaryOperator release) {
    boolean made = false;
    try {
      T object = making.apply(handle);
      made = true;
      return object;
    } finally {
      if (!made) {
        var _ = release.applyAsLong(handle);
      }
    }
  }

  /** Runs of no queue. */
  RunsInFlight loose() {
    return loose;
  }

  /** The queues whose handles were not released. */
  Set<PiQueue> queues() {
    return queues;
  }

  /**
   * Hands commands over; a plugin that has no such function does that by itself.
   *
   * @return the result, a success for such a plugin
   */
  int flush(long queue) {
    int result = pi.queueFlush(queue);
    return result == PiResult.UNSUPPORTED_FEATURE ? PiResult.SUCCESS : result;
  }

  private static void noticed(String notice) {
    System.getLogger(PiContext.class.getName())
        .log(System.Logger.Level.WARNING, "the device tells of its context: {0}", notice);
  }

  private Query.Question info(int name) {
    return (size, value, sizeRet) -> pi.deviceGetInfo(device, name, size, value, sizeRet);
  }

  /** Asks the device for a number that it may not tell. */
  long number(int name, long otherwise) {
    return Query.numberIfKnown(info(name)).orElse(otherwise);
  }

  /** Asks the device for a number; 0 if it does not know it. */
  long deviceNumber(int name) {
    return number(name, 0);
  }

  /** Makes a thing by a call that puts its handle to an address. */
  long make(String operation, String about, LongUnaryOperator call) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment handle = frame.allocate(Long.BYTES, Long.BYTES);
      handle.set(ValueLayout.JAVA_LONG, 0, 0);
      results.check((int) call.applyAsLong(handle.address()), operation, about);
      return handle.get(ValueLayout.JAVA_LONG, 0);
    }
  }

  /**
   * Allocates memory that commands use in place; it lives for as long as something refers to it.
   */
  MemorySegment hostMemory(long bytes) {
    MemorySegment memory = Arena.ofAuto().allocate(bytes, 64);
    inPlace.put(memory.scope(), true);
    return memory;
  }

  /**
   * Tells whether a command may use memory in place: it cannot be gone before the command has
   * ended.
   */
  boolean isInPlace(MemorySegment segment) {
    return segment.isNative()
        && (segment.scope().equals(Arena.global().scope()) || inPlace.containsKey(segment.scope()));
  }

  /**
   * Releases a thing that was closed, a little later: a call of another thread that began before it
   * was closed may still use its handle.
   */
  void retire(Runnable release) {
    Runnable oldest = null;
    synchronized (retired) {
      retired.add(release);
      if (retired.size() > QUARANTINE) {
        oldest = retired.poll();
      }
    }
    if (oldest != null) {
      oldest.run();
    }
  }

  void close() {
    closed = true;
    for (Thread follower : followers) {
      LockSupport.unpark(follower);
      joined(follower);
    }
    queues.forEach(PiQueue::abandon);
    loose.abandon();
    synchronized (retired) {
      retired.forEach(Runnable::run);
      retired.clear();
    }
    try {
      results.check(pi.contextRelease(handle), "close context");
    } finally {
      PiCallbacks.forget(notices);
    }
  }

  /** Waits for a thread, as nobody may be in a call when the plugin is unloaded. */
  private static void joined(Thread follower) {
    try {
      if (follower != Thread.currentThread() && !follower.join(FAREWELL)) {
        System.getLogger(PiContext.class.getName())
            .log(System.Logger.Level.WARNING, "{0} does not end", follower);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
