package dev.backplane.cli.opae;

import dev.backplane.api.BusAddress;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.ObjectType;
import dev.backplane.api.Property;
import dev.backplane.api.Token;
import dev.backplane.api.opae.OpaeProperty;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.Report.ForPrograms;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A device or an accelerator, with what OPAE says of such.
 *
 * @param token what was found
 */
record OpaeResource(Token token) {
  /** The library of a native plugin, as its driver tells it. */
  private static final Property<String> LIBRARY = Property.text("opae.library");

  private static final int ASSIGNED = 0;
  private static final int UNASSIGNED = 1;

  /** {@return whether a resource tells anything in OPAE's words} */
  static boolean isOne(Token token) {
    return OpaeProperty.ALL.stream().anyMatch(each -> token.properties().has(each.name()));
  }

  DeviceProperties properties() {
    return token.properties();
  }

  String id() {
    return token.id();
  }

  /** {@return its id without the name of its plugin instance} */
  String key() {
    return id().substring(id().indexOf('/') + 1);
  }

  boolean isDevice() {
    return properties().objectType() == ObjectType.DEVICE;
  }

  /** {@return device or accelerator} */
  String object() {
    return properties().objectType().name().toLowerCase(Locale.ROOT);
  }

  Optional<UUID> guid() {
    return properties().guid();
  }

  /** {@return a part of its place on the bus, where it has one} */
  Optional<Long> place(Property<Long> part) {
    return properties().get(part).or(() -> properties().busAddress().map(at -> place(part, at)));
  }

  private static long place(Property<Long> part, BusAddress at) {
    if (part.equals(OpaeProperty.SEGMENT)) {
      return at.segment();
    }
    if (part.equals(OpaeProperty.BUS)) {
      return at.bus();
    }
    return part.equals(OpaeProperty.DEVICE) ? at.device() : at.function();
  }

  /** {@return its place; plugins number what sits on no bus as they like} */
  Optional<String> address() {
    return properties().busAddress().map(Object::toString).or(this::numberedAddress);
  }

  private Optional<String> numberedAddress() {
    Optional<Long> bus = place(OpaeProperty.BUS);
    return bus.map(
        number ->
            String.format(
                Locale.ROOT,
                "%04x:%02x:%02x.%x",
                place(OpaeProperty.SEGMENT).orElse(0L),
                number,
                place(OpaeProperty.DEVICE).orElse(0L),
                place(OpaeProperty.FUNCTION).orElse(0L)));
  }

  /** {@return vendor and device in hexadecimal} */
  Optional<String> pci() {
    DeviceProperties known = properties();
    return known.vendorId().isPresent() && known.deviceId().isPresent()
        ? Optional.of(pair(known.vendorId().getAsInt(), known.deviceId().getAsInt()))
        : Optional.empty();
  }

  private Optional<String> subsystem() {
    return properties()
        .get(OpaeProperty.SUBSYSTEM_VENDOR_ID)
        .flatMap(
            vendor ->
                properties()
                    .get(OpaeProperty.SUBSYSTEM_DEVICE_ID)
                    .map(device -> pair(vendor, device)));
  }

  private static String pair(long vendor, long device) {
    return String.format(Locale.ROOT, "%04x:%04x", vendor, device);
  }

  /** {@return whether somebody has an accelerator open; devices do not tell} */
  Optional<String> state() {
    return properties()
        .get(OpaeProperty.STATE)
        .map(
            state ->
                switch (state.intValue()) {
                  case ASSIGNED -> "open";
                  case UNASSIGNED -> "unassigned";
                  default -> state.toString();
                });
  }

  /** {@return the id of the device that it is a part of} */
  Optional<String> parent() {
    return properties().parent().map(key -> token.plugin() + "/" + key);
  }

  /** {@return its plugin instance, and the native plugin below that if there is one} */
  String plugin() {
    return token.plugin()
        + properties()
            .get(LIBRARY)
            .map(path -> ", " + path.substring(path.lastIndexOf('/') + 1))
            .orElse("");
  }

  /** The properties of a resource that is not open. */
  record Described(
      @ForPrograms String id,
      String object,
      @Nullable String guid,
      @Nullable String address,
      @Nullable String pci,
      @Nullable String subsystem,
      @Nullable String state,
      @Nullable String parent,
      String plugin,
      Optional<String> library,
      String host)
      implements Report {}

  /** {@return what is known of it without opening it} */
  Described describe() {
    return new Described(
        id(),
        object(),
        guid().map(UUID::toString).orElse(null),
        address().orElse(null),
        pci().orElse(null),
        subsystem().orElse(null),
        state().orElse(null),
        parent().orElse(null),
        token.plugin(),
        properties().get(LIBRARY),
        properties().host());
  }

  /** {@return its id and where it is, for messages} */
  @Override
  public String toString() {
    return "%s (%s%s)".formatted(id(), object(), address().map(at -> " at " + at).orElse(""));
  }
}
