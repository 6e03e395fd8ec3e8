package dev.backplane.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of one entry and gathers everything that is wrong with them, so that a person
 * sees it all at once. Where a field is wrong a placeholder is returned; {@link #build} throws
 * then, so no spec is ever made of placeholders.
 *
 * <p>For use by one thread.
 */
public final class SpecFields {
  private final MetaTable table;
  private final List<PluginException.Problem> problems = new ArrayList<>();

  private SpecFields(MetaTable table) {
    this.table = table;
  }

  /**
   * Starts to read an entry.
   *
   * @param table the entry
   * @return its fields
   */
  public static SpecFields of(MetaTable table) {
    return new SpecFields(table);
  }

  /** {@return the string of this key, which must be there and not blank} */
  public String text(String key) {
    String text = String.class.cast(one(key, FieldType.TEXT, true));
    if (text.isBlank() && table.value(key) instanceof String) {
      add(PluginError.BAD_VALUE, table.position(key), key + " must not be blank");
    }
    return text;
  }

  /** {@return the string of this key, or the empty one} */
  public String optionalText(String key) {
    return String.class.cast(one(key, FieldType.TEXT, false));
  }

  /** {@return the strings of this key, which must be there} */
  public List<String> texts(String key) {
    return many(key, FieldType.TEXT, String.class, true);
  }

  /** {@return the strings of this key, or none} */
  public List<String> optionalTexts(String key) {
    return many(key, FieldType.TEXT, String.class, false);
  }

  /** {@return the version of this key, which must be there} */
  public Version version(String key) {
    return Version.class.cast(one(key, FieldType.VERSION, true));
  }

  /** {@return the version range of this key, which must be there} */
  public VersionRange range(String key) {
    return VersionRange.class.cast(one(key, FieldType.RANGE, true));
  }

  /** {@return the requirements of this key, or none} */
  public List<Requirement> optionalRequirements(String key) {
    return many(key, FieldType.REQUIREMENT, Requirement.class, false);
  }

  /**
   * Says whether every field was right, for specs that are made without {@link #build} because
   * their constructors find nothing more to complain about.
   *
   * @throws PluginException with every problem met so far
   */
  public void check() {
    PluginException.throwIfAny(problems);
  }

  /**
   * Makes the spec if every field was right.
   *
   * @param spec makes it; an {@link IllegalArgumentException} from it is reported as a bad value of
   *     the entry
   * @param <S> its type
   * @return the spec
   * @throws PluginException with every problem met so far
   */
  public <S> S build(Supplier<S> spec) {
    check();
    try {
      return spec.get();
    } catch (IllegalArgumentException e) {
      throw new PluginException(
          PluginError.BAD_VALUE, table.position(), String.valueOf(e.getMessage()), e);
    }
  }

  Object one(String key, FieldType type, boolean required) {
    Object raw = table.value(key);
    if (raw == null) {
      if (required) {
        missing(key, type.description());
      }
      return type.placeholder();
    }
    return convert(key, raw, type, table.position(key));
  }

  <T> List<T> many(String key, FieldType type, Class<T> as, boolean required) {
    Object raw = table.value(key);
    List<T> values = new ArrayList<>();
    if (raw == null) {
      if (required) {
        missing(key, "a list, each element " + type.description());
      }
    } else if (raw instanceof List<?> list) {
      int index = 0;
      for (Object element : list) {
        String name = key + '[' + index + ']';
        values.add(as.cast(convert(name, element, type, table.elementPosition(key, index))));
        index++;
      }
    } else {
      wrongType(key, table.position(key), "a list, each element " + type.description(), raw);
    }
    return List.copyOf(values);
  }

  private Object convert(String name, @Nullable Object raw, FieldType type, Position at) {
    if (raw != null) {
      try {
        Object value = type.convert(raw);
        if (value != null) {
          return value;
        }
        wrongType(name, at, type.description(), raw);
      } catch (IllegalArgumentException e) {
        add(PluginError.BAD_VALUE, at, name + ": " + e.getMessage());
      }
    }
    return type.placeholder();
  }

  private void missing(String key, String expected) {
    add(PluginError.MISSING_FIELD, table.position(), key + " is missing; it must be " + expected);
  }

  private void wrongType(String name, Position at, String expected, Object raw) {
    add(
        PluginError.WRONG_TYPE,
        at,
        name + " must be " + expected + ", not " + FieldType.describe(raw));
  }

  private void add(PluginError error, Position at, String text) {
    problems.add(new PluginException.Problem(error, at, text));
  }
}
