package dev.backplane.pi.table;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.backplane.ffi.CText;
import dev.backplane.ffi.Calls;
import dev.backplane.ffi.ForeignThread;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The C functions that plugins call back: one for each signature, kept as long as the process
 * lives. Each finds its listener by its user data. User data is never used twice, so that a
 * callback for something that is gone finds no listener.
 *
 * <p>An exception of a listener goes only to the log and to its handler, because one that reached C
 * would end the process. Plugins call on threads of their own, which a listener must not block.
 */
public final class PiCallbacks {
  /** Is told of an event. */
  @FunctionalInterface
  public interface EventListener {
    /**
     * The status changed.
     *
     * @param event the event's handle
     * @param status what was asked for, or the negative error that the command ended with
     */
    void changed(long event, int status);
  }

  private record Registered(Object listener, Consumer<Throwable> failed) {}

  private static final int LONGEST_NOTICE = 1 << 16;

  /** So many threads are remembered before those that have ended are looked for. */
  private static final int MANY = 64;

  /** The threads of plugins that called, without some that have ended. */
  private static final Set<ForeignThread> CALLERS = ConcurrentHashMap.newKeySet();

  private static final ThreadLocal<Boolean> IS_REMEMBERED =
      ThreadLocal.withInitial(PiCallbacks::remember);
  private static final ConcurrentMap<Long, Registered> LISTENERS = new ConcurrentHashMap<>();
  private static final AtomicLong LAST = new AtomicLong();

  /** {@code void (*)(pi_event, pi_int32, void *)}. */
  private static final long ON_EVENT =
      function(
          "event",
          MethodType.methodType(void.class, long.class, int.class, long.class),
          JAVA_LONG,
          JAVA_INT,
          JAVA_LONG);

  /** {@code void (*)(pi_program, void *)}. */
  private static final long ON_PROGRAM =
      function(
          "program",
          MethodType.methodType(void.class, long.class, long.class),
          JAVA_LONG,
          JAVA_LONG);

  /** {@code void (*)(const char *, const void *, size_t, void *)}. */
  private static final long ON_CONTEXT =
      function(
          "context",
          MethodType.methodType(
              void.class, MemorySegment.class, long.class, long.class, long.class),
          ADDRESS,
          JAVA_LONG,
          JAVA_LONG,
          JAVA_LONG);

  private PiCallbacks() {}

  private static long function(String name, MethodType type, MemoryLayout... parameters) {
    try {
      return Calls.upcall(
              MethodHandles.lookup().findStatic(PiCallbacks.class, name, type),
              FunctionDescriptor.ofVoid(parameters),
              Arena.global())
          .address();
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** {@return what to give to {@link Pi#eventSetCallback} as the function} */
  public static long eventFunction() {
    return ON_EVENT;
  }

  /** {@return what to give to {@link Pi#programBuild} and its like as the function} */
  public static long programFunction() {
    return ON_PROGRAM;
  }

  /** {@return what to give to {@link Pi#contextCreate} as the function} */
  public static long contextFunction() {
    return ON_CONTEXT;
  }

  /**
   * Awaits one call of {@link #eventFunction}; to be {@linkplain #forget forgotten} if it was not
   * set after all.
   *
   * @param listener is told
   * @param failed takes what the listener throws
   * @return the user data
   */
  public static long onEvent(EventListener listener, Consumer<Throwable> failed) {
    return register(listener, failed);
  }

  /**
   * Awaits one call of {@link #programFunction}.
   *
   * @param listener is told the program's handle
   * @param failed takes what the listener throws
   * @return the user data
   */
  public static long onProgram(Consumer<Long> listener, Consumer<Throwable> failed) {
    return register(listener, failed);
  }

  /**
   * Awaits calls of {@link #contextFunction}, until it is {@linkplain #forget forgotten}.
   *
   * @param listener is told what went wrong in the context, in words
   * @param failed takes what the listener throws
   * @return the user data
   */
  public static long onContext(Consumer<String> listener, Consumer<Throwable> failed) {
    return register(listener, failed);
  }

  /** Calls nobody for this user data any more. */
  public static void forget(long userData) {
    LISTENERS.remove(userData);
  }

  /**
   * {@return the threads of plugins that called and may not have ended: as long as they are in the
   * plugin's code, that must not be unloaded}
   */
  public static Set<ForeignThread> callers() {
    return Set.copyOf(CALLERS);
  }

  /** Remembers the thread, if it is one of a plugin. */
  private static boolean remember() {
    boolean foreign = ForeignThread.isForeign(PiCallbacks.class);
    if (foreign) {
      if (CALLERS.size() >= MANY) {
        CALLERS.removeIf(ForeignThread::hasEnded);
      }
      CALLERS.add(ForeignThread.current());
    }
    return foreign;
  }

  private static long register(Object listener, Consumer<Throwable> failed) {
    long id = LAST.incrementAndGet();
    LISTENERS.put(id, new Registered(listener, failed));
    return id;
  }

  @SuppressWarnings("unused") // Called by plugins.
  private static void event(long event, int status, long id) {
    tell(LISTENERS.remove(id), listener -> ((EventListener) listener).changed(event, status));
  }

  @SuppressWarnings({"unused", "unchecked"}) // Called by plugins; onProgram has put it there.
  private static void program(long program, long id) {
    tell(LISTENERS.remove(id), listener -> ((Consumer<Long>) listener).accept(program));
  }

  @SuppressWarnings({"unused", "unchecked"}) // Called by plugins; onContext has put it there.
  private static void context(MemorySegment notice, long details, long size, long id) {
    tell(
        LISTENERS.get(id),
        listener -> ((Consumer<String>) listener).accept(CText.read(notice, LONGEST_NOTICE)));
  }

  private static void tell(@Nullable Registered registered, Consumer<Object> call) {
    if (registered == null) {
      return;
    }
    try {
      IS_REMEMBERED.get();
      call.accept(registered.listener());
    } catch (Throwable thrown) {
      try {
        System.getLogger(PiCallbacks.class.getName())
            .log(System.Logger.Level.WARNING, "a callback failed", thrown);
        registered.failed().accept(thrown);
      } catch (Throwable worse) {
        System.getLogger(PiCallbacks.class.getName())
            .log(System.Logger.Level.ERROR, "what is told of failed callbacks failed", worse);
      }
    }
  }
}
