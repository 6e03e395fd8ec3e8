package dev.backplane.opae.abi;

import dev.backplane.api.BusAddress;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.Filter;
import dev.backplane.api.ObjectType;
import dev.backplane.api.Property;
import dev.backplane.api.opae.OpaeProperty;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Translates between {@link FpgaProperties} and what Backplane says and asks of resources. Of the
 * fields, the parent is not translated: it is a token.
 */
public final class ResourceFields {
  /** The fields that are numbers and have a property of their own. */
  private static final Map<PropertyField, Property<Long>> NUMBERS =
      new EnumMap<>(
          Map.ofEntries(
              Map.entry(PropertyField.SEGMENT, OpaeProperty.SEGMENT),
              Map.entry(PropertyField.BUS, OpaeProperty.BUS),
              Map.entry(PropertyField.DEVICE, OpaeProperty.DEVICE),
              Map.entry(PropertyField.FUNCTION, OpaeProperty.FUNCTION),
              Map.entry(PropertyField.SOCKET_ID, OpaeProperty.SOCKET_ID),
              Map.entry(PropertyField.OBJECT_ID, OpaeProperty.OBJECT_ID),
              Map.entry(PropertyField.NUM_ERRORS, OpaeProperty.ERRORS),
              Map.entry(PropertyField.INTERFACE, OpaeProperty.INTERFACE),
              Map.entry(PropertyField.SUBSYSTEM_VENDOR_ID, OpaeProperty.SUBSYSTEM_VENDOR_ID),
              Map.entry(PropertyField.SUBSYSTEM_DEVICE_ID, OpaeProperty.SUBSYSTEM_DEVICE_ID),
              Map.entry(PropertyField.NUM_SLOTS, OpaeProperty.SLOTS),
              Map.entry(PropertyField.BBS_ID, OpaeProperty.SHELL_ID),
              Map.entry(PropertyField.BBS_VERSION, OpaeProperty.SHELL_VERSION),
              Map.entry(PropertyField.STATE, OpaeProperty.STATE),
              Map.entry(PropertyField.NUM_MMIO, OpaeProperty.REGISTER_SPACES),
              Map.entry(PropertyField.NUM_INTERRUPTS, OpaeProperty.INTERRUPTS)));

  private ResourceFields() {}

  /**
   * Reads what is known of a resource.
   *
   * @param fields what its plugin says; fields that are not set stay unknown
   * @param name what people call it
   * @return what is known, to be added to
   */
  public static DeviceProperties.Builder properties(FpgaProperties fields, String name) {
    ObjectType object = objectType(fields).orElse(ObjectType.ACCELERATOR);
    DeviceProperties.Builder properties =
        DeviceProperties.builder(name, object, deviceType(fields).orElse(DeviceType.FPGA));
    if (fields.has(PropertyField.HOST)) {
      properties.host(fields.text(PropertyField.HOST));
    }
    if (fields.has(PropertyField.GUID)) {
      properties.guid(fields.guid());
    }
    if (fields.has(PropertyField.VENDOR_ID) && fields.has(PropertyField.DEVICE_ID)) {
      properties.pciIds(
          (int) fields.get(PropertyField.VENDOR_ID), (int) fields.get(PropertyField.DEVICE_ID));
    }
    busAddress(fields).ifPresent(properties::busAddress);
    NUMBERS.forEach(
        (field, property) -> {
          if (fields.has(field)) {
            properties.with(property, fields.get(field));
          }
        });
    return properties;
  }

  /**
   * Fills fields with what is known of a resource.
   *
   * @param properties what is known
   * @param fields are set as far as it is known, and otherwise left as they are
   */
  public static void write(DeviceProperties properties, FpgaProperties fields) {
    write(properties.objectType(), fields);
    fields.text(PropertyField.HOST, properties.host());
    fields.text(PropertyField.DEVICE_TYPE, properties.deviceType().name());
    properties.guid().ifPresent(fields::guid);
    properties.vendorId().ifPresent(id -> fields.set(PropertyField.VENDOR_ID, id));
    properties.deviceId().ifPresent(id -> fields.set(PropertyField.DEVICE_ID, id));
    properties.busAddress().ifPresent(address -> write(address, fields));
    NUMBERS.forEach(
        (field, property) -> properties.get(property).ifPresent(value -> fields.set(field, value)));
  }

  /**
   * {@return what {@link #write(DeviceProperties, FpgaProperties)} sets a field to; empty if it
   * does not}
   *
   * @param properties what is known of a resource
   * @param field one that is a number
   */
  public static OptionalLong number(DeviceProperties properties, PropertyField field) {
    Integer type = field.objectType();
    if (type != null && type != number(properties.objectType())) {
      return OptionalLong.empty();
    }
    Property<Long> property = NUMBERS.get(field);
    Optional<Long> told = property == null ? Optional.empty() : properties.get(property);
    if (told.isPresent()) {
      return OptionalLong.of(field.cut(told.get()));
    }
    return switch (field) {
      case OBJECT_TYPE -> OptionalLong.of(number(properties.objectType()));
      case VENDOR_ID -> cut(field, properties.vendorId());
      case DEVICE_ID -> cut(field, properties.deviceId());
      case SEGMENT, BUS, DEVICE, FUNCTION ->
          properties.busAddress().isEmpty()
              ? OptionalLong.empty()
              : OptionalLong.of(part(properties.busAddress().get(), field));
      default -> OptionalLong.empty();
    };
  }

  private static OptionalLong cut(PropertyField field, OptionalInt value) {
    return value.isEmpty() ? OptionalLong.empty() : OptionalLong.of(field.cut(value.getAsInt()));
  }

  private static long part(BusAddress address, PropertyField field) {
    return switch (field) {
      case SEGMENT -> address.segment();
      case BUS -> address.bus();
      case DEVICE -> address.device();
      default -> address.function();
    };
  }

  private static int number(ObjectType type) {
    return type == ObjectType.DEVICE ? TokenHeader.DEVICE : TokenHeader.ACCELERATOR;
  }

  /**
   * Reads what is asked for.
   *
   * @param fields those that are set must be as they are; fields of devices or accelerators alone
   *     count only where the object type is set
   * @return the filter, which asks nothing of the parent
   */
  public static Filter filter(FpgaProperties fields) {
    Filter filter = Filter.any();
    Optional<ObjectType> object = objectType(fields);
    if (object.isPresent()) {
      filter = filter.withObjectType(object.get());
    }
    Optional<DeviceType> type = deviceType(fields);
    if (type.isPresent()) {
      filter = filter.withDeviceType(type.get());
    }
    if (fields.has(PropertyField.HOST)) {
      filter = filter.onHost(fields.text(PropertyField.HOST));
    }
    if (fields.has(PropertyField.GUID)) {
      filter = filter.withGuid(fields.guid());
    }
    if (fields.has(PropertyField.VENDOR_ID)) {
      filter = filter.withVendorId((int) fields.get(PropertyField.VENDOR_ID));
    }
    if (fields.has(PropertyField.DEVICE_ID)) {
      filter = filter.withDeviceId((int) fields.get(PropertyField.DEVICE_ID));
    }
    for (Map.Entry<PropertyField, Property<Long>> each : NUMBERS.entrySet()) {
      if (fields.has(each.getKey())) {
        filter = filter.with(each.getValue(), fields.get(each.getKey()));
      }
    }
    return filter;
  }

  /**
   * Fills fields with what is asked for.
   *
   * @param filter what is asked for; what OPAE has no field for is left out
   * @param fields are set as far as it asks for them
   */
  public static void write(Filter filter, FpgaProperties fields) {
    ObjectType object = filter.objectType();
    if (object != null) {
      write(object, fields);
    }
    UUID guid = filter.guid();
    if (guid != null) {
      fields.guid(guid);
    }
    if (filter.vendorId() >= 0) {
      fields.set(PropertyField.VENDOR_ID, filter.vendorId());
    }
    if (filter.deviceId() >= 0) {
      fields.set(PropertyField.DEVICE_ID, filter.deviceId());
    }
    BusAddress address = filter.busAddress();
    if (address != null) {
      write(address, fields);
    }
    NUMBERS.forEach(
        (field, property) -> {
          Long value = filter.value(property);
          if (value != null) {
            fields.set(field, value);
          }
        });
  }

  private static void write(ObjectType type, FpgaProperties fields) {
    fields.set(PropertyField.OBJECT_TYPE, number(type));
  }

  private static void write(BusAddress address, FpgaProperties fields) {
    fields.set(PropertyField.SEGMENT, address.segment());
    fields.set(PropertyField.BUS, address.bus());
    fields.set(PropertyField.DEVICE, address.device());
    fields.set(PropertyField.FUNCTION, address.function());
  }

  private static Optional<ObjectType> objectType(FpgaProperties fields) {
    if (!fields.has(PropertyField.OBJECT_TYPE)) {
      return Optional.empty();
    }
    return Optional.of(
        fields.get(PropertyField.OBJECT_TYPE) == TokenHeader.DEVICE
            ? ObjectType.DEVICE
            : ObjectType.ACCELERATOR);
  }

  private static Optional<DeviceType> deviceType(FpgaProperties fields) {
    return fields.has(PropertyField.DEVICE_TYPE)
        ? Optional.of(new DeviceType(fields.text(PropertyField.DEVICE_TYPE)))
        : Optional.empty();
  }

  private static Optional<BusAddress> busAddress(FpgaProperties fields) {
    if (!fields.has(PropertyField.SEGMENT)
        || !fields.has(PropertyField.BUS)
        || !fields.has(PropertyField.DEVICE)
        || !fields.has(PropertyField.FUNCTION)) {
      return Optional.empty();
    }
    int device = (int) fields.get(PropertyField.DEVICE);
    int function = (int) fields.get(PropertyField.FUNCTION);
    // Plugins number devices that sit on no bus as they like.
    return device > 0x1f || function > 7
        ? Optional.empty()
        : Optional.of(
            new BusAddress(
                (int) fields.get(PropertyField.SEGMENT),
                (int) fields.get(PropertyField.BUS),
                device,
                function));
  }
}
