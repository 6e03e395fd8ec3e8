package dev.backplane.plugin;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads any record: one field for each component. */
final class RecordSpecReader<S extends Record> implements SpecReader<S> {
  private enum Shape {
    ONE,
    OPTIONAL,
    LIST
  }

  private record Field(String key, FieldType type, Shape shape, boolean required) {
    Object read(SpecFields fields, MetaTable table) {
      return switch (shape) {
        case ONE -> fields.one(key, type, required);
        case LIST -> fields.many(key, type, Object.class, required);
        case OPTIONAL ->
            table.value(key) == null
                ? Optional.empty()
                : Optional.of(fields.one(key, type, required));
      };
    }
  }

  private final Class<S> type;
  private final List<Field> fields;
  private final MethodHandle constructor;

  private RecordSpecReader(Class<S> type, List<Field> fields, MethodHandle constructor) {
    this.type = type;
    this.fields = fields;
    this.constructor = constructor;
  }

  static <S extends Record> RecordSpecReader<S> of(MethodHandles.Lookup lookup, Class<S> type) {
    RecordComponent[] components = type.getRecordComponents();
    if (components == null) {
      throw new IllegalArgumentException(type.getName() + " is not a record");
    }
    List<Field> fields = new ArrayList<>();
    List<Class<?>> parameters = new ArrayList<>();
    for (RecordComponent component : components) {
      fields.add(field(type, component));
      parameters.add(component.getType());
    }
    try {
      return new RecordSpecReader<>(
          type,
          List.copyOf(fields),
          lookup.findConstructor(type, MethodType.methodType(void.class, parameters)));
    } catch (NoSuchMethodException | IllegalAccessException e) {
      throw new IllegalArgumentException(
          "the constructor of "
              + type.getName()
              + " is not accessible; make the record public in an exported package, or use"
              + " SpecReader.of(MethodHandles.lookup(), ...)",
          e);
    }
  }

  @Override
  public S read(MetaTable table) {
    SpecFields values = SpecFields.of(table);
    Object[] arguments = new Object[fields.size()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = fields.get(i).read(values, table);
    }
    return values.build(() -> construct(arguments));
  }

  private S construct(Object[] arguments) {
    try {
      return type.cast(constructor.invokeWithArguments(arguments));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      // A canonical constructor declares no checked exceptions (JLS 8.10.4.1).
      throw new IllegalStateException("cannot make a " + type.getName(), e);
    }
  }

  private static Field field(Class<?> owner, RecordComponent component) {
    MetaKey given = component.getAnnotation(MetaKey.class);
    String key =
        given == null || given.value().isEmpty() ? snakeCase(component.getName()) : given.value();
    boolean required = given == null || given.required();
    Shape shape = Shape.ONE;
    Type type = component.getGenericType();
    if (type instanceof ParameterizedType generic) {
      if (generic.getRawType() == List.class) {
        shape = Shape.LIST;
      } else if (generic.getRawType() == Optional.class) {
        shape = Shape.OPTIONAL;
      }
      type = generic.getActualTypeArguments()[0];
    }
    FieldType fieldType = type instanceof Class<?> plain ? FieldType.of(plain) : null;
    if (fieldType == null) {
      throw new IllegalArgumentException(
          "component " + component + " of " + owner.getName() + " has a type that no field has");
    }
    if (shape == Shape.ONE && !required && !fieldType.hasNeutralValue()) {
      throw new IllegalArgumentException(
          "component "
              + component
              + " of "
              + owner.getName()
              + " may be left out: make it Optional");
    }
    return new Field(key, fieldType, shape, required);
  }

  static String snakeCase(String name) {
    StringBuilder snake = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (Character.isUpperCase(c)) {
        snake.append('_').append(Character.toLowerCase(c));
      } else {
        snake.append(c);
      }
    }
    return snake.toString();
  }
}
