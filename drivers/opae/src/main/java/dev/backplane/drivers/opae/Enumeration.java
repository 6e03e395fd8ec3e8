package dev.backplane.drivers.opae;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.Property;
import dev.backplane.api.spi.Resource;
import dev.backplane.driverkit.MemoryMap;
import dev.backplane.ffi.GivenAddresses;
import dev.backplane.ffi.RawMemory;
import dev.backplane.opae.FpgaProperties;
import dev.backplane.opae.FpgaResult;
import dev.backplane.opae.Opae;
import dev.backplane.opae.PropertyField;
import dev.backplane.opae.ResourceFields;
import dev.backplane.opae.TokenHeader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  /** As many as there were at most, so that the plugin is asked once. */
  private int room = USUAL_ROOM;

  Enumeration(PluginLibrary plugin, TokenTable tokens) {
    this.plugin = plugin;
    this.opae = plugin.opae();
    this.tokens = tokens;
  }

  /** {@return what matches any of some filters, and perhaps more; all if there are none} */
  List<FoundResource> find(List<Filter> filters) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment place = arena.allocate(ValueLayout.JAVA_LONG);
      long[] found = ask(filters, arena, place);
      int held = 0;
      try {
        List<TokenHeader> headers = headers(found, arena);
        List<String> keys = tokens.keys(headers);
        Map<Long, String> devices = devices(headers, keys);
        FpgaProperties fields = FpgaProperties.allocate(arena);
        List<FoundResource> resources = new ArrayList<>(found.length);
        for (int i = 0; i < found.length; i++) {
          Optional<String> parent = parent(headers.get(i), devices);
          FoundResource each =
              describe(keys.get(i), found[i], headers.get(i), parent, fields, place);
          Optional<FoundResource> known = tokens.hold(each);
          held = i + 1;
          if (known.isPresent()) {
            destroy(each.token(), place);
          }
          resources.add(known.orElse(each));
        }
        return resources;
      } finally {
        for (int i = held; i < found.length; i++) {
          destroy(found[i], place);
        }
      }
    }
  }

  private long[] ask(List<Filter> filters, Arena arena, MemorySegment place) {
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
      return new long[0];
    }
    FpgaResult.check(result, "fpgaEnumerate", plugin.name());
    int count = matches.get(ValueLayout.JAVA_INT, 0);
    int given = Integer.compareUnsigned(count, room) < 0 ? count : room;
    long[] found =
        Arrays.stream(places.asSlice(0, (long) given * Long.BYTES).toArray(ValueLayout.JAVA_LONG))
            .filter(token -> token != 0)
            .toArray();
    if (count < 0 || count > MOST || found.length < given) {
      destroy(found, place);
      throw wrong(
          "it says that it has %d resources and gave %d tokens"
              .formatted(Integer.toUnsignedLong(count), found.length));
    }
    if (count <= room) {
      return found;
    }
    destroy(found, place);
    room = count;
    return ask(filters, arena, place);
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

  /** What tokens begin with. They are addresses that the plugin gave, and may be anything. */
  private List<TokenHeader> headers(long[] found, Arena arena) {
    List<TokenHeader> headers = new ArrayList<>(found.length);
    Optional<MemorySegment> copy = GivenAddresses.copy(found, TokenHeader.BYTES, arena);
    if (copy.isEmpty()) {
      // The map says which of them it is, or that the kernel copies nothing here.
      MemoryMap memory = MemoryMap.now();
      for (long token : found) {
        if (!memory.mayBeRead(token, TokenHeader.BYTES)) {
          throw wrong("it gave a token at 0x%x, where no memory is".formatted(token));
        }
      }
    }
    for (int i = 0; i < found.length; i++) {
      headers.add(
          header(copy.isPresent() ? copy.get().address() + i * TokenHeader.BYTES : found[i]));
    }
    return headers;
  }

  private TokenHeader header(long address) {
    TokenHeader header = TokenHeader.read(address);
    long magic = RawMemory.getLong(address);
    if (magic == 0
        || (header.objectType() != TokenHeader.DEVICE
            && header.objectType() != TokenHeader.ACCELERATOR)) {
      throw wrong(
          "its token does not begin with the header of a token: magic number 0x%x, object type %d"
              .formatted(magic, header.objectType()));
    }
    return header;
  }

  /** The keys of the devices of one search, by what their accelerators have of their places. */
  private static Map<Long, String> devices(List<TokenHeader> headers, List<String> keys) {
    Map<Long, String> devices = new HashMap<>();
    for (int i = 0; i < headers.size(); i++) {
      if (headers.get(i).objectType() == TokenHeader.DEVICE) {
        devices.putIfAbsent(TokenTable.board(headers.get(i)), keys.get(i));
      }
    }
    return devices;
  }

  /** The device is found in the same search, or was in an earlier one. */
  private Optional<String> parent(TokenHeader child, Map<Long, String> devices) {
    if (child.objectType() == TokenHeader.DEVICE) {
      return Optional.empty();
    }
    String key = devices.get(TokenTable.board(child));
    return key == null ? tokens.parent(child) : Optional.of(key);
  }

  /** What the plugin says of a resource now. Where that is what it said before, so is the answer. */
  private FoundResource describe(
      String key,
      long token,
      TokenHeader header,
      Optional<String> parent,
      FpgaProperties fields,
      MemorySegment place) {
    fields.erase();
    write(header, fields);
    // What is in the header may be left out of the properties, which say more otherwise.
    int result = opae.updateProperties(token, fields.address());
    if (result == FpgaResult.NOT_SUPPORTED) {
      result = properties(token, fields, place);
    }
    if (result != FpgaResult.NOT_SUPPORTED) {
      FpgaResult.check(result, "fpgaGetProperties", key);
    }
    // A token of the plugin's, perhaps another one each time; its header has told who it is.
    fields.set(PropertyField.PARENT, 0);
    Optional<FoundResource> known = tokens.find(key);
    if (known.isPresent() && known.get().isAsBefore(header, fields, parent)) {
      return new FoundResource(known.get().resource(), token, header, known.get().told());
    }
    return new FoundResource(
        new Resource(key, properties(header, fields, parent)), token, header, fields.fields());
  }

  private DeviceProperties properties(
      TokenHeader header, FpgaProperties fields, Optional<String> parent) {
    String kind = header.objectType() == TokenHeader.DEVICE ? "device" : "accelerator";
    DeviceProperties.Builder properties =
        ResourceFields.properties(
            fields,
            "OPAE %s at %04x:%02x:%02x.%x"
                .formatted(
                    kind, header.segment(), header.bus(), header.device(), header.function()));
    properties.with(LIBRARY, plugin.name()).with(LAYOUT, plugin.layout().name());
    parent.ifPresent(properties::parent);
    return properties.build();
  }

  /** Properties that the plugin makes are copied and freed at once. */
  private int properties(long token, FpgaProperties fields, MemorySegment place) {
    place.set(ValueLayout.JAVA_LONG, 0, 0);
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

  private static void write(TokenHeader header, FpgaProperties fields) {
    fields.set(PropertyField.OBJECT_TYPE, header.objectType());
    fields.set(PropertyField.SEGMENT, header.segment());
    fields.set(PropertyField.BUS, header.bus());
    fields.set(PropertyField.DEVICE, header.device());
    fields.set(PropertyField.FUNCTION, header.function());
    fields.set(PropertyField.VENDOR_ID, header.vendorId());
    fields.set(PropertyField.DEVICE_ID, header.deviceId());
    fields.set(PropertyField.OBJECT_ID, header.objectId());
    fields.set(PropertyField.INTERFACE, header.hostInterface());
    fields.set(PropertyField.SUBSYSTEM_VENDOR_ID, header.subsystemVendorId());
    fields.set(PropertyField.SUBSYSTEM_DEVICE_ID, header.subsystemDeviceId());
    fields.guid(header.guid());
  }

  /** Gives back the tokens that are held. */
  void release() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment place = arena.allocate(ValueLayout.JAVA_LONG);
      tokens.release().forEach(token -> destroy(token, place));
    }
  }

  private void destroy(long[] given, MemorySegment place) {
    for (long token : given) {
      destroy(token, place);
    }
  }

  private void destroy(long token, MemorySegment place) {
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
