package dev.backplane.shims.opae;

import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.Filter;
import dev.backplane.api.Token;
import dev.backplane.opae.FpgaProperties;
import dev.backplane.opae.PropertyField;
import dev.backplane.opae.ResourceFields;
import dev.backplane.runtime.Backplane;
import java.lang.foreign.Arena;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one filter of a search asks for. The manager looks for what it knows of every resource; the
 * fields of OPAE are compared here, as they would be told to the program. A filter that says
 * nothing of the device type finds FPGAs: OPAE has no other devices.
 *
 * @param coarse what the manager looks for
 * @param fields what is asked for; null for nothing
 * @param parent the device that it must be a part of; null for any
 * @param isPossible false if it asks for a part of what is no resource
 */
record PropertyFilter(
    Filter coarse, @Nullable FpgaProperties fields, @Nullable Token parent, boolean isPossible) {
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
    if (!fields.has(PropertyField.PARENT)) {
      return new PropertyFilter(coarse, fields, null, true);
    }
    ServedToken parent = library.tokens().get(fields.get(PropertyField.PARENT));
    if (parent == null) {
      return new PropertyFilter(coarse, fields, null, false);
    }
    String key = parent.token().id().substring(parent.token().plugin().length() + 1);
    return new PropertyFilter(coarse.withParent(key), fields, parent.token(), true);
  }

  private static void copy(PropertyField field, FpgaProperties from, FpgaProperties to) {
    switch (field) {
      case HOST, DEVICE_TYPE -> to.text(field, from.text(field));
      case GUID -> to.guid(from.guid());
      default -> to.set(field, from.get(field));
    }
  }

  /** {@return what any of the filters matches; everything without one} */
  static List<Token> find(Backplane backplane, List<PropertyFilter> filters) {
    if (filters.isEmpty()) {
      return backplane.enumerate(List.of(EVERY_FPGA.onHost(Filter.ANY_HOST)));
    }
    List<PropertyFilter> possible = filters.stream().filter(PropertyFilter::isPossible).toList();
    if (possible.isEmpty()) {
      return List.of();
    }
    List<Token> found = backplane.enumerate(possible.stream().map(PropertyFilter::coarse).toList());
    try (Arena arena = Arena.ofConfined()) {
      FpgaProperties told = FpgaProperties.allocate(arena);
      return found.stream()
          .filter(token -> possible.stream().anyMatch(each -> each.matches(token, told)))
          .toList();
    }
  }

  private boolean matches(Token token, FpgaProperties told) {
    DeviceProperties properties = token.properties();
    if (!coarse.matches(properties)
        || (parent != null && !parent.plugin().equals(token.plugin()))) {
      return false;
    }
    FpgaProperties asked = fields;
    if (asked == null) {
      return true;
    }
    told.clear();
    ResourceFields.write(properties, told);
    for (PropertyField field : FINE) {
      if (asked.has(field) && (!told.has(field) || told.get(field) != asked.get(field))) {
        return false;
      }
    }
    return true;
  }
}
