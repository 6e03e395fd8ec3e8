package dev.backplane.cli.opae;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.opae.ErrorRegisters;
import dev.backplane.api.opae.ErrorRegisters.Description;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.Report.Inline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The error registers of a device: clears some, then reads all. */
final class ErrorReport {
  private final String device;
  private final ErrorRegisters registers;
  private final List<Description> descriptions;
  private final List<Long> values = new ArrayList<>();

  /** The contents of registers before they were cleared, by number. */
  private final Map<Integer, Long> cleared = new TreeMap<>();

  ErrorReport(String device, ErrorRegisters registers) {
    this.device = device;
    this.registers = registers;
    descriptions = registers.descriptions();
  }

  String device() {
    return device;
  }

  private List<String> names() {
    return descriptions.stream().map(Description::name).toList();
  }

  boolean has(String name) {
    return names().contains(name);
  }

  void clear(String name) {
    int number = names().indexOf(name);
    if (number < 0) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "there is no error register '" + name + "'")
          .during("clear an error of")
          .on(device)
          .remedy("Name one of " + String.join(", ", names()) + ", or 'all'")
          .build();
    }
    cleared.put(number, registers.read(number));
    registers.clear(number);
  }

  void clearAll() {
    for (int number = 0; number < descriptions.size(); number++) {
      if (descriptions.get(number).clearable()) {
        cleared.put(number, registers.read(number));
      }
    }
    registers.clearAll();
  }

  /** Reads all registers. Returns this. */
  ErrorReport read() {
    for (int number = 0; number < descriptions.size(); number++) {
      values.add(registers.read(number));
    }
    return this;
  }

  /** {@return registers that have bits although they were cleared, with their values} */
  List<String> persisting() {
    return cleared.keySet().stream()
        .filter(number -> values.get(number) != 0)
        .map(number -> descriptions.get(number).name() + " is " + hex(values.get(number)))
        .toList();
  }

  /** A line for a register; what it held before is there if any was cleared. */
  record Row(
      int number, String name, @Inline Optional<Before> before, String value, boolean canBeCleared)
      implements Report {}

  private record Before(@Nullable String before) implements Report {}

  /** The registers of a device, for a program. */
  record Described(String device, List<String> cleared, List<Row> errors) implements Report {}

  /** {@return a line for each register} */
  List<Row> rows() {
    return IntStream.range(0, values.size()).mapToObj(this::row).toList();
  }

  private Row row(int number) {
    Long before = cleared.get(number);
    return new Row(
        number,
        descriptions.get(number).name(),
        cleared.isEmpty()
            ? Optional.empty()
            : Optional.of(new Before(before == null ? null : hex(before))),
        hex(values.get(number)),
        descriptions.get(number).clearable());
  }

  /** {@return all of it, for a program} */
  Described describe() {
    return new Described(device, cleared.keySet().stream().map(names()::get).toList(), rows());
  }

  private static String hex(long value) {
    return "0x" + Long.toHexString(value);
  }
}
