package dev.backplane.api;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Selects resources by their properties. A resource must meet all conditions of one filter; a list
 * of filters finds what any of them matches; an empty list matches everything on every host.
 * Immutable.
 *
 * <p>A filter that says nothing of the host finds resources of this machine only, as OPAE's plugin
 * architecture defines. Hosts are matched exactly, but for three words: {@code localhost} (this
 * machine), {@code ^localhost} (any other), {@code *} (any).
 */
public final class Filter {
  /** The host word for any machine but this one. */
  public static final String REMOTE_HOSTS = "^localhost";

  /** The host word for any machine. */
  public static final String ANY_HOST = "*";

  private static final Filter ANY = new Filter(new Fields());

  private final Fields fields;

  private Filter(Fields fields) {
    this.fields = fields;
  }

  /** {@return a filter that matches every resource of this machine} */
  public static Filter any() {
    return ANY;
  }

  /**
   * Finds what can run a kernel: a resource that offers it now, or one that takes images.
   *
   * @param name the kernel's name
   * @return the filter
   */
  public static Filter kernel(String name) {
    return ANY.withKernel(name);
  }

  /**
   * Finds a family of devices.
   *
   * @param type the family
   * @return the filter
   */
  public static Filter deviceType(DeviceType type) {
    return ANY.withDeviceType(type);
  }

  /** {@return this filter, for resources of a host or one of the three host words} */
  public Filter onHost(String host) {
    Fields copy = fields.copy();
    copy.host = host;
    return new Filter(copy);
  }

  /** {@return this filter, for resources that can run a kernel} */
  public Filter withKernel(String name) {
    Fields copy = fields.copy();
    copy.kernel = name;
    return new Filter(copy);
  }

  /** {@return this filter, for a family of devices} */
  public Filter withDeviceType(DeviceType type) {
    Fields copy = fields.copy();
    copy.deviceType = type;
    return new Filter(copy);
  }

  /** {@return this filter, for devices or for accelerators} */
  public Filter withObjectType(ObjectType type) {
    Fields copy = fields.copy();
    copy.objectType = type;
    return new Filter(copy);
  }

  /** {@return this filter, for an interface or accelerator id} */
  public Filter withGuid(UUID guid) {
    Fields copy = fields.copy();
    copy.guid = guid;
    return new Filter(copy);
  }

  /** {@return this filter, for a PCI vendor id} */
  public Filter withVendorId(int vendorId) {
    Fields copy = fields.copy();
    copy.vendorId = vendorId;
    return new Filter(copy);
  }

  /** {@return this filter, for a PCI device id} */
  public Filter withDeviceId(int deviceId) {
    Fields copy = fields.copy();
    copy.deviceId = deviceId;
    return new Filter(copy);
  }

  /** {@return this filter, for a place on the PCI bus} */
  public Filter withBusAddress(BusAddress address) {
    Fields copy = fields.copy();
    copy.busAddress = address;
    return new Filter(copy);
  }

  /** {@return this filter, for resources of that name} */
  public Filter withName(String name) {
    Fields copy = fields.copy();
    copy.name = name;
    return new Filter(copy);
  }

  /** {@return this filter, for parts of the resource that the driver gives this key} */
  public Filter withParent(String key) {
    Fields copy = fields.copy();
    copy.parent = key;
    return new Filter(copy);
  }

  /**
   * Asks for a value of a property that not every device has.
   *
   * @param property which
   * @param value the value
   * @param <T> its type
   * @return this filter, for resources that have that value
   */
  public <T> Filter with(Property<T> property, T value) {
    return where(Condition.equal(property.name(), value.toString()));
  }

  /**
   * Asks for at least so much of something.
   *
   * @param property which
   * @param least the smallest value that does
   * @return this filter, for resources that have it and as much of it
   */
  public Filter atLeast(Property<Long> property, long least) {
    return where(Condition.atLeast(property.name(), least));
  }

  private Filter where(Condition condition) {
    Fields copy = fields.copy();
    List<Condition> all = new ArrayList<>(fields.conditions);
    all.add(condition);
    copy.conditions = List.copyOf(all);
    return new Filter(copy);
  }

  /** {@return the names of the properties asked for that not every device has} */
  public List<String> properties() {
    return fields.conditions.stream().map(Condition::property).toList();
  }

  /**
   * {@return the value asked for of a property that not every device has, or null for any}
   *
   * @param property which
   * @param <T> its type
   */
  public <T> @Nullable T value(Property<T> property) {
    for (Condition condition : fields.conditions) {
      if (!condition.isLeast() && condition.property().equals(property.name())) {
        return property.read(condition.text());
      }
    }
    return null;
  }

  /** {@return whether devices or accelerators are asked for, or null for both} */
  public @Nullable ObjectType objectType() {
    return fields.objectType;
  }

  /** {@return the interface or accelerator id asked for, or null for any} */
  public @Nullable UUID guid() {
    return fields.guid;
  }

  /** {@return the PCI vendor id asked for, or a negative number for any} */
  public int vendorId() {
    return fields.vendorId;
  }

  /** {@return the PCI device id asked for, or a negative number for any} */
  public int deviceId() {
    return fields.deviceId;
  }

  /** {@return the place on the PCI bus asked for, or null for any} */
  public @Nullable BusAddress busAddress() {
    return fields.busAddress;
  }

  /** {@return the family asked for, or null for any} */
  public @Nullable DeviceType deviceType() {
    return fields.deviceType;
  }

  /** {@return the host or host word asked for; {@code localhost} if none was} */
  public String host() {
    return fields.host;
  }

  /**
   * Says whether a resource matches.
   *
   * @param properties what is known of the resource
   * @return whether all that this filter says holds
   */
  public boolean matches(DeviceProperties properties) {
    Fields f = fields;
    return matchesHost(properties.host())
        && (f.deviceType == null || f.deviceType.equals(properties.deviceType()))
        && (f.objectType == null || f.objectType == properties.objectType())
        && (f.name == null || f.name.equals(properties.name()))
        && (f.kernel == null || properties.takesImages() || properties.kernels().contains(f.kernel))
        && (f.guid == null || f.guid.equals(properties.guid().orElse(null)))
        && (f.vendorId < 0 || f.vendorId == properties.vendorId().orElse(-1))
        && (f.deviceId < 0 || f.deviceId == properties.deviceId().orElse(-1))
        && (f.busAddress == null || f.busAddress.equals(properties.busAddress().orElse(null)))
        && (f.parent == null || f.parent.equals(properties.parent().orElse(null)))
        && hold(f.conditions, properties);
  }

  private static boolean hold(List<Condition> conditions, DeviceProperties properties) {
    for (Condition condition : conditions) {
      if (!condition.holds(properties)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Says whether resources of a host can match.
   *
   * @param host a host name; {@code localhost} for this machine
   * @return whether the host fits
   */
  public boolean matchesHost(String host) {
    return switch (fields.host) {
      case ANY_HOST -> true;
      case REMOTE_HOSTS -> !host.equals(DeviceProperties.LOCALHOST);
      default -> fields.host.equals(host);
    };
  }

  /**
   * Says whether any of several filters matches; none at all match everything.
   *
   * @param filters alternatives
   * @param properties what is known of the resource
   * @return whether the list is empty or one matches
   */
  public static boolean anyMatches(List<Filter> filters, DeviceProperties properties) {
    if (filters.isEmpty()) {
      return true;
    }
    for (Filter filter : filters) {
      if (filter.matches(properties)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    List<String> terms = new ArrayList<>();
    terms.add("host=" + fields.host);
    add(terms, "type", fields.deviceType);
    add(terms, "object", fields.objectType);
    add(terms, "name", fields.name);
    add(terms, "kernel", fields.kernel);
    add(terms, "guid", fields.guid);
    add(terms, "vendor", fields.vendorId < 0 ? null : Integer.toHexString(fields.vendorId));
    add(terms, "device", fields.deviceId < 0 ? null : Integer.toHexString(fields.deviceId));
    add(terms, "bus", fields.busAddress);
    add(terms, "parent", fields.parent);
    fields.conditions.forEach(condition -> terms.add(condition.toString()));
    return String.join(",", terms);
  }

  private static void add(List<String> terms, String key, @Nullable Object value) {
    if (value != null) {
      terms.add(key + "=" + value);
    }
  }

  private static final class Fields {
    private String host = DeviceProperties.LOCALHOST;
    private @Nullable DeviceType deviceType;
    private @Nullable ObjectType objectType;
    private @Nullable String name;
    private @Nullable String kernel;
    private @Nullable UUID guid;
    private int vendorId = -1;
    private int deviceId = -1;
    private @Nullable BusAddress busAddress;
    private @Nullable String parent;
    private List<Condition> conditions = List.of();

    private Fields copy() {
      Fields copy = new Fields();
      copy.host = host;
      copy.deviceType = deviceType;
      copy.objectType = objectType;
      copy.name = name;
      copy.kernel = kernel;
      copy.guid = guid;
      copy.vendorId = vendorId;
      copy.deviceId = deviceId;
      copy.busAddress = busAddress;
      copy.parent = parent;
      copy.conditions = conditions;
      return copy;
    }
  }

  /**
   * A condition on a property that not every device has.
   *
   * @param property its name
   * @param text the required value, or the least that is accepted
   * @param isLeast whether larger numbers are accepted too
   */
  private record Condition(String property, String text, boolean isLeast) {
    static Condition equal(String property, String text) {
      return new Condition(property, text, false);
    }

    static Condition atLeast(String property, long least) {
      return new Condition(property, Long.toString(least), true);
    }

    boolean holds(DeviceProperties properties) {
      String value = properties.get(Property.text(property)).orElse(null);
      return value != null && (isLeast ? isEnough(value) : value.equals(text));
    }

    private boolean isEnough(String value) {
      try {
        return Long.parseLong(value) >= Long.parseLong(text);
      } catch (NumberFormatException e) {
        // The device means something else by that name.
        return false;
      }
    }

    @Override
    public String toString() {
      return property + (isLeast ? ">=" : "=") + text;
    }
  }
}
