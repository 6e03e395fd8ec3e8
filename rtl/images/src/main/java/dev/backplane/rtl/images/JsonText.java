package dev.backplane.rtl.images;

import java.io.StringWriter;
import java.math.BigDecimal;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;

/**
 * Reads and writes values of JSON, through Jackson's tokens. Its binding to types takes a new
 * process 0.2 s, which a manifest has no need of.
 */
final class JsonText {
  /** A number with a large exponent is a short text and a large integer. */
  private static final int MAX_EXPONENT = 1000;

  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private static final ObjectWriteContext PRETTY =
      new ObjectWriteContext.Base() {
        @Override
        public DefaultPrettyPrinter getPrettyPrinter() {
          return new DefaultPrettyPrinter();
        }
      };

  private JsonText() {}

  /**
   * Reads a text that is exactly one value.
   *
   * @throws JacksonException if it is not
   */
  static JsonValue read(byte[] utf8) {
    try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), utf8)) {
      JsonToken first = json.nextToken();
      JsonValue value = value(json, first);
      JsonToken next = json.nextToken();
      if (first == null || next != null) {
        throw new StreamReadException(
            json, first == null ? "it is empty" : "there is more behind its end");
      }
      return value;
    }
  }

  private static JsonValue value(JsonParser json, JsonToken token) {
    if (token == JsonToken.START_OBJECT) {
      JsonValue.Fields object = new JsonValue.Fields();
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = json.currentName();
        object.put(name, value(json, json.nextToken()));
      }
      return object;
    }
    if (token == JsonToken.START_ARRAY) {
      JsonValue.Items array = new JsonValue.Items();
      for (JsonToken next = json.nextToken();
          next != JsonToken.END_ARRAY;
          next = json.nextToken()) {
        array.items().add(value(json, next));
      }
      return array;
    }
    if (token == JsonToken.VALUE_STRING) {
      return new JsonValue.Text(json.getString());
    }
    return token != null && token.isNumeric()
        ? new JsonValue.Decimal(number(json))
        : new JsonValue.Word(String.valueOf(json.getString()));
  }

  private static BigDecimal number(JsonParser json) {
    BigDecimal number = json.getDecimalValue();
    if (Math.abs((long) number.scale()) > MAX_EXPONENT) {
      throw new StreamReadException(json, "a number has an exponent out of reach");
    }
    return number;
  }

  /** {@return the text, a field a line} */
  static String write(JsonValue value) {
    StringWriter out = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(PRETTY, out)) {
      write(value, json);
    }
    return out.toString().replace("\r\n", "\n") + "\n";
  }

  private static void write(JsonValue value, JsonGenerator json) {
    switch (value) {
      case JsonValue.Fields(var fields) -> {
        json.writeStartObject();
        fields.forEach(
            (name, field) -> {
              json.writeName(name);
              write(field, json);
            });
        json.writeEndObject();
      }
      case JsonValue.Items(var items) -> {
        json.writeStartArray();
        items.forEach(item -> write(item, json));
        json.writeEndArray();
      }
      case JsonValue.Text(var text) -> json.writeString(text);
      case JsonValue.Decimal(var number) -> json.writeNumber(number);
      case JsonValue.Word(var word) -> json.writeRawValue(word);
    }
  }
}
