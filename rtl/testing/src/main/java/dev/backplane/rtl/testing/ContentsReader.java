package dev.backplane.rtl.testing;

import dev.backplane.rtl.base.toml.TomlDocument;
import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** Reads what a file says about the contents of buffers and packets. */
final class ContentsReader {
  /** The largest buffer of a case. */
  private static final long MAX_BYTES = 1L << 30;

  /** The initial byte of buffers without given contents. It shows where a kernel writes nothing. */
  private static final byte ROOM = (byte) 0xa5;

  private static final List<String> SOURCES =
      List.of("values", "file", "text", "hex", "fill", "from", "random");
  private static final Set<String> FIELDS =
      Set.of(
          "type", "count", "values", "file", "text", "hex", "fill", "from", "step", "random", "min",
          "max");
  private static final Set<String> EXPECTED_FIELDS =
      Set.of(
          "type",
          "count",
          "values",
          "file",
          "text",
          "hex",
          "fill",
          "from",
          "step",
          "first",
          "tolerance");

  private final Path folder;
  private final long seed;

  /**
   * Creates a reader.
   *
   * @param folder where files are looked for
   * @param seed the seed of random contents
   */
  ContentsReader(Path folder, long seed) {
    this.folder = folder;
    this.seed = seed;
  }

  /** Reads the contents of an argument: an array of numbers, the name of a file, or a table. */
  Contents argument(TomlDocument table, String field, ElementType usual) {
    return read(table, field, usual, false);
  }

  /** Reads what an argument has to be after a run. */
  Contents expected(TomlDocument table, String field, ElementType usual) {
    return read(table, field, usual, true);
  }

  /** Reads the packets of a stream: contents, or an array of them. */
  List<Contents> packets(TomlDocument table, String field, ElementType usual, boolean expected) {
    List<Object> values = table.values(field);
    if (values.isEmpty() || !values.stream().allMatch(TomlDocument.class::isInstance)) {
      return values.isEmpty() ? List.of() : List.of(read(table, field, usual, expected));
    }
    List<Contents> packets = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      packets.add(table((TomlDocument) values.get(i), field + "[" + i + "]", usual, expected));
    }
    return packets;
  }

  private Contents read(TomlDocument table, String field, ElementType usual, boolean expected) {
    List<Object> values = table.values(field);
    if (values.size() == 1 && values.getFirst() instanceof TomlDocument inner) {
      return table(inner, field, usual, expected);
    }
    if (!table.isArray(field) && values.getFirst() instanceof String file) {
      return new Contents(usual, whole(file(table, field, file), usual, table, field), 0, 0);
    }
    return new Contents(usual, numbers(table, field, values, usual), 0, 0);
  }

  private Contents table(TomlDocument table, String name, ElementType usual, boolean expected) {
    table.requireKnown(expected ? EXPECTED_FIELDS : FIELDS);
    ElementType type =
        table
            .text("type")
            .map(
                text ->
                    ElementType.parse(text)
                        .orElseThrow(
                            () ->
                                table.error(
                                    "type",
                                    "is none of " + ElementType.names() + ": \"" + text + "\"")))
            .orElse(usual);
    List<String> said = SOURCES.stream().filter(table::has).toList();
    if (said.size() > 1) {
      throw table.error(said.get(1), "contradicts '" + said.get(0) + "'; give one of them");
    }
    if (said.isEmpty() && (expected || !table.has("count"))) {
      throw table.error(
          name,
          "has no contents; give one of " + SOURCES + (expected ? "" : ", or count for room"));
    }
    byte[] bytes = bytes(table, name, said.isEmpty() ? "count" : said.getFirst(), type);
    double tolerance = table.has("tolerance") ? table.decimal("tolerance").doubleValue() : 0;
    long first = table.number("first").orElse(0L);
    if (first < 0 || first > Integer.MAX_VALUE) {
      throw table.error("first", "is " + first + "; elements are counted from 0");
    }
    if (tolerance < 0 || (tolerance > 0 && !type.isFloat())) {
      throw table.error("tolerance", "is for f32 and f64, and at least 0");
    }
    return new Contents(type, bytes, (int) first, tolerance);
  }

  private byte[] bytes(TomlDocument table, String name, String from, ElementType type) {
    byte[] bytes =
        switch (from) {
          case "values" -> numbers(table, from, table.values(from), type);
          case "file" -> file(table, from, table.text(from).orElseThrow());
          case "text" -> table.text(from).orElseThrow().getBytes(StandardCharsets.UTF_8);
          case "hex" -> hex(table);
          case "fill" -> series(table, type, table.decimal(from), BigDecimal.ZERO);
          case "from" -> series(table, type, table.decimal(from), step(table));
          case "random" -> random(table, name, type);
          default -> {
            byte[] room = new byte[count(table, type) * type.bytes()];
            Arrays.fill(room, ROOM);
            yield room;
          }
        };
    if (Set.of("values", "file", "text", "hex").contains(from) && table.has("count")) {
      int size = count(table, type) * type.bytes();
      if (size < bytes.length) {
        throw table.error("count", "is less than what '" + from + "' gives");
      }
      bytes = Arrays.copyOf(bytes, size);
    }
    return whole(bytes, type, table, from);
  }

  private static byte[] whole(byte[] bytes, ElementType type, TomlDocument table, String field) {
    if (bytes.length % type.bytes() != 0) {
      throw table.error(
          field,
          "has %d bytes, which are no whole elements of %s".formatted(bytes.length, type.text()));
    }
    return bytes;
  }

  private static BigDecimal step(TomlDocument table) {
    return table.has("step") ? table.decimal("step") : BigDecimal.ONE;
  }

  private static byte[] numbers(
      TomlDocument table, String field, List<Object> values, ElementType type) {
    byte[] bytes = new byte[values.size() * type.bytes()];
    ByteBuffer into = littleEndian(bytes);
    for (Object value : values) {
      put(table, field, into, type, number(table, field, value));
    }
    return bytes;
  }

  /** {@return a number of a file; strings are for those that need more than 63 bits} */
  static BigDecimal number(TomlDocument table, String field, Object value) {
    try {
      return switch (value) {
        case Long whole -> BigDecimal.valueOf(whole);
        case Double number when Double.isFinite(number) -> BigDecimal.valueOf(number);
        case Boolean flag -> flag ? BigDecimal.ONE : BigDecimal.ZERO;
        case String text when text.startsWith("0x") ->
            new BigDecimal(new BigInteger(text.substring(2).replace("_", ""), 16));
        case String text -> new BigDecimal(text);
        default -> throw new NumberFormatException();
      };
    } catch (NumberFormatException e) {
      throw table.error(field, "has something that is not a number: " + value);
    }
  }

  private static void put(
      TomlDocument table, String field, ByteBuffer into, ElementType type, BigDecimal number) {
    try {
      type.put(into, number);
    } catch (ArithmeticException e) {
      throw table.error(field, "is impossible: " + e.getMessage());
    }
  }

  private byte[] series(TomlDocument table, ElementType type, BigDecimal first, BigDecimal step) {
    int count = count(table, type);
    byte[] bytes = new byte[count * type.bytes()];
    ByteBuffer into = littleEndian(bytes);
    BigDecimal value = first;
    for (int i = 0; i < count; i++) {
      put(table, table.has("fill") ? "fill" : "from", into, type, value);
      value = value.add(step);
    }
    return bytes;
  }

  private byte[] random(TomlDocument table, String name, ElementType type) {
    if (!table.flag("random").orElse(false)) {
      throw table.error("random", "is false; leave it out, or give other contents");
    }
    int count = count(table, type);
    byte[] bytes = new byte[count * type.bytes()];
    ByteBuffer into = littleEndian(bytes);
    SplittableRandom random = new SplittableRandom(seed * 31 + name.hashCode());
    if (!table.has("min") && !table.has("max")) {
      for (int i = 0; i < count; i++) {
        type.putRandom(into, random.nextLong());
      }
      return bytes;
    }
    for (String bound : List.of("min", "max")) {
      if (!table.has(bound)) {
        throw table.error("random", "needs both 'min' and 'max', or neither");
      }
    }
    double least = table.decimal("min").doubleValue();
    double most = table.decimal("max").doubleValue();
    if (!(least <= most)) {
      throw table.error("max", "is less than 'min'");
    }
    for (int i = 0; i < count; i++) {
      BigDecimal value =
          type.isFloat()
              ? BigDecimal.valueOf(least + random.nextDouble() * (most - least))
              : BigDecimal.valueOf(
                  table.number("min").orElseThrow()
                      + random.nextLong(
                          Math.addExact(
                              Math.subtractExact(
                                  table.number("max").orElseThrow(),
                                  table.number("min").orElseThrow()),
                              1)));
      put(table, "max", into, type, value);
    }
    return bytes;
  }

  private static int count(TomlDocument table, ElementType type) {
    long count =
        table
            .number("count")
            .orElseThrow(() -> table.error("count", "is missing; say how many elements there are"));
    if (count < 0 || count > MAX_BYTES / type.bytes()) {
      throw table.error(
          "count", "is " + count + "; 0 to " + MAX_BYTES / type.bytes() + " are possible");
    }
    return (int) count;
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static byte[] hex(TomlDocument table) {
    try {
      return HexFormat.of().parseHex(table.text("hex").orElseThrow().replaceAll("[\\s_]", ""));
    } catch (IllegalArgumentException e) {
      throw table.error("hex", "is impossible: " + e.getMessage());
    }
  }

  private byte[] file(TomlDocument table, String field, String name) {
    Path file = folder.resolve(name);
    try {
      RegularFile.check(file);
      if (Files.size(file) > MAX_BYTES) {
        throw table.error(field, "names " + file + ", which has more than " + MAX_BYTES + " bytes");
      }
      return RegularFile.read(file, MAX_BYTES);
    } catch (IOException e) {
      throw table.error(
          field,
          "names "
              + file
              + ", which cannot be read: "
              + (e instanceof NoSuchFileException ? "there is no such file" : e.getMessage()));
    }
  }
}
