package dev.backplane.runtime.trace;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Device;
import dev.backplane.api.Facet;
import dev.backplane.api.Kernel;
import dev.backplane.api.PreparedRun;
import dev.backplane.api.Program;
import dev.backplane.api.Run;
import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.Driver;
import dev.backplane.runtime.TraceSink;
import dev.backplane.runtime.TracedCall;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Traces by proxies of the API's interfaces: one class serves all of them, those that are added
 * later included. What a call answers is traced in turn; what it is passed is unwrapped, so that
 * nothing behind a proxy ever meets one.
 */
public final class CallTracer implements Tracer {
  private static final int LONGEST = 120;

  /** What is traced when a call answers it, the most special first. */
  private static final List<Class<?>> TRACED =
      List.of(
          Device.class, Program.class, Kernel.class, PreparedRun.class, Run.class, Buffer.class);

  private final TraceSink sink;
  private final InstantSource clock;

  /**
   * A tracer.
   *
   * @param sink takes the calls
   * @param clock says when they were made
   */
  public CallTracer(TraceSink sink, InstantSource clock) {
    this.sink = sink;
    this.clock = clock;
  }

  @Override
  public Driver driver(Driver driver) {
    return (adapter, config) ->
        trace(
            adapter.instance(),
            "Driver.configure",
            "(" + shorten(config) + ")",
            () -> driver.configure(adapter, config));
  }

  @Override
  public Adapter adapter(Adapter adapter) {
    String name = adapter.instance();
    return new Adapter.Builder(name)
        .onInitialize(() -> trace(name, "Adapter.initialize", "()", adapter::initialize))
        .onFinalize(() -> trace(name, "Adapter.finalize", "()", adapter::finalizeInstance))
        .onEnumerate(
            filters ->
                trace(
                    name,
                    "Adapter.enumerate",
                    "(" + filters + ")",
                    () -> adapter.enumerator().enumerate(filters)))
        .onOpen(
            (key, mode) ->
                trace(
                    name + '/' + key,
                    "Adapter.open",
                    "(" + mode + ")",
                    () -> adapter.opener().open(key, mode)))
        .supportsDevice(adapter::supportsDevice)
        .supportsHost(adapter::supportsHost)
        .build();
  }

  @Override
  public Device device(Device device) {
    return (Device) proxy(device.id(), device, Device.class);
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
      String call = type.getSimpleName() + '.' + method.getName();
      Object answer = trace(subject, call, describe(own), () -> call(method, own));
      return answer == target ? proxy : wrap(answer, method);
    }

    private @Nullable Object call(Method method, Object[] arguments) throws Exception {
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

    private @Nullable Object wrap(@Nullable Object answer, Method method) {
      if (answer instanceof Optional<?> optional && !method.getName().equals("extension")) {
        return optional.map(value -> wrap(value, method));
      }
      if (answer instanceof Facet
          && Facet.class.isAssignableFrom(method.getReturnType())
          && !(answer instanceof Program)) {
        return proxy(subject, answer, facetType(answer));
      }
      for (Class<?> traced : TRACED) {
        if (traced.isInstance(answer)) {
          return proxy(subject, answer, traced);
        }
      }
      return answer;
    }
  }

  private static Class<?> facetType(Object facet) {
    for (Class<?> type : facet.getClass().getInterfaces()) {
      if (Facet.class.isAssignableFrom(type)) {
        return type;
      }
    }
    return Facet.class;
  }

  private static Object[] unwrapAll(Object[] arguments) {
    Object[] own = new Object[arguments.length];
    for (int i = 0; i < own.length; i++) {
      // An argument may be the array of a method of variable arity, but no other object array.
      own[i] =
          arguments[i] instanceof Object[] array && array.getClass() == Object[].class
              ? unwrapAll(array)
              : unwrap(arguments[i]);
    }
    return own;
  }

  private static Object unwrap(Object argument) {
    return argument != null
            && Proxy.isProxyClass(argument.getClass())
            && Proxy.getInvocationHandler(argument) instanceof Handler handler
        ? handler.target
        : argument;
  }

  private <T> T trace(String subject, String call, String arguments, Callable<T> work) {
    var time = clock.instant();
    long begin = System.nanoTime();
    String outcome = "!";
    try {
      T answer = work.call();
      outcome = text(answer);
      return answer;
    } catch (RuntimeException | Error e) {
      outcome = "!" + (e instanceof BackplaneException coded ? coded.getMessage() : e.toString());
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("no method of the API declares exceptions", e);
    } finally {
      Duration took = Duration.ofNanos(System.nanoTime() - begin);
      sink.accept(new TracedCall(time, took, subject, call, arguments, outcome));
    }
  }

  private static String describe(Object[] arguments) {
    StringJoiner text = new StringJoiner(", ", "(", ")");
    for (Object argument : arguments) {
      text.add(text(argument));
    }
    return text.toString();
  }

  private static String text(@Nullable Object value) {
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
