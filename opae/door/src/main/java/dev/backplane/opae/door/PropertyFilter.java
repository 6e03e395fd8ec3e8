package dev.backplane.opae.door;

import dev.backplane.api.DeviceType;
import dev.backplane.api.Filter;
import dev.backplane.api.Token;
import dev.backplane.opae.abi.FpgaProperties;
import dev.backplane.opae.abi.PropertyField;
import dev.backplane.opae.abi.ResourceFields;
import dev.backplane.runtime.Backplane;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The criteria of one filter of a search. The manager checks those that it knows for every
 * resource; OPAE's fields are compared here, as they would be told to the program. A filter without
 * a device type finds FPGAs: OPAE has no other devices.
 *
 * @param coarse the criteria that the manager checks
 * @param numbers the criteria for OPAE's fields that are numbers
 * @param parent the device that the resource must be a part of; null for any
 * @param isPossible false if the filter asks for a part of what is no resource
 */
record PropertyFilter(
    Filter coarse, Map<PropertyField, Long> numbers, @Nullable Token parent, boolean isPossible) {
  private static final Filter EVERY_FPGA = Filter.deviceType(DeviceType.FPGA);

  private static final Set<PropertyField> COARSE =
      EnumSet.of(
          PropertyField.OBJECT_TYPE,
          PropertyField.HOST,
          PropertyField.DEVICE_TYPE,
          PropertyField.GUID);

  /** Numbers; a type that there is not is one of them. */
  private static final Set<PropertyField> FINE =
      EnumSet.complementOf(
          EnumSet.of(
              PropertyField.PARENT,
              PropertyField.HOST,
              PropertyField.DEVICE_TYPE,
              PropertyField.GUID));

  static PropertyFilter of(FpgaProperties fields, OpaeLibrary library) {
    Filter coarse;
    try (Arena arena = Arena.ofConfined()) {
      FpgaProperties known = FpgaProperties.allocate(arena);
      for (PropertyField field : COARSE) {
        if (fields.has(field)) {
          copy(field, fields, known);
        }
      }
      Filter asked = ResourceFields.filter(known);
      coarse =
          fields.has(PropertyField.DEVICE_TYPE) ? asked : asked.withDeviceType(DeviceType.FPGA);
    }
    Map<PropertyField, Long> numbers = new EnumMap<>(PropertyField.class);
    for (PropertyField field : FINE) {
      if (fields.has(field)) {
        numbers.put(field, fields.get(field));
      }
    }
    if (!fields.has(PropertyField.PARENT)) {
      return new PropertyFilter(coarse, numbers, null, true);
    }
    ServedToken parent = library.tokens().get(fields.get(PropertyField.PARENT));
    if (parent == null) {
      return new PropertyFilter(coarse, numbers, null, false);
    }
    String key = parent.token().id().substring(parent.token().plugin().length() + 1);
    return new PropertyFilter(coarse.withParent(key), numbers, parent.token(), true);
  }

  private static void copy(PropertyField field, FpgaProperties from, FpgaProperties to) {
    switch (field) {
      case HOST, DEVICE_TYPE -> to.text(field, from.text(field));
      case GUID -> to.guid(from.guid());
      default -> to.set(field, from.get(field));
    }
  }

  /** {@return the resources that match any of the filters; all resources if there are none} */
  static List<Token> find(Backplane backplane, List<PropertyFilter> filters) {
    if (filters.isEmpty()) {
      return backplane.enumerate(List.of(EVERY_FPGA.onHost(Filter.ANY_HOST)));
    }
    List<PropertyFilter> possible = filters.stream().filter(PropertyFilter::isPossible).toList();
    if (possible.isEmpty()) {
      return List.of();
    }
    List<Token> found = new ArrayList<>();
    for (Token token : backplane.enumerate(possible.stream().map(each -> each.coarse).toList())) {
      if (possible.size() == 1
          ? possible.getFirst().matchesFine(token)
          : possible.stream().anyMatch(each -> each.matches(token))) {
        found.add(token);
      }
    }
    return found;
  }

  private boolean matches(Token token) {
    return coarse.matches(token.properties()) && matchesFine(token);
  }

  /** Tells whether a resource has the properties that the plugin manager does not compare. */
  private boolean matchesFine(Token token) {
    if (parent != null && !parent.plugin().equals(token.plugin())) {
      return false;
    }
    for (Map.Entry<PropertyField, Long> asked : numbers.entrySet()) {
      OptionalLong told = ResourceFields.number(token.properties(), asked.getKey());
      if (told.isEmpty() || told.getAsLong() != asked.getValue()) {
        return false;
      }
    }
    return true;
  }
}
