package dev.backplane.opae.driver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.Property;
import dev.backplane.api.spi.Resource;
import dev.backplane.opae.abi.FpgaProperties;
import dev.backplane.opae.abi.FpgaResult;
import dev.backplane.opae.abi.Opae;
import dev.backplane.opae.abi.PropertyField;
import dev.backplane.opae.abi.ResourceFields;
import dev.backplane.opae.abi.TokenHeader;
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
  private final TokenHeaders headers;

  /**
   * The room for tokens: the highest number of them so far, so that the plugin is asked only once.
   */
  private int room = USUAL_ROOM;

  /**
   * Asks nothing yet.
   *
   * @param isTried whether the plugin has listed its resources before, where it could do no harm
   */
  Enumeration(PluginLibrary plugin, TokenTable tokens, boolean isTried) {
    this.plugin = plugin;
    this.opae = plugin.opae();
    this.tokens = tokens;
    headers =
        new TokenHeaders(
            (token, fields, place) -> ask(token, fields, place),
            plugin.layout(),
            isTried,
            problem -> wrong(problem));
  }

  /**
   * {@return the resources that match any of some filters, and perhaps more; all if there are none}
   */
  List<Resource> find(List<Filter> filters) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment place = arena.allocate(ValueLayout.JAVA_LONG);
      long[] found = ask(filters, arena, place);
      int held = 0;
      try {
        FpgaProperties fields = FpgaProperties.allocate(arena);
        List<TokenHeaders.Known> known = headersOf(found, fields, place, arena);
        List<TokenHeader> all = known.stream().map(TokenHeaders.Known::header).toList();
        List<String> keys = tokens.keys(all);
        Map<Long, String> devices = devices(all, keys);
        List<Resource> resources = new ArrayList<>(found.length);
        for (int i = 0; i < found.length; i++) {
          TokenHeader header = all.get(i);
          tell(keys.get(i), found[i], known.get(i), fields, place);
          Optional<String> parent = parent(header, devices);
          FoundResource kept = tokens.find(keys.get(i)).orElse(null);
          if (kept == null || !kept.isAsBefore(header, fields, parent)) {
            DeviceProperties properties = properties(header, fields, parent);
            kept =
                tokens.hold(
                    new FoundResource(
                        new Resource(keys.get(i), properties),
                        found[i],
                        header,
                        new ReportedFields(fields)));
          }
          held = i + 1;
          if (kept.token() != found[i]) {
            destroy(found[i], place);
          }
          resources.add(kept.resource());
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

  /**
   * Sets a text of a filter, unless it is too long. The plugin manager filters the results once
   * more, so a filter may ask for less.
   */
  private static void write(FpgaProperties fields, PropertyField field, String text) {
    try {
      fields.text(field, text);
    } catch (IllegalArgumentException e) {
      // Longer than any that a plugin can have.
    }
  }

  /** {@return the keys of the devices of one search, by the numbers of their boards} */
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

  /** {@return the header of each token, or the properties in its place if it cannot be read} */
  private List<TokenHeaders.Known> headersOf(
      long[] found, FpgaProperties fields, MemorySegment place, Arena arena) {
    boolean[] readable = headers.readable(found, arena);
    List<TokenHeaders.Known> known = new ArrayList<>(found.length);
    for (int i = 0; i < found.length; i++) {
      known.add(headers.of(found[i], readable[i], fields, place));
    }
    return known;
  }

  /** Has the plugin write the present properties of a resource. */
  private void tell(
      String key,
      long token,
      TokenHeaders.Known known,
      FpgaProperties fields,
      MemorySegment place) {
    fields.erase();
    // What is in the header may be left out of the properties, which say more otherwise.
    if (known.isOfToken()) {
      write(known.header(), fields);
    }
    int result = ask(token, fields, place);
    if (result != FpgaResult.NOT_SUPPORTED) {
      FpgaResult.check(result, "fpgaGetProperties", key);
    }
    // A token of the plugin's, perhaps another one each time; its header has told who it is.
    fields.set(PropertyField.PARENT, 0);
  }

  private int ask(long token, FpgaProperties fields, MemorySegment place) {
    int result = opae.updateProperties(token, fields.address());
    return result == FpgaResult.NOT_SUPPORTED ? properties(token, fields, place) : result;
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
    if (!headers.isOld()) {
      // Until 2.0.11 the header ended before them.
      fields.set(PropertyField.SUBSYSTEM_VENDOR_ID, header.subsystemVendorId());
      fields.set(PropertyField.SUBSYSTEM_DEVICE_ID, header.subsystemDeviceId());
    }
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
