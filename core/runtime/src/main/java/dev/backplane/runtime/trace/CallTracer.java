package dev.backplane.runtime.trace;

import dev.backplane.api.Device;
import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.CallTrace;
import dev.backplane.api.spi.CallTrace.Detail;
import dev.backplane.api.spi.Driver;
import dev.backplane.runtime.trace.Listeners.Announced;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Traces by putting the traced forms of the API's interfaces in front of what is called. */
public final class CallTracer implements Tracer {
  private static final int LONGEST = 120;

  private final Listeners listeners;
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * A tracer.
   *
   * @param listeners take what is traced
   * @param clock says when calls were made
   */
  CallTracer(List<Listener> listeners, InstantSource clock) {
    this.listeners = new Listeners(listeners, clock);
  }

  @Override
  public Driver driver(Driver driver) {
    if (!listeners.takeCalls()) {
      return driver;
    }
    return (adapter, config) ->
        listeners.call(
            new Announced(
                adapter.instance(),
                "Driver.configure",
                "(" + shorten(Secrets.hidden(config)) + ")"),
            () -> driver.configure(adapter, config),
            CallTracer::text);
  }

  @Override
  public Adapter adapter(Adapter adapter) {
    if (!listeners.takeCalls()) {
      return adapter;
    }
    String name = adapter.instance();
    return new Adapter.Builder(adapter)
        .onInitialize(
            () ->
                listeners.call(
                    new Announced(name, "Adapter.initialize", "()"),
                    adapter::initialize,
                    CallTracer::text))
        .onFinalize(
            () ->
                listeners.call(
                    new Announced(name, "Adapter.finalize", "()"),
                    adapter::finalizeInstance,
                    CallTracer::text))
        .onEnumerate(
            filters ->
                listeners.call(
                    new Announced(name, "Adapter.enumerate", "(" + filters + ")"),
                    () -> adapter.enumerator().enumerate(filters),
                    CallTracer::text))
        .onOpen(
            (key, mode) ->
                listeners.call(
                    new Announced(name + '/' + key, "Adapter.open", "(" + mode + ")"),
                    () -> adapter.opener().open(key, mode),
                    CallTracer::text))
        .build();
  }

  @Override
  public Device device(Device device) {
    return listeners.takeCalls() ? new TracedDevice(listeners, device) : device;
  }

  @Override
  public CallTrace tables(String instance) {
    return new TableTrace(instance, listeners);
  }

  @Override
  public boolean takes(Detail detail) {
    return listeners.take(detail);
  }

  @Override
  public void note(Detail detail, Supplier<String> step) {
    listeners.note(detail, TableTrace.topic(detail), step);
  }

  @Override
  public void selected(Supplier<String> device) {
    listeners.note(Detail.BASIC, "all", device);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      listeners.close();
    }
  }

  /** Calls the method on its target, with the exceptions that it throws itself. */
  static @Nullable Object forward(Object target, Method method, Object[] arguments)
      throws Exception {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      switch (e.getCause()) {
        case Exception exception -> throw exception;
        case Error error -> throw error;
        case null, default -> throw e;
      }
    }
  }

  static String describe(@Nullable Object[] arguments) {
    StringJoiner text = new StringJoiner(", ", "(", ")");
    for (Object argument : arguments) {
      text.add(text(argument));
    }
    return text.toString();
  }

  static String text(@Nullable Object value) {
    return switch (value) {
      case null -> "-";
      case Object[] array -> Arrays.stream(array).map(CallTracer::text).toList().toString();
      case byte[] array -> array.length + " bytes";
      case int[] array -> array.length + " ints";
      case long[] array -> array.length + " longs";
      case float[] array -> array.length + " floats";
      case MemorySegment segment -> segment.byteSize() + " bytes of memory";
      case Class<?> type -> type.getSimpleName();
      default -> shorten(String.valueOf(value));
    };
  }

  private static String shorten(String text) {
    String line = text.replaceAll("\\s+", " ");
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...";
  }
}
