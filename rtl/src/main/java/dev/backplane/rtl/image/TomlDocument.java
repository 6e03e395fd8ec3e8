package dev.backplane.rtl.image;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
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
 * A table of a TOML file, whose fields are asked for by type; whatever is wrong is named by line.
 */
final class TomlDocument {
  /** No honest description comes near; what is larger is not parsed at all. */
  private static final int LARGEST = 256 << 10;

  private final TomlTable table;
  private final String file;
  private final int line;

  private TomlDocument(TomlTable table, String file, int line) {
    this.table = table;
    this.file = file;
    this.line = line;
  }

  static TomlDocument read(byte[] document, String file) {
    if (document.length > LARGEST) {
      throw refused(
          file, "has more than " + LARGEST + " bytes; that is no description of a kernel");
    }
    TomlParseResult result;
    try {
      String text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(document)).toString();
      result = Toml.parse(text.startsWith("\ufeff") ? text.substring(1) : text, TomlVersion.V1_0_0);
    } catch (CharacterCodingException e) {
      throw refused(file, "is not UTF-8 text; save it as UTF-8");
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      // As the reader of meta.toml found: some broken documents crash the parser.
      throw new RtlException(
          RtlError.DESCRIPTION_INVALID,
          file + ": no TOML, and so broken that the place is not known; look for unclosed quotes",
          e);
    }
    if (result.hasErrors()) {
      var first = result.errors().getFirst();
      throw refused(
          file + ":" + first.position().line(),
          String.valueOf(first.getMessage()).replaceAll("\\s*\\R\\s*", " "));
    }
    return new TomlDocument(result, file, 1);
  }

  /** Refuses fields that nobody reads: a misspelt one would silently mean nothing. */
  void allow(Set<String> fields) {
    for (String field : table.keySet()) {
      if (!fields.contains(field)) {
        throw wrong(field, "is no known field; there are " + fields.stream().sorted().toList());
      }
    }
  }

  boolean has(String field) {
    return table.contains(List.of(field));
  }

  int line() {
    return line;
  }

  int line(String field) {
    TomlPosition at = table.inputPositionOf(List.of(field));
    return at == null ? line : at.line();
  }

  Optional<String> text(String field) {
    return optional(field).map(value -> as(String.class, field, value, "a string"));
  }

  Optional<Boolean> flag(String field) {
    return optional(field).map(value -> as(Boolean.class, field, value, "true or false"));
  }

  Optional<Long> number(String field) {
    return optional(field).map(value -> as(Long.class, field, value, "a whole number"));
  }

  /** A number in MHz, whole or with a fraction. */
  BigDecimal decimal(String field) {
    return switch (optional(field).orElse("")) {
      case Long whole -> BigDecimal.valueOf(whole);
      case Double number when Double.isFinite(number) -> BigDecimal.valueOf(number);
      default -> throw wrong(field, "is not a number");
    };
  }

  /** A number or text, as text: values of macros and parameters. */
  SequencedMap<String, String> words(String field) {
    SequencedMap<String, String> words = new LinkedHashMap<>();
    for (TomlDocument values : tableOf(field).stream().toList()) {
      for (String name : values.names()) {
        words.put(
            name,
            switch (values.optional(name).orElse("")) {
              case String text -> text;
              case Long whole -> whole.toString();
              case Boolean flag -> flag ? "1" : "0";
              default -> throw values.wrong(name, "is neither a string nor a whole number");
            });
      }
    }
    return words;
  }

  Optional<TomlDocument> tableOf(String field) {
    return optional(field)
        .map(
            value ->
                new TomlDocument(as(TomlTable.class, field, value, "a table"), file, line(field)));
  }

  List<TomlDocument> tables(String field) {
    List<TomlDocument> tables = new ArrayList<>();
    TomlArray array = array(field);
    for (int i = 0; array != null && i < array.size(); i++) {
      TomlPosition at = array.inputPositionOf(i);
      tables.add(
          new TomlDocument(
              as(TomlTable.class, field, array.get(i), "an array of tables"),
              file,
              at == null ? line(field) : at.line()));
    }
    return tables;
  }

  List<String> texts(String field) {
    List<String> texts = new ArrayList<>();
    TomlArray array = array(field);
    for (int i = 0; array != null && i < array.size(); i++) {
      texts.add(as(String.class, field, array.get(i), "an array of strings"));
    }
    return texts;
  }

  /** The fields, in the order of the file. */
  List<String> names() {
    return table.keySet().stream().sorted(java.util.Comparator.comparingInt(this::line)).toList();
  }

  RtlException wrong(String field, String problem) {
    return refused(file + ":" + line(field), "'" + field + "' " + problem);
  }

  private @Nullable TomlArray array(String field) {
    return optional(field).map(value -> as(TomlArray.class, field, value, "an array")).orElse(null);
  }

  private Optional<Object> optional(String field) {
    return Optional.ofNullable(table.get(List.of(field)));
  }

  private <T> T as(Class<T> type, String field, Object value, String word) {
    if (!type.isInstance(value)) {
      throw wrong(field, "is not " + word);
    }
    return type.cast(value);
  }

  private static RtlException refused(String place, String problem) {
    return new RtlException(
        RtlError.DESCRIPTION_INVALID, place + ": " + problem + ". Correct the description");
  }
}
