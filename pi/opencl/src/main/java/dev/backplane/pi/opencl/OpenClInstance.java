package dev.backplane.pi.opencl;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Property;
import dev.backplane.api.binary.BinaryTargets;
import dev.backplane.api.spi.CallTrace;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.spi.Resource;
import dev.backplane.ffi.HandlerGuard;
import dev.backplane.pi.opencl.icd.ClPlatform;
import dev.backplane.pi.opencl.icd.Discovery;
import dev.backplane.pi.opencl.icd.IcdSettings;
import dev.backplane.pi.table.Pi;
import dev.backplane.pi.table.QueueTimes;
import dev.backplane.pi.table.device.PiDevice;
import dev.backplane.pi.table.device.PiDevices;
import dev.backplane.pi.table.device.SubDevices;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One configured instance: the implementations that were found and their devices. They are looked
 * for when somebody asks, for loading them takes time and memory, and then stay: a vendor's library
 * does not survive being unloaded.
 */
final class OpenClInstance {
  /** The library that the device is reached through. */
  private static final Property<String> LIBRARY = Property.text("opencl.library");

  /** The file, variable or configuration key that names that library. */
  private static final Property<String> NAMED_BY = Property.text("opencl.named_by");

  /** The way in which the functions of that library are found: by name or through its table. */
  private static final Property<String> DISPATCH = Property.text("opencl.dispatch");

  private final String name;
  private final IcdSettings settings;
  private final CallTrace trace;
  private @Nullable Found found;

  /** Asked without the lock, which is held while an implementation is looked for. */
  private volatile Supplier<String> reason = () -> "";

  OpenClInstance(String name, IcdSettings settings, CallTrace trace) {
    this.name = name;
    this.settings = settings;
    this.trace = trace;
  }

  /** A device: how to reach it and what is known of it. */
  private record Known(
      Pi pi,
      long platform,
      long handle,
      ClPlatform origin,
      int index,
      DeviceProperties properties) {}

  private record Found(Discovery discovery, List<Pi> tables, Map<String, Known> devices) {}

  synchronized List<Resource> enumerate(@SuppressWarnings("unused") List<Filter> filters) {
    List<Resource> resources = new ArrayList<>();
    found().devices().forEach((key, known) -> resources.add(new Resource(key, known.properties())));
    return resources;
  }

  synchronized DriverDevice open(String key, @SuppressWarnings("unused") OpenMode mode) {
    Found here = found();
    Known known = here.devices().get(key);
    if (known == null) {
      throw BackplaneException.because(
              ErrorCode.NO_SUCH_DEVICE,
              here.devices().isEmpty()
                  ? "there is no '%s'; %s".formatted(key, nothing(here.discovery()))
                  : "there is no '%s'; there are %s".formatted(key, here.devices().keySet()))
          .during("open")
          .build();
    }
    DeviceType type = known.properties().deviceType();
    return PiDevice.open(
        QueueTimes.of(known.pi(), trace, key),
        known.platform(),
        known.handle(),
        new PiDevice.Choice(
            "opencl",
            BinaryTargets.of(type),
            new ClCrashGuard(known.origin(), known.index(), settings),
            () -> {}));
  }

  synchronized int close() {
    Found here = found;
    found = null;
    if (here != null) {
      here.devices().values().stream()
          .filter(known -> known.properties().parent().isPresent())
          .forEach(part -> part.pi().deviceRelease(part.handle()));
      here.tables().forEach(pi -> pi.tearDown(0));
    }
    return 0;
  }

  /**
   * {@return the reason why there are no devices, or the implementations that were left out; empty
   * if there is nothing to say or nobody asked for devices}
   */
  String whyNothing() {
    return reason.get();
  }

  private static String reason(Discovery discovery, Set<String> devices, List<String> leftOut) {
    if (devices.isEmpty()) {
      return nothing(discovery) + among(leftOut, discovery);
    }
    return leftOut.isEmpty()
        ? ""
        : "there are %s; left out: %s".formatted(devices, String.join("; ", leftOut));
  }

  /**
   * {@return the implementations that were found and turned out to have no devices, as the end of a
   * message}
   */
  private static String among(List<String> leftOut, Discovery discovery) {
    return leftOut.stream()
        .skip(discovery.leftOut().size())
        .map(each -> "; " + each)
        .collect(Collectors.joining());
  }

  private static String nothing(Discovery discovery) {
    return "there is no OpenCL device here; looked in: " + discovery;
  }

  private Found found() {
    Found here = found;
    if (here == null) {
      here = look();
      found = here;
    }
    return here;
  }

  private Found look() {
    Discovery discovery = Discovery.of(settings, trace);
    List<Pi> tables = new ArrayList<>();
    Map<String, Known> devices = new LinkedHashMap<>();
    Set<String> names = new HashSet<>();
    List<String> leftOut = new ArrayList<>();
    discovery.leftOut().forEach(place -> leftOut.add(place.toString()));
    for (OpenClPi implementation : OpenClPi.over(discovery.platforms())) {
      Pi pi = trace.bind(Pi.class, implementation);
      tables.add(pi);
      try {
        for (PiDevices.Platform platform : PiDevices.platforms(pi)) {
          ClPlatform origin = implementation.platform(platform.handle());
          devices.putAll(devices(pi, platform, origin, unused(names, shortName(origin))));
        }
      } catch (BackplaneException e) {
        // What fails has no devices; the others have.
        System.getLogger(OpenClInstance.class.getName())
            .log(System.Logger.Level.WARNING, name + ": " + implementation + " is left out", e);
        leftOut.add(implementation + ": " + e.getMessage());
      }
    }
    reason = () -> reason(discovery, devices.keySet(), leftOut);
    if (devices.isEmpty()) {
      trace.note(CallTrace.Detail.BASIC, () -> name + ": " + nothing(discovery));
    }
    return new Found(discovery, tables, devices);
  }

  private static Map<String, Known> devices(
      Pi pi, PiDevices.Platform platform, ClPlatform origin, String prefix) {
    Map<String, Known> devices = new LinkedHashMap<>();
    try (HandlerGuard _ = HandlerGuard.begin()) {
      for (PiDevices.Found each : PiDevices.of(pi, platform)) {
        String key = prefix + "-" + each.index();
        devices.put(key, known(pi, each, origin, each.index()));
        List<Long> parts = SubDevices.of(pi, each.handle());
        for (int i = 0; i < parts.size(); i++) {
          PiDevices.Found part = PiDevices.describe(pi, platform, parts.get(i), i);
          part.properties().parent(key);
          devices.put(key + "." + i, known(pi, part, origin, each.index()));
        }
      }
    }
    return devices;
  }

  /**
   * Describes a device.
   *
   * @param index the index of the device, or of the device that it is a part of
   */
  private static Known known(Pi pi, PiDevices.Found device, ClPlatform origin, int index) {
    device
        .properties()
        .with(LIBRARY, origin.library())
        .with(NAMED_BY, origin.namedBy())
        .with(DISPATCH, origin.table().address() == 0 ? "by name" : "table");
    return new Known(
        pi,
        device.platform().handle(),
        device.handle(),
        origin,
        index,
        device.properties().build());
  }

  /** {@return a word for a platform: what its extensions end in, else letters of its name} */
  private static String shortName(ClPlatform platform) {
    String text = platform.suffix().isEmpty() ? platform.name() : platform.suffix();
    StringBuilder word = new StringBuilder();
    for (char c : text.toLowerCase(Locale.ROOT).toCharArray()) {
      if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
        word.append(c);
      } else if (!word.isEmpty() && word.charAt(word.length() - 1) != '_') {
        word.append('_');
      }
    }
    if (!word.isEmpty() && word.charAt(word.length() - 1) == '_') {
      word.setLength(word.length() - 1);
    }
    return word.isEmpty() ? "opencl" : word.toString();
  }

  private static String unused(Set<String> names, String wanted) {
    String name = wanted;
    for (int i = 2; !names.add(name); i++) {
      name = wanted + i;
    }
    return name;
  }
}
