package dev.backplane.cli.opae;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.Facet;
import dev.backplane.api.Management;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Property;
import dev.backplane.api.Registers;
import dev.backplane.api.board.Clocks;
import dev.backplane.api.board.Slots;
import dev.backplane.api.opae.AddressSpaceBinding;
import dev.backplane.api.opae.OpaeProperty;
import dev.backplane.api.opae.Ports;
import dev.backplane.api.opae.SystemObjects;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.Report.ForPrograms;
import dev.backplane.cli.report.Report.Inline;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/** A report of all that a resource of OPAE tells. */
record OpaeReport(
    @Inline OpaeResource.Described resource,
    Optional<String> objectId,
    Optional<Long> socketId,
    Optional<String> servedBy,
    Optional<Long> errorRegisters,
    Optional<String> shellId,
    Optional<String> shellVersion,
    Optional<Long> registerSpaces,
    Optional<Long> interrupts,
    @Inline Map<String, String> details,
    Optional<String> notOpened,
    @Inline Optional<Opened> opened)
    implements Report {
  private static final List<String> INTERFACES =
      List.of("DFL", "VFIO", "simulated DFL", "simulated VFIO", "UIO");

  /** The properties of an open resource; one that cannot be read has the reason in its place. */
  record Opened(
      List<String> facets,
      boolean sharedVirtualAddressing,
      Optional<Object> management,
      Optional<Object> userClock,
      Optional<Object> slots,
      @ForPrograms Optional<String> featureProblem,
      Optional<Object> features,
      Optional<Object> objects)
      implements Report {
    static Opened of(Device device) {
      Optional<FeatureList> list = Optional.empty();
      Optional<Object> features = Optional.empty();
      if (device.supports(Registers.class)) {
        try {
          list = Optional.of(FeatureList.read(device.facet(Registers.class)));
          features = list.map(each -> each.features().stream().map(Feature::row).toList());
        } catch (BackplaneException e) {
          features = Optional.of(unavailable(e));
        }
      }
      return new Opened(
          device.facets().stream().map(Class::getSimpleName).toList(),
          device.supports(AddressSpaceBinding.class),
          part(device, Management.class, OpaeReport::management),
          part(device, Clocks.class, UserClockReport::of),
          part(device, Slots.class, _ -> OpaeReport.slots(device)),
          list.flatMap(FeatureList::problem),
          features,
          part(device, SystemObjects.class, _ -> new ObjectReport(device).known()));
    }

    /** Reads a value; one that cannot be read has the reason in its place. */
    private static <F extends Facet> Optional<Object> part(
        Device device, Class<F> facet, Function<F, Object> content) {
      if (!device.supports(facet)) {
        return Optional.empty();
      }
      try {
        return Optional.of(content.apply(device.facet(facet)));
      } catch (BackplaneException e) {
        return Optional.of(unavailable(e));
      }
    }

    private static Map<String, String> unavailable(BackplaneException e) {
      return Map.of("unavailable", e.code().id() + " " + e.code() + ": " + e.problem());
    }
  }

  /** {@return the report; of a resource that somebody holds alone, what is known from outside} */
  static OpaeReport of(OpaeResource resource) {
    try (Device device = resource.token().open(OpenMode.SHARED)) {
      return of(resource, Optional.empty(), Optional.of(Opened.of(device)));
    } catch (BackplaneException e) {
      return of(resource, Optional.of(whyNotOpened(e)), Optional.empty());
    }
  }

  private static OpaeReport of(
      OpaeResource resource, Optional<String> notOpened, Optional<Opened> opened) {
    return new OpaeReport(
        resource.describe(),
        hexadecimal(resource, OpaeProperty.OBJECT_ID, "0x%x"),
        resource.properties().get(OpaeProperty.SOCKET_ID),
        resource.properties().get(OpaeProperty.INTERFACE).map(OpaeReport::server),
        resource.properties().get(OpaeProperty.ERRORS),
        hexadecimal(resource, OpaeProperty.SHELL_ID, "0x%016x"),
        resource.properties().get(OpaeProperty.SHELL_VERSION).map(OpaeReport::version),
        resource.properties().get(OpaeProperty.REGISTER_SPACES),
        resource.properties().get(OpaeProperty.INTERRUPTS),
        others(resource),
        notOpened,
        opened);
  }

  /** {@return why the list of features ends too early, where it does} */
  Optional<String> featureProblem() {
    return opened.flatMap(Opened::featureProblem);
  }

  private static String whyNotOpened(BackplaneException e) {
    return switch (e.code()) {
      case BUSY -> "another holder has it, so no more can be said";
      case NOT_PERMITTED -> "this user may not open it, so no more can be said";
      default -> throw e;
    };
  }

  private static Optional<String> hexadecimal(
      OpaeResource resource, Property<Long> property, String format) {
    return resource
        .properties()
        .get(property)
        .map(value -> String.format(Locale.ROOT, format, value));
  }

  private static String server(long number) {
    return number >= 0 && number < INTERFACES.size()
        ? INTERFACES.get((int) number)
        : "interface " + number;
  }

  private static String version(long version) {
    return "%d.%d.%d".formatted(version >>> 24 & 0xff, version >>> 16 & 0xff, version & 0xffff);
  }

  /** The properties that a driver adds to those of OPAE. */
  private static Map<String, String> others(OpaeResource resource) {
    Map<String, String> others = new LinkedHashMap<>();
    resource
        .properties()
        .details()
        .forEach(
            (name, value) -> {
              if (OpaeProperty.ALL.stream().noneMatch(each -> each.name().equals(name))) {
                others.putIfAbsent(name.replaceFirst("^opae\\.", ""), value);
              }
            });
    return others;
  }

  private record Managed(String health, @Inline Map<String, String> report) implements Report {}

  private static Managed management(Management management) {
    Map<String, String> report = new LinkedHashMap<>();
    management
        .report()
        .forEach(
            (key, value) -> {
              // Those were told already.
              if (!key.startsWith("opae.")) {
                report.put(key.replace(' ', '_'), value);
              }
            });
    return new Managed(Report.word(management.health()), report);
  }

  private record SlotRow(int slot, String interfaceId, Optional<String> hostInterface)
      implements Report {}

  private static List<SlotRow> slots(Device device) {
    Slots slots = device.facet(Slots.class);
    Optional<Ports> ports =
        device.supports(Ports.class) ? Optional.of(device.facet(Ports.class)) : Optional.empty();
    return IntStream.range(0, slots.count())
        .mapToObj(
            slot ->
                new SlotRow(
                    slot,
                    slots.interfaceId().toString(),
                    ports.map(each -> owner(each.hostInterface(slot)))))
        .toList();
  }

  private static String owner(int port) {
    return port == Ports.PHYSICAL ? "physical function" : "virtual function " + port;
  }
}
