package dev.backplane.cli.report;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns reports into maps, lists and values. */
final class ReportTree {
  private static final Pattern CAPITAL = Pattern.compile("(?=\\p{Lu})");

  private ReportTree() {}

  /** {@return the same without reports: all of it, for programs} */
  static @Nullable Object of(@Nullable Object value) {
    return of(value, true);
  }

  /** {@return the same without reports, and without what only programs need} */
  static @Nullable Object forPeople(@Nullable Object value) {
    return of(value, false);
  }

  private static @Nullable Object of(@Nullable Object value, boolean all) {
    return switch (value) {
      case Report report -> map(report, all);
      case Map<?, ?> map -> {
        Map<Object, @Nullable Object> copy = new LinkedHashMap<>();
        map.forEach((key, each) -> copy.put(key, of(each, all)));
        yield copy;
      }
      case Collection<?> items -> {
        List<@Nullable Object> copy = new ArrayList<>();
        items.forEach(each -> copy.add(of(each, all)));
        yield copy;
      }
      case null, default -> value;
    };
  }

  private static Map<String, @Nullable Object> map(Report report, boolean all) {
    RecordComponent[] components = report.getClass().getRecordComponents();
    if (components == null) {
      throw new IllegalArgumentException(report.getClass() + " is no record");
    }
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    for (RecordComponent component : components) {
      if (all || !component.isAnnotationPresent(Report.ForPrograms.class)) {
        put(map, component, value(report, component), all);
      }
    }
    return map;
  }

  private static void put(
      Map<String, @Nullable Object> map,
      RecordComponent component,
      @Nullable Object value,
      boolean all) {
    if (value instanceof Optional<?> optional) {
      optional.ifPresent(content -> put(map, component, content, all));
      return;
    }
    Object content = of(value, all);
    if (!component.isAnnotationPresent(Report.Inline.class)) {
      map.put(key(component), content);
    } else if (content instanceof Map<?, ?> inner) {
      inner.forEach((key, each) -> map.putIfAbsent(String.valueOf(key), each));
    } else {
      throw new IllegalArgumentException(component + " is put in place and has no keys");
    }
  }

  private static String key(RecordComponent component) {
    Report.Key key = component.getAnnotation(Report.Key.class);
    return key == null
        ? CAPITAL.matcher(component.getName()).replaceAll("_").toLowerCase(Locale.ROOT)
        : key.value();
  }

  /** A record need not be public to be a report: all of them are of this module. */
  private static @Nullable Object value(Report report, RecordComponent component) {
    Method accessor = component.getAccessor();
    AccessibleObject.setAccessible(new AccessibleObject[] {accessor}, true);
    try {
      return accessor.invoke(report);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(component + " cannot be told", e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(component + " cannot be read", e);
    }
  }
}
