package dev.backplane.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a resource that are known without opening it. Immutable.
 *
 * <p>The fields are those of OPAE's {@code fpga_properties} that any driver can give, with the two
 * that its plugin architecture adds: {@linkplain #host() host} and {@linkplain #deviceType() device
 * type}. What only some devices have is asked for by a {@link Property}.
 */
public final class DeviceProperties {
  /** The host of resources on this machine. */
  public static final String LOCALHOST = "localhost";

  private final String name;
  private final ObjectType objectType;
  private final DeviceType deviceType;
  private final String host;
  private final @Nullable String vendor;
  private final @Nullable UUID guid;
  private final int vendorId;
  private final int deviceId;
  private final @Nullable BusAddress busAddress;
  private final @Nullable String parent;
  private final List<String> kernels;
  private final boolean takesImages;
  private final SortedMap<String, Object> values;

  private DeviceProperties(Builder builder) {
    name = builder.name;
    objectType = builder.objectType;
    deviceType = builder.deviceType;
    host = builder.host;
    vendor = builder.vendor;
    guid = builder.guid;
    vendorId = builder.vendorId;
    deviceId = builder.deviceId;
    busAddress = builder.busAddress;
    parent = builder.parent;
    kernels = List.copyOf(builder.kernels);
    takesImages = builder.takesImages;
    values = Collections.unmodifiableSortedMap(new TreeMap<>(builder.values));
  }

  /**
   * Starts a description.
   *
   * @param name what people call the device
   * @param objectType device or accelerator
   * @param deviceType its family
   * @return a builder with the host set to this machine and all else unknown
   */
  public static Builder builder(String name, ObjectType objectType, DeviceType deviceType) {
    return new Builder(name, objectType, deviceType);
  }

  /** {@return what people call the device} */
  public String name() {
    return name;
  }

  /** {@return whether this is a device or an accelerator} */
  public ObjectType objectType() {
    return objectType;
  }

  /** {@return the family of the device} */
  public DeviceType deviceType() {
    return deviceType;
  }

  /** {@return the host it is on; {@value #LOCALHOST} for this machine} */
  public String host() {
    return host;
  }

  /** {@return who made it, in words} */
  public Optional<String> vendor() {
    return Optional.ofNullable(vendor);
  }

  /** {@return the interface or accelerator id} */
  public Optional<UUID> guid() {
    return Optional.ofNullable(guid);
  }

  /** {@return the vendor's id: the one of PCI, up to 65535, or one that OpenCL gives others} */
  public OptionalInt vendorId() {
    return vendorId < 0 ? OptionalInt.empty() : OptionalInt.of(vendorId);
  }

  /** {@return the PCI device id, 0 to 65535} */
  public OptionalInt deviceId() {
    return deviceId < 0 ? OptionalInt.empty() : OptionalInt.of(deviceId);
  }

  /** {@return where it sits on the PCI bus} */
  public Optional<BusAddress> busAddress() {
    return Optional.ofNullable(busAddress);
  }

  /** {@return the driver's key of the resource that this one is a part of} */
  public Optional<String> parent() {
    return Optional.ofNullable(parent);
  }

  /** {@return the names of the kernels it can run as it is now} */
  public List<String> kernels() {
    return kernels;
  }

  /** {@return whether images with other kernels can be loaded onto it} */
  public boolean takesImages() {
    return takesImages;
  }

  /**
   * Gives one of the properties that not every device has: a limit, an ability, or what a driver
   * alone knows.
   *
   * @param property which
   * @param <T> its type
   * @return its value, if the device has it
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} if the device has a property of
   *     that name whose value is of another type
   */
  public <T> Optional<T> get(Property<T> property) {
    Object value = values.get(property.name());
    if (value == null) {
      return Optional.empty();
    }
    return Optional.of(
        property.type().isInstance(value)
            ? property.type().cast(value)
            : property.read(value.toString()));
  }

  /**
   * {@return whether it has a property}
   *
   * @param property the name of one that not every device has
   */
  public boolean has(String property) {
    return values.containsKey(property);
  }

  /** {@return the properties that not every device has as text, by name, sorted} */
  public Map<String, String> details() {
    Map<String, String> texts = new LinkedHashMap<>();
    values.forEach((name, value) -> texts.put(name, value.toString()));
    return texts;
  }

  @Override
  public String toString() {
    return name + " (" + deviceType + " on " + host + ")";
  }

  /** Collects properties. Not safe for use by several threads. */
  public static final class Builder {
    private final String name;
    private final ObjectType objectType;
    private final DeviceType deviceType;
    private String host = LOCALHOST;
    private @Nullable String vendor;
    private @Nullable UUID guid;
    private int vendorId = -1;
    private int deviceId = -1;
    private @Nullable BusAddress busAddress;
    private @Nullable String parent;
    private List<String> kernels = List.of();
    private boolean takesImages;
    private final TreeMap<String, Object> values = new TreeMap<>();

    private Builder(String name, ObjectType objectType, DeviceType deviceType) {
      this.name = name;
      this.objectType = objectType;
      this.deviceType = deviceType;
    }

    /** Sets the host, {@value #LOCALHOST} for this machine. */
    public Builder host(String value) {
      host = value;
      return this;
    }

    /** Sets the maker's name. */
    public Builder vendor(String value) {
      vendor = value;
      return this;
    }

    /** Sets the interface or accelerator id. */
    public Builder guid(UUID value) {
      guid = value;
      return this;
    }

    /** Sets the PCI ids, each 0 to 65535. */
    public Builder pciIds(int vendorIdentifier, int deviceIdentifier) {
      if ((vendorIdentifier | deviceIdentifier) >>> 16 != 0) {
        throw new BackplaneException(
            ErrorCode.INVALID_ARGUMENT,
            "PCI ids %x:%x do not fit 16 bits".formatted(vendorIdentifier, deviceIdentifier));
      }
      vendorId = vendorIdentifier;
      deviceId = deviceIdentifier;
      return this;
    }

    /** Sets the vendor's id alone, for what sits on no bus; a negative one is none. */
    public Builder vendorId(int value) {
      vendorId = Math.max(-1, value);
      return this;
    }

    /** Sets the place on the PCI bus. */
    public Builder busAddress(BusAddress value) {
      busAddress = value;
      return this;
    }

    /** Names the resource that this one is a part of, by the driver's key. */
    public Builder parent(String key) {
      parent = key;
      return this;
    }

    /** Names the kernels that can be run as the device is now. */
    public Builder kernels(List<String> names) {
      kernels = names;
      return this;
    }

    /** Says that images can be loaded. */
    public Builder takesImages() {
      takesImages = true;
      return this;
    }

    /** Adds a property that not every device has. */
    public <T> Builder with(Property<T> property, T value) {
      values.put(property.name(), value);
      return this;
    }

    /** {@return the properties} */
    public DeviceProperties build() {
      return new DeviceProperties(this);
    }
  }
}
