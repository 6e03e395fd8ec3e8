package dev.backplane.cli.opae;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.opae.ErrorRegisters;
import dev.backplane.api.opae.ErrorRegisters.Description;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The error registers of a device: clears some, then reads all. */
final class ErrorReport {
  private final String device;
  private final ErrorRegisters registers;
  private final List<Description> descriptions;
  private final List<Long> values = new ArrayList<>();

  /** What registers held before they were cleared, by number. */
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

  /** {@return a line for each register} */
  List<Map<String, @Nullable Object>> rows() {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (int number = 0; number < values.size(); number++) {
      Map<String, @Nullable Object> row = new LinkedHashMap<>();
      row.put("number", number);
      row.put("name", descriptions.get(number).name());
      if (!cleared.isEmpty()) {
        Long before = cleared.get(number);
        row.put("before", before == null ? null : hex(before));
      }
      row.put("value", hex(values.get(number)));
      row.put("can_be_cleared", descriptions.get(number).clearable());
      rows.add(row);
    }
    return rows;
  }

  Map<String, @Nullable Object> describe() {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("device", device);
    map.put("cleared", cleared.keySet().stream().map(names()::get).toList());
    map.put("errors", rows());
    return map;
  }

  private static String hex(long value) {
    return "0x" + Long.toHexString(value);
  }
}
