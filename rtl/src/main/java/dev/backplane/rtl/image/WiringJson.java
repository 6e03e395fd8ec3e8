package dev.backplane.rtl.image;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.ports.Rule;
import dev.backplane.rtl.ports.Wiring;
import java.math.BigInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes and reads a {@link Wiring} in JSON, as fields of the object that describes a kernel:
 * {@code bus} (the protocol of its interfaces), {@code clocks} (name to MHz), {@code resets} (name
 * to "low" or "high"), {@code clock_of} (interface to clock), {@code ties} (input to a number, or
 * to its digits with 0x before them), {@code control}, {@code interrupt}, and {@code warn_only}
 * (names of rules of the protocol).
 */
final class WiringJson {
  /** The field for rules whose violation is only a warning, here and in {@code kernel.toml}. */
  static final String WARN_ONLY = "warn_only";

  /** The field for the name of the bus protocol, here and in {@code kernel.toml}. */
  static final String BUS = "bus";

  private WiringJson() {}

  static void write(Wiring wiring, ObjectNode into) {
    wiring.bus().ifPresent(name -> into.put(BUS, name));
    if (!wiring.clocks().isEmpty()) {
      ObjectNode clocks = into.putObject("clocks");
      wiring.clocks().forEach((name, megahertz) -> clocks.put(name, megahertz));
    }
    if (!wiring.resets().isEmpty()) {
      ObjectNode resets = into.putObject("resets");
      wiring.resets().forEach((name, low) -> resets.put(name, low ? "low" : "high"));
    }
    if (!wiring.domains().isEmpty()) {
      ObjectNode domains = into.putObject("clock_of");
      wiring.domains().forEach(domains::put);
    }
    if (!wiring.ties().isEmpty()) {
      ObjectNode ties = into.putObject("ties");
      wiring.ties().forEach((name, value) -> ties.put(name, "0x" + value.toString(16)));
    }
    wiring.control().ifPresent(name -> into.put("control", name));
    wiring.interrupt().ifPresent(name -> into.put("interrupt", name));
    if (!wiring.warnings().isEmpty()) {
      ArrayNode rules = into.putArray(WARN_ONLY);
      wiring.warnings().forEach(rules::add);
    }
  }

  /**
   * Reads the fields.
   *
   * @throws RtlException {@link RtlError#DESCRIPTION_INVALID} with the name of the field
   */
  static Wiring read(JsonNode from) {
    Wiring.Builder wiring = Wiring.builder();
    try {
      from.path(BUS).asStringOpt().ifPresent(wiring::bus);
      from.path("clocks")
          .properties()
          .forEach(clock -> wiring.clock(clock.getKey(), clock.getValue().asDecimal()));
      from.path("resets")
          .properties()
          .forEach(reset -> wiring.reset(reset.getKey(), isLow(reset.getKey(), reset.getValue())));
      from.path("clock_of")
          .properties()
          .forEach(bus -> wiring.domain(bus.getKey(), bus.getValue().asString()));
      from.path("ties")
          .properties()
          .forEach(tie -> wiring.tie(tie.getKey(), bits(tie.getKey(), tie.getValue())));
      from.path("control").asStringOpt().ifPresent(wiring::control);
      from.path("interrupt").asStringOpt().ifPresent(wiring::interrupt);
      from.path(WARN_ONLY).forEach(rule -> wiring.warning(Rule.warnable(rule.asString(""))));
    } catch (IllegalArgumentException | tools.jackson.core.JacksonException e) {
      throw error(String.valueOf(e.getMessage()));
    }
    return wiring.build();
  }

  private static boolean isLow(String name, JsonNode value) {
    return switch (value.asString("")) {
      case "low" -> true;
      case "high" -> false;
      default ->
          throw error("reset '" + name + "' is active " + value + ", not \"low\" or \"high\"");
    };
  }

  private static BigInteger bits(String name, JsonNode value) {
    if (value.isIntegralNumber()) {
      return value.asBigInteger();
    }
    String text = value.asString("").replace("_", "");
    try {
      return text.startsWith("0x")
          ? new BigInteger(text.substring(2), 16)
          : new BigInteger(
              text.startsWith("0b") ? text.substring(2) : text, text.startsWith("0b") ? 2 : 10);
    } catch (NumberFormatException e) {
      throw error("input '" + name + "' is tied to " + value + ", which is no number");
    }
  }

  private static RtlException error(String problem) {
    return new RtlException(
        RtlError.DESCRIPTION_INVALID, "the wiring of a kernel is wrong: " + problem);
  }
}
