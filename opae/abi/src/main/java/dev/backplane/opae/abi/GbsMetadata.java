package dev.backplane.opae.abi;

import dev.backplane.api.Image;
import dev.backplane.api.binary.Content;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * The metadata of a green bitstream, which nothing is believed of before it is checked. Values are
 * found by their JSON pointers.
 */
final class GbsMetadata {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  /** The magic number in the metadata of every image. */
  private static final int MAGIC = 488_605_312;

  private static final int VERSION = 1;

  private static final String IMAGE = "/afu-image/";
  private static final String CLUSTER = IMAGE + "accelerator-clusters/0/";

  private final Image image;
  private final Map<String, Value> values;

  private GbsMetadata(Image image, Map<String, Value> values) {
    this.image = image;
    this.values = values;
  }

  /** A JSON value, by its first token: a text, a number as it was written, or anything else. */
  private record Value(JsonToken token, String text) {
    boolean isNumber() {
      return token.isNumeric();
    }
  }

  /** Parses metadata; they are checked by {@link #bitstream}. */
  static GbsMetadata parse(Image image, String text) {
    Map<String, Value> values = new LinkedHashMap<>();
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      JsonToken token = parser.nextToken();
      while (token != null) {
        var place = parser.streamReadContext();
        if (token.isScalarValue() || token.isStructStart()) {
          var named = token.isStructStart() ? place.getParent() : place;
          values.put(named.pathAsPointer().toString(), new Value(token, parser.getString()));
        }
        boolean ended = place.inRoot();
        token = parser.nextToken();
        if (ended && token != null) {
          throw Gbs.invalid(image, "its metadata are no JSON: text follows after their end")
              .build();
        }
      }
    } catch (JacksonException e) {
      throw Gbs.invalid(image, "its metadata are no JSON: " + e.getOriginalMessage())
          .causedBy(e)
          .build();
    }
    return new GbsMetadata(image, values);
  }

  /** Writes metadata, as tools of OPAE read them. */
  static String write(UUID accelerator, String name, UUID interfaceId, Optional<UserClock> clocks) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      json.writeNumberProperty("version", VERSION);
      json.writeStringProperty("platform-name", "");
      json.writeObjectPropertyStart("afu-image");
      json.writeNumberProperty("magic-no", MAGIC);
      json.writeStringProperty("interface-uuid", interfaceId.toString());
      json.writeNumberProperty("power", 0);
      clocks.ifPresent(
          wanted -> {
            json.writeNumberProperty("clock-frequency-high", wanted.high());
            json.writeNumberProperty("clock-frequency-low", wanted.low());
          });
      json.writeArrayPropertyStart("accelerator-clusters");
      json.writeStartObject();
      json.writeStringProperty("name", name);
      json.writeNumberProperty("total-contexts", 1);
      json.writeStringProperty("accelerator-type-uuid", accelerator.toString());
      json.writeEndObject();
      json.writeEndArray();
      json.writeEndObject();
      json.writeEndObject();
    }
    return text.toString();
  }

  Gbs bitstream(String text, Content payload) {
    check("version", "/version", VERSION);
    check("magic-no", IMAGE + "magic-no", MAGIC);
    String name = text(CLUSTER + "name");
    return new Gbs(
        id("accelerator-type-uuid", CLUSTER),
        name.isBlank() ? "accelerator" : name,
        id("interface-uuid", IMAGE),
        clocks(),
        text,
        payload);
  }

  private void check(String key, String pointer, int expected) {
    if (number(values.get(pointer)) != expected) {
      throw Gbs.invalid(
              image,
              "its metadata have '%s' for '%s', not %d".formatted(text(pointer), key, expected))
          .build();
    }
  }

  private String text(String pointer) {
    Value value = values.get(pointer);
    return value == null ? "" : value.text();
  }

  private UUID id(String key, String folder) {
    String text = text(folder + key);
    return Guid.parse(text)
        .orElseThrow(
            () ->
                Gbs.invalid(
                        image,
                        "its metadata have '%s' for '%s', which is no id".formatted(text, key))
                    .build());
  }

  /**
   * {@return the frequencies of the user's clocks; empty if the image asks for none} Tools write 0
   * where an accelerator does not care, and floating numbers.
   */
  private Optional<UserClock> clocks() {
    long high = megahertz("clock-frequency-high");
    long low = megahertz("clock-frequency-low");
    return high == 0
        ? Optional.empty()
        : Optional.of(
            new UserClock(
                (int) Math.min(high, Integer.MAX_VALUE), (int) Math.min(low, Integer.MAX_VALUE)));
  }

  private long megahertz(String key) {
    Value value = values.get(IMAGE + key);
    if (value == null
        || value.token() == JsonToken.VALUE_STRING
        || value.token() == JsonToken.VALUE_NULL) {
      // "auto" and the like: what the tools found is in the payload alone.
      return 0;
    }
    double number = number(value);
    if (!(number >= 0 && number <= 100_000)) {
      throw Gbs.invalid(image, "its '%s' is %s, which is no frequency".formatted(key, value.text()))
          .build();
    }
    return Math.round(number);
  }

  private static double number(@Nullable Value value) {
    return value != null && value.isNumber() ? Double.parseDouble(value.text()) : Double.NaN;
  }
}
