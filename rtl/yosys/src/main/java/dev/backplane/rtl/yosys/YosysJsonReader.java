package dev.backplane.rtl.yosys;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads the output of yosys' {@code write_json} as a stream: such files have tens of megabytes,
 * which would be gigabytes as a tree in memory.
 */
final class YosysJsonReader {
  private final JsonParser json;
  private int bits = 2;

  private YosysJsonReader(JsonParser json) {
    this.json = json;
  }

  /** Reads the module with the attribute {@code top}. */
  static YosysModule read(Path file) {
    // The contents of a memory are one string with one digit per bit.
    JsonFactory factory =
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
            .build();
    try (JsonParser json = factory.createParser(ObjectReadContext.empty(), file)) {
      return new YosysJsonReader(json).design();
    } catch (JacksonException e) {
      throw new RtlException(
          RtlError.SOURCE_INVALID,
          "yosys wrote no readable netlist: " + e.getOriginalMessage() + ". Try another version",
          e);
    }
  }

  private YosysModule design() {
    YosysModule top = null;
    json.nextToken();
    for (String key = field(); key != null; key = field()) {
      if (!key.equals("modules")) {
        skip();
        continue;
      }
      json.nextToken();
      for (String module = field(); module != null; module = field()) {
        YosysModule design = module(module);
        top = design == null ? top : design;
      }
    }
    if (top == null) {
      throw new RtlException(
          RtlError.SOURCE_INVALID, "yosys wrote no top module. Try another version of it");
    }
    return top;
  }

  private @Nullable YosysModule module(String name) {
    List<YosysModule.YosysPort> ports = new ArrayList<>();
    List<YosysModule.YosysCell> cells = new ArrayList<>();
    List<YosysModule.YosysWire> names = new ArrayList<>();
    Map<String, String> attributes = Map.of();
    Map<String, String> parameters = Map.of();
    json.nextToken();
    for (String key = field(); key != null; key = field()) {
      switch (key) {
        case "attributes" -> attributes = strings();
        case "parameter_default_values" -> parameters = strings();
        case "ports" -> forEachEntry(port -> ports.add(port(port)));
        case "cells" -> forEachEntry(cell -> cells.add(cell(cell)));
        case "netnames" -> forEachEntry(wire -> names.add(wire(wire)));
        default -> skip();
      }
    }
    return attributes.containsKey("top")
        ? new YosysModule(name, parameters, ports, cells, names, bits)
        : null;
  }

  private interface Entry {
    void read(String name);
  }

  private void forEachEntry(Entry entry) {
    json.nextToken();
    for (String name = field(); name != null; name = field()) {
      entry.read(name);
    }
  }

  private YosysModule.YosysPort port(String name) {
    String direction = "";
    int[] wires = {};
    json.nextToken();
    for (String key = field(); key != null; key = field()) {
      switch (key) {
        case "direction" -> direction = text();
        case "bits" -> wires = bits();
        default -> skip();
      }
    }
    return new YosysModule.YosysPort(name, direction, wires);
  }

  private YosysModule.YosysCell cell(String name) {
    String type = "";
    Map<String, String> parameters = Map.of();
    Map<String, String> attributes = Map.of();
    Map<String, int[]> connections = new LinkedHashMap<>();
    json.nextToken();
    for (String key = field(); key != null; key = field()) {
      switch (key) {
        case "type" -> type = text();
        case "parameters" -> parameters = strings();
        case "attributes" -> attributes = strings();
        case "connections" -> forEachEntry(port -> connections.put(port, bits()));
        default -> skip();
      }
    }
    return new YosysModule.YosysCell(
        name, type, parameters, attributes.getOrDefault("src", ""), connections);
  }

  private YosysModule.YosysWire wire(String name) {
    boolean madeUp = false;
    int[] wires = {};
    Map<String, String> attributes = Map.of();
    json.nextToken();
    for (String key = field(); key != null; key = field()) {
      switch (key) {
        case "hide_name" -> madeUp = !text().equals("0");
        case "bits" -> wires = bits();
        case "attributes" -> attributes = strings();
        default -> skip();
      }
    }
    return new YosysModule.YosysWire(
        name,
        madeUp,
        wires,
        attributes.getOrDefault("init", ""),
        attributes.getOrDefault("src", ""));
  }

  /** The next field of the object being read, or null at its end. */
  private @Nullable String field() {
    return json.nextToken() == JsonToken.PROPERTY_NAME ? json.currentName() : null;
  }

  private String text() {
    json.nextToken();
    return json.getString();
  }

  private void skip() {
    json.nextToken();
    json.skipChildren();
  }

  private Map<String, String> strings() {
    Map<String, String> strings = new HashMap<>();
    forEachEntry(name -> strings.put(name, text()));
    return strings;
  }

  private int[] bits() {
    json.nextToken();
    int[] wires = new int[8];
    int count = 0;
    for (JsonToken token = json.nextToken();
        token != null && token != JsonToken.END_ARRAY;
        token = json.nextToken()) {
      if (count == wires.length) {
        wires = Arrays.copyOf(wires, count * 2);
      }
      wires[count++] =
          token == JsonToken.VALUE_NUMBER_INT ? json.getIntValue() : constant(json.getString());
      bits = Math.max(bits, wires[count - 1] + 1);
    }
    return Arrays.copyOf(wires, count);
  }

  private static int constant(String digit) {
    return switch (digit) {
      case "0" -> YosysModule.ZERO;
      case "1" -> YosysModule.ONE;
      case "z" -> YosysModule.FLOATING;
      default -> YosysModule.UNKNOWN;
    };
  }
}
