package dev.backplane.runtime.trace;

import dev.backplane.api.spi.CallTrace;
import dev.backplane.api.spi.NativeCall;
import dev.backplane.api.spi.NativeTable;
import dev.backplane.runtime.TracedCall;
import dev.backplane.runtime.trace.Listeners.Announced;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A trace of what one plugin instance tells of its own work. */
final class TableTrace implements CallTrace {
  private final String instance;
  private final Listeners listeners;

  TableTrace(String instance, Listeners listeners) {
    this.instance = instance;
    this.listeners = listeners;
  }

  /** {@return what stands in brackets before a step} */
  static String topic(Detail detail) {
    return switch (detail) {
      case BASIC -> "basic";
      case DEBUG -> "-1";
    };
  }

  @Override
  public <T> T bind(Class<T> type, T table) {
    return listeners.takeCalls()
        ? type.cast(
            Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, new Handler(type, table)))
        : table;
  }

  @Override
  public void note(Detail detail, Supplier<String> step) {
    listeners.note(detail, topic(detail), () -> instance + ": " + step.get());
  }

  @Override
  public Optional<Track> track(String device, String name) {
    return listeners.track(instance + '/' + device, name);
  }

  private final class Handler implements InvocationHandler {
    private final Class<?> type;
    private final Object target;
    private final Map<Method, NativeBlock> functions = new HashMap<>();

    /** True if it is told that a call begins: one that does not come back is seen then. */
    private final boolean begins = listeners.take(Detail.DEBUG);

    Handler(Class<?> type, Object target) {
      this.type = type;
      this.target = target;
      for (Method method : type.getMethods()) {
        NativeCall function = method.getAnnotation(NativeCall.class);
        if (function != null && target instanceof NativeTable table) {
          functions.put(method, new NativeBlock(table, NativeSignature.parse(function.value())));
        }
      }
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
        throws Throwable {
      Object[] own = arguments == null ? new Object[0] : arguments;
      Class<?> declaring = method.getDeclaringClass();
      if (declaring == Object.class || declaring == NativeTable.class) {
        return CallTracer.forward(target, method, own);
      }
      NativeBlock function = functions.get(method);
      if (function != null) {
        return call(function, method, own);
      }
      return listeners.call(
          new Announced(
              instance, type.getSimpleName() + '.' + method.getName(), CallTracer.describe(own)),
          () -> CallTracer.forward(target, method, own),
          CallTracer::text);
    }

    private @Nullable Object call(NativeBlock function, Method method, Object[] own) {
      String name = function.signature().name();
      List<String> lines = function.arguments(own);
      if (begins) {
        listeners.note(Detail.DEBUG, topic(Detail.DEBUG), () -> instance + ": calling " + name);
      }
      return listeners.call(
          new Announced(instance, name, "(" + String.join(", ", lines) + ")"),
          () -> CallTracer.forward(target, method, own),
          answer -> result(function, answer),
          (answer, call) -> block(function, lines, own, answer, call));
    }

    private static String result(NativeBlock function, @Nullable Object answer) {
      return answer instanceof Integer number
          ? function.table().resultName(number)
          : CallTracer.text(answer);
    }

    private String block(
        NativeBlock function,
        List<String> lines,
        Object[] own,
        @Nullable Object answer,
        TracedCall call) {
      StringBuilder text = new StringBuilder("---> ").append(call.call()).append("(\n");
      lines.forEach(line -> text.append('\t').append(line).append('\n'));
      text.append(") ---> \t").append(function.table().resultType()).append(" : ");
      text.append(call.outcome()).append('\n');
      if (answer instanceof Integer number && number == 0) {
        function.results(own).forEach(line -> text.append('\t').append(line).append('\n'));
      }
      return text.append('\n').toString();
    }
  }
}
