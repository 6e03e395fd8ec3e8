package dev.backplane.drivers.opae;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.Property;
import dev.backplane.driverkit.MemoryMap;
import dev.backplane.ffi.RawMemory;
import dev.backplane.opae.FpgaProperties;
import dev.backplane.opae.FpgaResult;
import dev.backplane.opae.Opae;
import dev.backplane.opae.PropertyField;
import dev.backplane.opae.ResourceFields;
import dev.backplane.opae.TableLayout;
import dev.backplane.opae.TokenHeader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Asks a plugin for its resources, and trusts nothing of what it answers. */
final class Enumeration {
  /** The plugin's library. */
  private static final Property<String> LIBRARY = Property.text("opae.library");

  private static final Property<String> LAYOUT = Property.text("opae.layout");

  private static final int USUAL_ROOM = 64;
  private static final int MOST = 1 << 16;

  private final PluginLibrary plugin;
  private final Opae opae;
  private final TokenTable tokens;

  Enumeration(PluginLibrary plugin, TokenTable tokens) {
    this.plugin = plugin;
    this.opae = plugin.opae();
    this.tokens = tokens;
  }

  /** {@return what matches any of some filters, and perhaps more; all if there are none} */
  List<FoundResource> find(List<Filter> filters) {
    try (Arena arena = Arena.ofConfined()) {
      List<Long> found = ask(filters, arena, USUAL_ROOM);
      int held = 0;
      try {
        List<TokenHeader> headers = new ArrayList<>();
        MemoryMap memory = MemoryMap.now();
        found.forEach(token -> headers.add(header(token, memory)));
        List<String> keys = tokens.keys(headers);
        List<FoundResource> resources = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
          TokenHeader header = headers.get(i);
          FoundResource each =
              describe(keys.get(i), found.get(i), header, parent(header, headers, keys), arena);
          Optional<FoundResource> known = tokens.hold(each);
          held = i + 1;
          if (known.isPresent()) {
            destroy(each.token(), arena);
          }
          resources.add(known.orElse(each));
        }
        return resources;
      } finally {
        for (long token : found.subList(held, found.size())) {
          destroy(token, arena);
        }
      }
    }
  }

  private List<Long> ask(List<Filter> filters, Arena arena, int room) {
    MemorySegment fields = arena.allocate(ValueLayout.JAVA_LONG, Math.max(1, filters.size()));
    for (int i = 0; i < filters.size(); i++) {
      fields.setAtIndex(ValueLayout.JAVA_LONG, i, fields(filters.get(i), arena).address());
    }
    MemorySegment matches = arena.allocate(ValueLayout.JAVA_INT);
    MemorySegment places = arena.allocate(ValueLayout.JAVA_LONG, room);
    int result =
        opae.enumerate(
            filters.isEmpty() ? 0 : fields.address(),
            filters.size(),
            places.address(),
            room,
            matches.address());
    if (result == FpgaResult.NOT_FOUND || result == FpgaResult.NO_DRIVER) {
      return List.of();
    }
    FpgaResult.check(result, "fpgaEnumerate", plugin.name());
    int count = matches.get(ValueLayout.JAVA_INT, 0);
    List<Long> found = new ArrayList<>();
    for (int i = 0; i < room && Integer.compareUnsigned(i, count) < 0; i++) {
      long token = places.getAtIndex(ValueLayout.JAVA_LONG, i);
      if (token != 0) {
        found.add(token);
      }
    }
    if (count < 0 || count > MOST || found.size() < Math.min(room, count)) {
      found.forEach(token -> destroy(token, arena));
      throw wrong(
          "it says that it has %d resources and gave %d tokens"
              .formatted(Integer.toUnsignedLong(count), found.size()));
    }
    if (count <= room) {
      return found;
    }
    found.forEach(token -> destroy(token, arena));
    return ask(filters, arena, count);
  }

  private static FpgaProperties fields(Filter filter, Arena arena) {
    FpgaProperties fields = FpgaProperties.allocate(arena);
    ResourceFields.write(filter, fields);
    if (!filter.host().equals(DeviceProperties.LOCALHOST)) {
      write(fields, PropertyField.HOST, filter.host());
    }
    if (filter.deviceType() != null) {
      write(fields, PropertyField.DEVICE_TYPE, filter.deviceType().name());
    }
    return fields;
  }

  /** The manager looks at what is found once more, so a filter may ask for less. */
  private static void write(FpgaProperties fields, PropertyField field, String text) {
    try {
      fields.text(field, text);
    } catch (IllegalArgumentException e) {
      // Longer than any that a plugin can have.
    }
  }

  private TokenHeader header(long token, MemoryMap memory) {
    if (!memory.mayBeRead(token, TokenHeader.BYTES)) {
      throw wrong("it gave a token at 0x%x, where no memory is".formatted(token));
    }
    TokenHeader header = TokenHeader.read(token);
    if (RawMemory.getLong(token) == 0
        || (header.objectType() != TokenHeader.DEVICE
            && header.objectType() != TokenHeader.ACCELERATOR)) {
      throw wrong(
          "its token does not begin with the header of a token: magic number 0x%x, object type %d%s"
              .formatted(
                  RawMemory.getLong(token),
                  header.objectType(),
                  isOld()
                      ? "; releases of OPAE before 2.0.8 had none, and are not supported"
                      : ""));
    }
    return header;
  }

  /** The device is found in the same search, or was in an earlier one. */
  private Optional<String> parent(TokenHeader child, List<TokenHeader> headers, List<String> keys) {
    for (int i = 0; i < headers.size(); i++) {
      if (headers.get(i).isParentOf(child)) {
        return Optional.of(keys.get(i));
      }
    }
    return tokens.parent(child);
  }

  private FoundResource describe(
      String key, long token, TokenHeader header, Optional<String> parent, Arena arena) {
    FpgaProperties fields = FpgaProperties.allocate(arena);
    write(header, fields);
    // What is in the header may be left out of the properties, which say more otherwise.
    int result = opae.updateProperties(token, fields.address());
    if (result == FpgaResult.NOT_SUPPORTED) {
      result = properties(token, fields, arena);
    }
    if (result != FpgaResult.NOT_SUPPORTED) {
      FpgaResult.check(result, "fpgaGetProperties", key);
    }
    String kind = header.objectType() == TokenHeader.DEVICE ? "device" : "accelerator";
    DeviceProperties.Builder properties =
        ResourceFields.properties(
            fields,
            "OPAE %s at %04x:%02x:%02x.%x"
                .formatted(
                    kind, header.segment(), header.bus(), header.device(), header.function()));
    properties.with(LIBRARY, plugin.name()).with(LAYOUT, plugin.layout().name());
    parent.ifPresent(properties::parent);
    return new FoundResource(key, token, header, properties.build());
  }

  /** Properties that the plugin makes are copied and freed at once. */
  private int properties(long token, FpgaProperties fields, Arena arena) {
    MemorySegment place = arena.allocate(ValueLayout.JAVA_LONG);
    int result = opae.getProperties(token, place.address());
    long made = place.get(ValueLayout.JAVA_LONG, 0);
    if (result == FpgaResult.OK && FpgaProperties.areAt(made)) {
      FpgaProperties given = FpgaProperties.at(made);
      for (PropertyField field : PropertyField.values()) {
        if (field != PropertyField.PARENT && isKnown(field) && given.has(field)) {
          copy(field, given, fields);
        }
      }
      OpaeCSymbols.destroyProperties(place.address());
    }
    return result;
  }

  /** Structures of plugins of OPAE end before the fields that were added. */
  private static boolean isKnown(PropertyField field) {
    return field != PropertyField.HOST && field != PropertyField.DEVICE_TYPE;
  }

  private static void copy(PropertyField field, FpgaProperties from, FpgaProperties to) {
    if (field == PropertyField.GUID) {
      to.guid(from.guid());
    } else {
      to.set(field, from.get(field));
    }
  }

  /** Whether it may be of a release whose tokens have no header, or a shorter one. */
  private boolean isOld() {
    return plugin.layout().compareTo(TableLayout.D) <= 0;
  }

  private void write(TokenHeader header, FpgaProperties fields) {
    fields.set(PropertyField.OBJECT_TYPE, header.objectType());
    fields.set(PropertyField.SEGMENT, header.segment());
    fields.set(PropertyField.BUS, header.bus());
    fields.set(PropertyField.DEVICE, header.device());
    fields.set(PropertyField.FUNCTION, header.function());
    fields.set(PropertyField.VENDOR_ID, header.vendorId());
    fields.set(PropertyField.DEVICE_ID, header.deviceId());
    fields.set(PropertyField.OBJECT_ID, header.objectId());
    fields.set(PropertyField.INTERFACE, header.hostInterface());
    if (!isOld()) {
      // Until 2.0.11 the header ended before them.
      fields.set(PropertyField.SUBSYSTEM_VENDOR_ID, header.subsystemVendorId());
      fields.set(PropertyField.SUBSYSTEM_DEVICE_ID, header.subsystemDeviceId());
    }
    fields.guid(header.guid());
  }

  /** Gives back the tokens that are held. */
  void release() {
    try (Arena arena = Arena.ofConfined()) {
      tokens.release().forEach(token -> destroy(token, arena));
    }
  }

  private void destroy(long token, Arena arena) {
    MemorySegment place = arena.allocate(ValueLayout.JAVA_LONG);
    place.set(ValueLayout.JAVA_LONG, 0, token);
    // It is gone as far as this side goes, whatever the plugin says.
    var _ = opae.destroyToken(place.address());
  }

  private BackplaneException wrong(String problem) {
    return BackplaneException.because(ErrorCode.ENUMERATE_FAILED, problem)
        .during("fpgaEnumerate")
        .on(plugin.name())
        .remedy("This is a defect of the plugin, unless 'layout' is wrong")
        .build();
  }
}
