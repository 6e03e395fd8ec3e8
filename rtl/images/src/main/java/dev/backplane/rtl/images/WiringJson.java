package dev.backplane.rtl.images;

import dev.backplane.json.JsonValue;
import dev.backplane.json.JsonValue.JsonNumber;
import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.ports.Rule;
import dev.backplane.rtl.harness.ports.Wiring;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

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

  static void write(Wiring wiring, JsonGenerator into) {
    wiring.bus().ifPresent(name -> into.writeStringProperty(BUS, name));
    object(into, "clocks", wiring.clocks(), into::writeNumber);
    object(into, "resets", wiring.resets(), low -> into.writeString(low ? "low" : "high"));
    object(into, "clock_of", wiring.domains(), into::writeString);
    object(into, "ties", wiring.ties(), value -> into.writeString("0x" + value.toString(16)));
    wiring.control().ifPresent(name -> into.writeStringProperty("control", name));
    wiring.interrupt().ifPresent(name -> into.writeStringProperty("interrupt", name));
    if (!wiring.warnings().isEmpty()) {
      into.writeArrayPropertyStart(WARN_ONLY);
      wiring.warnings().forEach(into::writeString);
      into.writeEndArray();
    }
  }

  private static <T> void object(
      JsonGenerator into, String name, Map<String, T> values, Consumer<T> write) {
    if (!values.isEmpty()) {
      into.writeObjectPropertyStart(name);
      values.forEach(
          (key, value) -> {
            into.writeName(key);
            write.accept(value);
          });
      into.writeEndObject();
    }
  }

  /**
   * Reads the fields.
   *
   * @throws RtlException {@link RtlError#DESCRIPTION_INVALID} with the name of the field
   */
  static Wiring read(JsonValue from) {
    Wiring.Builder wiring = Wiring.builder();
    try {
      from.get(BUS).text().ifPresent(wiring::bus);
      from.get("clocks").members().forEach((name, value) -> wiring.clock(name, clock(name, value)));
      from.get("resets").members().forEach((name, value) -> wiring.reset(name, isLow(name, value)));
      from.get("clock_of")
          .members()
          .forEach((name, value) -> wiring.domain(name, value.text().orElse("")));
      from.get("ties").members().forEach((name, value) -> wiring.tie(name, bits(name, value)));
      from.get("control").text().ifPresent(wiring::control);
      from.get("interrupt").text().ifPresent(wiring::interrupt);
      from.get(WARN_ONLY)
          .elements()
          .forEach(rule -> wiring.warning(Rule.warnable(rule.text().orElse(""))));
    } catch (IllegalArgumentException e) {
      throw error(String.valueOf(e.getMessage()));
    }
    return wiring.build();
  }

  private static BigDecimal clock(String name, JsonValue value) {
    return value.number().orElseThrow(() -> error("clock '" + name + "' has no number of MHz"));
  }

  private static boolean isLow(String name, JsonValue value) {
    return switch (value.text().orElse("")) {
      case "low" -> true;
      case "high" -> false;
      default ->
          throw error(
              "reset '"
                  + name
                  + "' is active "
                  + value.text().orElse("otherwise")
                  + ", not \"low\" or \"high\"");
    };
  }

  private static BigInteger bits(String name, JsonValue value) {
    String text =
        value instanceof JsonNumber
            ? value.number().map(BigDecimal::toPlainString).orElse("")
            : value.text().orElse("").replace("_", "");
    try {
      return text.startsWith("0x")
          ? new BigInteger(text.substring(2), 16)
          : new BigInteger(
              text.startsWith("0b") ? text.substring(2) : text, text.startsWith("0b") ? 2 : 10);
    } catch (NumberFormatException e) {
      throw error("input '" + name + "' is tied to '" + text + "', which is no number");
    }
  }

  private static RtlException error(String problem) {
    return new RtlException(
        RtlError.DESCRIPTION_INVALID, "the wiring of a kernel is wrong: " + problem);
  }
}
