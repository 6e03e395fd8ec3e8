package dev.backplane.rtl.base.toml;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;
import org.tomlj.TomlVersion;

/**
 * A table of a TOML file with typed access to its fields; errors are {@link
 * RtlError#DESCRIPTION_INVALID} and name the line. Immutable.
 */
public final class TomlDocument {
  /** The largest file that is parsed, far above any real description. */
  private static final int MAX_BYTES = 256 << 10;

  private final TomlTable table;
  private final String file;
  private final int line;

  private TomlDocument(TomlTable table, String file, int line) {
    this.table = table;
    this.file = file;
    this.line = line;
  }

  /**
   * Reads a file.
   *
   * @param document its bytes
   * @param file its name, for messages
   */
  public static TomlDocument read(byte[] document, String file) {
    if (document.length > MAX_BYTES) {
      throw invalid(
          file, "has more than " + MAX_BYTES + " bytes; put large data into files of their own");
    }
    TomlParseResult result;
    try {
      String text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(document)).toString();
      result = Toml.parse(text.startsWith("\ufeff") ? text.substring(1) : text, TomlVersion.V1_0_0);
    } catch (CharacterCodingException e) {
      throw invalid(file, "is not UTF-8 text; save it as UTF-8");
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      // Some malformed documents crash the parser.
      throw new RtlException(
          RtlError.DESCRIPTION_INVALID,
          file + ": no TOML, and so broken that the place is not known; look for unclosed quotes",
          e);
    }
    if (result.hasErrors()) {
      var first = result.errors().getFirst();
      throw invalid(
          file + ":" + first.position().line(),
          String.valueOf(first.getMessage()).replaceAll("\\s*\\R\\s*", " "));
    }
    return new TomlDocument(result, file, 1);
  }

  /** Refuses unknown fields: a misspelt one would be ignored silently. */
  public void requireKnown(Set<String> fields) {
    for (String field : table.keySet()) {
      if (!fields.contains(field)) {
        throw error(field, "is no known field; there are " + fields.stream().sorted().toList());
      }
    }
  }

  /** {@return whether a field is there} */
  public boolean has(String field) {
    return table.contains(List.of(field));
  }

  /** {@return the line where the table starts} */
  public int line() {
    return line;
  }

  /** {@return the line of a field} */
  public int line(String field) {
    TomlPosition at = table.inputPositionOf(List.of(field));
    return at == null ? line : at.line();
  }

  /** {@return a string} */
  public Optional<String> text(String field) {
    return optional(field).map(value -> cast(String.class, field, value, "a string"));
  }

  /** {@return a flag} */
  public Optional<Boolean> flag(String field) {
    return optional(field).map(value -> cast(Boolean.class, field, value, "true or false"));
  }

  /** {@return a whole number} */
  public Optional<Long> number(String field) {
    return optional(field).map(value -> cast(Long.class, field, value, "a whole number"));
  }

  /** {@return a number, whole or with a fraction} */
  public BigDecimal decimal(String field) {
    return switch (optional(field).orElse("")) {
      case Long whole -> BigDecimal.valueOf(whole);
      case Double number when Double.isFinite(number) -> BigDecimal.valueOf(number);
      default -> throw error(field, "is not a number");
    };
  }

  /** {@return a table of numbers or texts, as text: values of macros and parameters} */
  public SequencedMap<String, String> textTable(String field) {
    SequencedMap<String, String> words = new LinkedHashMap<>();
    for (TomlDocument values : tableOf(field).stream().toList()) {
      for (String name : values.names()) {
        words.put(
            name,
            switch (values.optional(name).orElse("")) {
              case String text -> text;
              case Long whole -> whole.toString();
              case Boolean flag -> flag ? "1" : "0";
              default -> throw values.error(name, "is neither a string nor a whole number");
            });
      }
    }
    return words;
  }

  /** {@return a table} */
  public Optional<TomlDocument> tableOf(String field) {
    return optional(field)
        .map(
            value ->
                new TomlDocument(
                    cast(TomlTable.class, field, value, "a table"), file, line(field)));
  }

  /** {@return the tables of an array} */
  public List<TomlDocument> tables(String field) {
    List<TomlDocument> tables = new ArrayList<>();
    TomlArray array = array(field);
    for (int i = 0; array != null && i < array.size(); i++) {
      TomlPosition at = array.inputPositionOf(i);
      tables.add(
          new TomlDocument(
              cast(TomlTable.class, field, array.get(i), "an array of tables"),
              file,
              at == null ? line(field) : at.line()));
    }
    return tables;
  }

  /** {@return the strings of an array} */
  public List<String> texts(String field) {
    List<String> texts = new ArrayList<>();
    TomlArray array = array(field);
    for (int i = 0; array != null && i < array.size(); i++) {
      texts.add(cast(String.class, field, array.get(i), "an array of strings"));
    }
    return texts;
  }

  /** {@return whether a field is an array} */
  public boolean isArray(String field) {
    return optional(field).filter(TomlArray.class::isInstance).isPresent();
  }

  /** {@return numbers, strings, flags and tables of an array, or the one value that is no array} */
  public List<Object> values(String field) {
    Object value = optional(field).orElse(null);
    List<Object> values = new ArrayList<>();
    if (value instanceof TomlArray array) {
      for (int i = 0; i < array.size(); i++) {
        values.add(wrapped(field, array.get(i)));
      }
    } else if (value != null) {
      values.add(wrapped(field, value));
    }
    return values;
  }

  private Object wrapped(String field, Object value) {
    return value instanceof TomlTable inner ? new TomlDocument(inner, file, line(field)) : value;
  }

  /** {@return the names of the fields, in the order of the file} */
  public List<String> names() {
    return table.keySet().stream().sorted(java.util.Comparator.comparingInt(this::line)).toList();
  }

  /** {@return an error about a field, which is to be thrown} */
  public RtlException error(String field, String problem) {
    return invalid(file + ":" + line(field), "'" + field + "' " + problem);
  }

  private @Nullable TomlArray array(String field) {
    return optional(field)
        .map(value -> cast(TomlArray.class, field, value, "an array"))
        .orElse(null);
  }

  private Optional<Object> optional(String field) {
    return Optional.ofNullable(table.get(List.of(field)));
  }

  private <T> T cast(Class<T> type, String field, Object value, String word) {
    if (!type.isInstance(value)) {
      throw error(field, "is not " + word);
    }
    return type.cast(value);
  }

  private static RtlException invalid(String place, String problem) {
    return new RtlException(
        RtlError.DESCRIPTION_INVALID, place + ": " + problem + ". Correct the file");
  }
}
