package dev.backplane.rtl.engines.jvm;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The registers of an engine, by slot. Uses the fields of the generated classes by reflection: they
 * are needed rarely, so no code is generated for it.
 */
final class RegisterFields {
  /** The fields of registers, not of values that are saved across chunks. */
  private static final Pattern REGISTER = Pattern.compile("s([0-9]+)");

  private record Place(Part part, Field field) {}

  private final Map<Long, Place> places = new TreeMap<>();

  RegisterFields(Part[] parts) {
    for (Part part : parts) {
      for (Field field : part.getClass().getDeclaredFields()) {
        Matcher matcher = REGISTER.matcher(field.getName());
        if (matcher.matches()) {
          field.setAccessible(true);
          places.put(Long.valueOf(matcher.group(1)), new Place(part, field));
        }
      }
    }
  }

  /** The values of all registers. */
  long[] values() {
    long[] values = new long[places.size()];
    int at = 0;
    try {
      for (Place place : places.values()) {
        values[at++] = place.field.getLong(place.part);
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("a register of a generated class cannot be read", e);
    }
    return values;
  }

  /** Sets all registers to those of other parts of the same design. */
  void set(RegisterFields others) {
    if (!places.keySet().equals(others.places.keySet())) {
      throw new IllegalStateException("parts of one design have different registers");
    }
    long[] values = others.values();
    int at = 0;
    try {
      for (Place place : places.values()) {
        long value = values[at++];
        if (place.field.getType() == int.class) {
          place.field.setInt(place.part, (int) value);
        } else {
          place.field.setLong(place.part, value);
        }
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("a register of a generated class cannot be set", e);
    }
  }
}
