package dev.backplane.runtime.trace;

import dev.backplane.api.Device;
import dev.backplane.api.Facet;
import dev.backplane.api.Program;
import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.CallTrace;
import dev.backplane.api.spi.CallTrace.Detail;
import dev.backplane.api.spi.Driver;
import dev.backplane.runtime.trace.Listeners.Announced;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Traces by proxies of the API's interfaces: one class serves all of them, those that are added
 * later included. What a call answers is traced in turn; what it is passed is unwrapped, so that
 * nothing behind a proxy ever meets one.
 */
public final class CallTracer implements Tracer {
  private static final int LONGEST = 120;
  private static final String API = Device.class.getPackageName();

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
    return listeners.takeCalls() ? (Device) proxy(device.id(), device, Device.class) : device;
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

  private Object proxy(String subject, Object target, Class<?> type) {
    return Proxy.newProxyInstance(
        CallTracer.class.getClassLoader(),
        new Class<?>[] {type},
        new Handler(subject, target, type));
  }

  private final class Handler implements InvocationHandler {
    private final String subject;
    private final Object target;
    private final Class<?> type;

    Handler(String subject, Object target, Class<?> type) {
      this.subject = subject;
      this.target = target;
      this.type = type;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
        throws Throwable {
      Object[] own = unwrapAll(arguments == null ? new Object[0] : arguments);
      if (method.getDeclaringClass() == Object.class) {
        return method.invoke(target, own);
      }
      Announced call =
          new Announced(
              subject,
              type.getSimpleName() + '.' + method.getName(),
              describe(own),
              Transfer.of(target, method.getName(), own));
      Object answer = listeners.call(call, () -> forward(target, method, own), CallTracer::text);
      return answer == target ? proxy : wrap(answer, method);
    }

    private @Nullable Object wrap(@Nullable Object answer, Method method) {
      if (answer == null || method.getName().equals("extension")) {
        return answer;
      }
      if (answer instanceof Optional<?> optional) {
        return optional.map(value -> wrap(value, method));
      }
      Class<?> traced = tracedType(answer, method);
      return traced == null ? answer : proxy(subject, answer, traced);
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

  /** As what an answer is traced in turn: as an object of the API, if it is one. */
  private static @Nullable Class<?> tracedType(Object answer, Method method) {
    Class<?> declared = method.getReturnType();
    if (answer instanceof Facet && !(answer instanceof Program) && isFacet(declared)) {
      return facetType(answer);
    }
    if (isTraced(declared)) {
      return declared;
    }
    // What an Optional or a type variable hides.
    return declared.isInterface() || !declared.equals(Optional.class)
        ? null
        : Arrays.stream(answer.getClass().getInterfaces())
            .filter(CallTracer::isTraced)
            .findFirst()
            .orElse(null);
  }

  private static boolean isTraced(Class<?> type) {
    return type.isInterface() && !type.isSealed() && type.getPackageName().equals(API);
  }

  private static boolean isFacet(Class<?> type) {
    return Facet.class.isAssignableFrom(type);
  }

  private static Class<?> facetType(Object facet) {
    for (Class<?> type : facet.getClass().getInterfaces()) {
      if (isFacet(type)) {
        return type;
      }
    }
    return Facet.class;
  }

  private static Object[] unwrapAll(Object[] arguments) {
    Object[] own =
        (Object[]) Array.newInstance(arguments.getClass().getComponentType(), arguments.length);
    for (int i = 0; i < own.length; i++) {
      own[i] = unwrap(arguments[i]);
    }
    return own;
  }

  private static Object unwrap(Object argument) {
    if (argument instanceof Object[] array) {
      // The array of a method of variable arity.
      return unwrapAll(array);
    }
    if (argument instanceof List<?> list && list.stream().anyMatch(CallTracer::isProxy)) {
      return list.stream().map(CallTracer::unwrap).toList();
    }
    return isProxy(argument) && Proxy.getInvocationHandler(argument) instanceof Handler handler
        ? handler.target
        : argument;
  }

  private static boolean isProxy(@Nullable Object argument) {
    return argument != null && Proxy.isProxyClass(argument.getClass());
  }

  static String describe(Object[] arguments) {
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
      case Facet facet -> facetType(facet).getSimpleName();
      default -> shorten(String.valueOf(value));
    };
  }

  private static String shorten(String text) {
    String line = text.replaceAll("\\s+", " ");
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...";
  }
}
