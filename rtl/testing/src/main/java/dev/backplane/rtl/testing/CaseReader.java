package dev.backplane.rtl.testing;

import dev.backplane.rtl.base.toml.TomlDocument;
import dev.backplane.rtl.harness.ports.BusInterface;
import dev.backplane.rtl.harness.ports.Rule;
import dev.backplane.rtl.simulators.EngineKind;
import dev.backplane.xclbin.AddressQualifier;
import dev.backplane.xclbin.KernelArgument;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Reads the cases of a file of tests, with what its top level says for all of them. */
final class CaseReader {
  /** The fields that a file has for all of its cases, and a case for itself. */
  static final List<String> OPTIONS =
      List.of(
          "engines",
          "seeds",
          "stall_percent",
          "latency",
          "max_cycles",
          "watchdog_cycles",
          "runs",
          "warn_only",
          "data_seed",
          "java");

  private static final Set<String> FIELDS =
      Stream.concat(
              OPTIONS.stream(),
              Stream.of("name", "args", "expect", "expect_registers", "start", "done", "cycles"))
          .collect(Collectors.toUnmodifiableSet());

  private static final int MAX_SEEDS = 10_000;

  private final TomlDocument file;
  private final Path folder;
  private final KernelUnderTest kernel;

  /**
   * Creates a reader.
   *
   * @param file the file
   * @param folder its folder
   * @param kernel the kernel that is tested
   */
  CaseReader(TomlDocument file, Path folder, KernelUnderTest kernel) {
    this.file = file;
    this.folder = folder;
    this.kernel = kernel;
  }

  TestCase read(TomlDocument table) {
    table.requireKnown(FIELDS);
    String name = name(table);
    ContentsReader contents =
        new ContentsReader(folder, number(table, "data_seed", 1, Long.MIN_VALUE, Long.MAX_VALUE));
    SequencedMap<String, BigDecimal> numbers = new LinkedHashMap<>();
    SequencedMap<String, Contents> buffers = new LinkedHashMap<>();
    SequencedMap<String, List<Contents>> packets = new LinkedHashMap<>();
    Optional<TomlDocument> given = table.tableOf("args");
    given.ifPresent(args -> requireArguments(args, true));
    for (KernelArgument argument : kernel.arguments()) {
      TomlDocument args = given.filter(each -> each.has(argument.name())).orElse(null);
      if (argument.qualifier() == AddressQualifier.STREAM) {
        continue;
      }
      if (args == null) {
        throw table.error(
            "args",
            "of '%s' lacks '%s', an argument of %s"
                .formatted(name, argument.name(), kernel.name()));
      }
      ElementType type = ElementType.ofC(argument.type());
      if (argument.qualifier() == AddressQualifier.SCALAR) {
        numbers.put(argument.name(), scalar(args, argument));
      } else {
        buffers.put(argument.name(), contents.argument(args, argument.name(), type));
      }
    }
    for (TomlDocument args : given.stream().toList()) {
      for (String stream : args.names()) {
        if (isStream(stream)) {
          packets.put(stream, contents.packets(args, stream, kernel.streamType(stream), false));
        }
      }
    }
    SequencedMap<String, Contents> expected = new LinkedHashMap<>();
    SequencedMap<String, List<Contents>> expectedPackets = new LinkedHashMap<>();
    for (TomlDocument expect : table.tableOf("expect").stream().toList()) {
      requireArguments(expect, false);
      for (String each : expect.names()) {
        if (isStream(each)) {
          expectedPackets.put(each, contents.packets(expect, each, kernel.streamType(each), true));
        } else {
          expected.put(each, expected(expect, each, contents, buffers));
        }
      }
    }
    return new TestCase(
        name,
        table.line(),
        numbers,
        buffers,
        packets,
        expected,
        expectedPackets,
        registers(table, "expect_registers"),
        control(table),
        has(table, "java") ? from(table, "java").text("java") : Optional.empty(),
        options(table));
  }

  static String name(TomlDocument table) {
    return table
        .text("name")
        .filter(text -> !text.isBlank())
        .orElseThrow(() -> table.error("name", "is missing: every case needs one"));
  }

  private void requireArguments(TomlDocument table, boolean inputs) {
    for (String field : table.names()) {
      Optional<BusInterface> stream = kernel.stream(field);
      if (stream.isPresent() && stream.get().isStreamIn() != inputs) {
        throw table.error(
            field,
            inputs ? "is a stream that the kernel sends" : "is a stream that the kernel receives");
      }
      if (stream.isPresent()) {
        continue;
      }
      Optional<KernelArgument> argument =
          kernel.arguments().stream().filter(each -> each.name().equals(field)).findFirst();
      if (argument.isEmpty()) {
        List<String> known = new ArrayList<>();
        kernel.arguments().forEach(each -> known.add(each.name()));
        kernel.ports().streams().forEach(each -> known.add(each.name()));
        throw table.error(
            field,
            "is no argument or stream of %s; there are %s"
                .formatted(kernel.name(), known.stream().distinct().toList()));
      }
      if (!inputs && argument.get().qualifier() == AddressQualifier.SCALAR) {
        throw table.error(
            field, "is a number that the kernel only reads; see 'expect_registers' for registers");
      }
    }
  }

  private boolean isStream(String name) {
    return kernel.stream(name).isPresent();
  }

  private static BigDecimal scalar(TomlDocument args, KernelArgument argument) {
    List<Object> values = args.values(argument.name());
    if (values.size() != 1) {
      throw args.error(argument.name(), "is an argument of one number");
    }
    BigDecimal number = ContentsReader.number(args, argument.name(), values.getFirst());
    try {
      scalarType(argument).put(ByteBuffer.allocate(Long.BYTES), number);
    } catch (ArithmeticException e) {
      throw args.error(argument.name(), "is impossible: " + e.getMessage());
    }
    return number;
  }

  /** The type of an argument's register: what its C type is, in the size that it has. */
  static ElementType scalarType(KernelArgument argument) {
    ElementType type = ElementType.ofC(argument.type());
    if (type.isFloat()) {
      return type;
    }
    return switch ((int) argument.size()) {
      case 1 -> ElementType.U8;
      case 2 -> ElementType.U16;
      case 4 -> ElementType.U32;
      default -> ElementType.U64;
    };
  }

  private Contents expected(
      TomlDocument expect,
      String name,
      ContentsReader reader,
      SequencedMap<String, Contents> buffers) {
    Contents buffer = buffers.get(name);
    ElementType usual = buffer == null ? ElementType.U8 : buffer.type();
    Contents part = reader.expected(expect, name, usual);
    long end = ((long) part.first() + part.count()) * part.type().bytes();
    if (buffer == null || end > buffer.bytes().length) {
      throw expect.error(
          name,
          "expects %d bytes of a buffer of %d"
              .formatted(end, buffer == null ? 0 : buffer.bytes().length));
    }
    return part;
  }

  private static List<TestCase.RegisterValue> registers(TomlDocument table, String field) {
    return table.tables(field).stream().map(CaseReader::register).toList();
  }

  private static TestCase.RegisterValue register(TomlDocument table) {
    table.requireKnown(Set.of("at", "mask", "value"));
    long offset =
        table
            .number("at")
            .orElseThrow(() -> table.error("at", "is missing; give the address of the register"));
    if (offset < 0 || offset > 0xffff_fffcL || offset % 4 != 0) {
      throw table.error("at", "is no address of a register, which is a multiple of 4");
    }
    return new TestCase.RegisterValue(
        offset, word(table, "mask", 0xffff_ffffL), word(table, "value", 1));
  }

  private static int word(TomlDocument table, String field, long usual) {
    long value = table.number(field).orElse(usual);
    if (value < Integer.MIN_VALUE || value > 0xffff_ffffL) {
      throw table.error(field, "is " + value + ", which needs more than 32 bits");
    }
    return (int) value;
  }

  private TestCase.Control control(TomlDocument table) {
    boolean hosted =
        switch (kernel.protocol()) {
          case AP_CTRL_HS, AP_CTRL_CHAIN -> false;
          case AP_CTRL_NONE, USER_MANAGED, MMIO -> true;
        };
    for (String field : List.of("start", "done", "cycles")) {
      if (!hosted && table.has(field)) {
        throw table.error(
            field,
            "is for kernels without a control protocol; this one has "
                + kernel.protocol().name().toLowerCase(java.util.Locale.ROOT));
      }
    }
    return new TestCase.Control(
        registers(table, "start"),
        table.tableOf("done").map(CaseReader::register),
        number(table, "cycles", 0, 0, Long.MAX_VALUE));
  }

  private TestCase.Options options(TomlDocument table) {
    return new TestCase.Options(
        engines(table),
        seeds(table),
        (int) number(table, "stall_percent", 25, 0, 90),
        (int) number(table, "latency", 8, 1, 1 << 20),
        number(table, "max_cycles", 100_000_000, 1, Long.MAX_VALUE),
        number(table, "watchdog_cycles", 100_000, 0, Long.MAX_VALUE),
        (int) number(table, "runs", 1, 1, 1 << 20),
        warnings(table));
  }

  private Set<String> warnings(TomlDocument table) {
    TomlDocument from = from(table, "warn_only");
    try {
      return from.texts("warn_only").stream()
          .map(Rule::warnable)
          .collect(Collectors.toUnmodifiableSet());
    } catch (IllegalArgumentException e) {
      throw from.error("warn_only", String.valueOf(e.getMessage()));
    }
  }

  private List<EngineKind> engines(TomlDocument table) {
    TomlDocument from = from(table, "engines");
    List<EngineKind> engines = new ArrayList<>();
    for (String text : from.texts("engines")) {
      engines.add(
          EngineKind.parse(text)
              .orElseThrow(
                  () ->
                      from.error(
                          "engines",
                          "has \"%s\"; there are %s"
                              .formatted(
                                  text,
                                  Arrays.stream(EngineKind.values())
                                      .map(EngineKind::text)
                                      .toList()))));
    }
    return engines.isEmpty() ? List.of(EngineKind.JVM) : engines.stream().distinct().toList();
  }

  private List<Long> seeds(TomlDocument table) {
    TomlDocument from = from(table, "seeds");
    if (!from.has("seeds")) {
      return List.of(0L);
    }
    List<Object> values = from.values("seeds");
    boolean count = values.size() == 1 && !from.isArray("seeds");
    for (Object value : values) {
      if (!(value instanceof Long seed) || seed < (count ? 1 : 0) || (count && seed > MAX_SEEDS)) {
        throw from.error(
            "seeds", "is neither a number from 1 to " + MAX_SEEDS + " nor an array of seeds");
      }
    }
    if (values.isEmpty()) {
      throw from.error("seeds", "is empty; give at least one, 0 for no back-pressure");
    }
    return count
        ? LongStream.range(0, (Long) values.getFirst()).boxed().toList()
        : values.stream().map(Long.class::cast).distinct().toList();
  }

  private long number(TomlDocument table, String field, long usual, long least, long most) {
    TomlDocument from = OPTIONS.contains(field) ? from(table, field) : table;
    long value = from.number(field).orElse(usual);
    if (value < least || value > most) {
      throw from.error(field, "is " + value + "; " + least + " to " + most + " are possible");
    }
    return value;
  }

  private boolean has(TomlDocument table, String field) {
    return table.has(field) || file.has(field);
  }

  /** The table that says something: the case, or else the file for all of its cases. */
  private TomlDocument from(TomlDocument table, String field) {
    return table.has(field) ? table : file;
  }
}
