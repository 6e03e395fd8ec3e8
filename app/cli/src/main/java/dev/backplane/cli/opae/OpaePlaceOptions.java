package dev.backplane.cli.opae;

import dev.backplane.api.DeviceProperties;
import dev.backplane.api.Filter;
import dev.backplane.api.Property;
import dev.backplane.api.opae.OpaeProperty;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Options;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.TypeConversionException;

/** The options that give the place of a resource, named as in OPAE's own tools. */
public final class OpaePlaceOptions extends Options {
  private final Option<BusNumber> segment = number("PCI segment", "-S", "--segment");
  private final Option<BusNumber> bus = number("PCI bus", "-B", "--bus");
  private final Option<BusNumber> device = number("PCI device", "-D", "--device");
  private final Option<BusNumber> function = number("PCI function", "-F", "--function");

  private final Option<String> host =
      option(String.class, "--host")
          .label("HOST")
          .about("On this host: a name, localhost, ^localhost for any other, * for any.");

  /**
   * A number as OPAE's tools read it: decimal, or hexadecimal after {@code 0x}.
   *
   * @param value the number
   */
  public record BusNumber(long value) {
    public static BusNumber parse(String text) {
      if (!text.matches("0[xX][0-9a-fA-F]{1,4}|[0-9]{1,5}")) {
        throw new TypeConversionException(
            "'" + text + "' is no number of a bus; write it as 0x3b or 59");
      }
      return new BusNumber(
          text.matches("0[xX].*") ? Long.parseLong(text.substring(2), 16) : Long.parseLong(text));
    }
  }

  private Option<BusNumber> number(String what, String... names) {
    return option(BusNumber.class, names).label("N").about("Of this " + what + ", as 0x3b or 59.");
  }

  /** {@return whether a resource is where the command line says} */
  boolean match(OpaeResource resource) {
    DeviceProperties properties = resource.properties();
    return is(resource, segment, OpaeProperty.SEGMENT)
        && is(resource, bus, OpaeProperty.BUS)
        && is(resource, device, OpaeProperty.DEVICE)
        && is(resource, function, OpaeProperty.FUNCTION)
        && host.optional().map(Filter.any()::onHost).stream()
            .allMatch(filter -> filter.matchesHost(properties.host()));
  }

  /** {@return whether the command line says anything} */
  boolean areThere() {
    return List.of(segment, bus, device, function, host).stream().anyMatch(Option::isPresent);
  }

  private static boolean is(OpaeResource resource, Option<BusNumber> wanted, Property<Long> part) {
    Optional<BusNumber> number = wanted.optional();
    return number.isEmpty()
        || resource.place(part).filter(place -> place == number.get().value()).isPresent();
  }
}
