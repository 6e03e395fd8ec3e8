package dev.backplane.rtl.frontends.macros;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.frontends.Elaboration;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.frontends.TestVerilator;
import dev.backplane.rtl.netlist.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A design around a macro, on the jvm engine, with pins by name. */
final class MacroTestBench implements AutoCloseable {
  private final Engine engine;
  private final Map<String, Pin> pins = new HashMap<>();

  private MacroTestBench(Engine engine) {
    this.engine = engine;
    engine.pins().forEach(pin -> pins.put(pin.port().name(), pin));
  }

  static Elaboration elaborate(Path folder, String verilog) throws IOException {
    Path source = Files.writeString(folder.resolve("t.sv"), verilog);
    return FrontEnd.preparing(TestVerilator.frontEnd(), Duration.ofMinutes(1))
        .elaborate(Sources.of(List.of(source)), "t");
  }

  static MacroTestBench of(Path folder, String verilog) throws IOException {
    return new MacroTestBench(JvmEngine.compile(elaborate(folder, verilog).netlist()).newEngine());
  }

  /**
   * A macro alone as the top.
   *
   * @param parameters the parameters in Verilog's syntax: {@code .WIDTH(4), .MODE("std")}
   * @param ports the ports as {@code name} or {@code name:width}, outputs with a leading >
   */
  static String wrap(String macro, String parameters, String... ports) {
    StringBuilder header = new StringBuilder();
    StringBuilder connections = new StringBuilder();
    for (String port : ports) {
      boolean output = port.startsWith(">");
      String[] parts = port.substring(output ? 1 : 0).split(":");
      int width = parts.length > 1 ? Integer.parseInt(parts[1]) : 1;
      header
          .append(header.isEmpty() ? "" : ", ")
          .append(output ? "output wire " : "input wire ")
          .append(width > 1 ? "[" + (width - 1) + ":0] " : "")
          .append(parts[0]);
      connections
          .append(connections.isEmpty() ? "" : ", ")
          .append(".%s(%s)".formatted(parts[0], parts[0]));
    }
    return "module t(%s);\n  %s #(%s) u (%s);\nendmodule\n"
        .formatted(header, macro, parameters, connections);
  }

  MacroTestBench set(String name, long value) {
    pin(name).set(value);
    return this;
  }

  /** After {@link #settle()}. */
  long get(String name) {
    return pin(name).get();
  }

  boolean is(String name) {
    return get(name) != 0;
  }

  void settle() {
    engine.settle();
  }

  /** Applies simultaneous edges of clocks, then settles. */
  void edge(String... clocks) {
    long mask = 0;
    for (String clock : clocks) {
      int index = engine.clocks().indexOf(Clock.rising(clock));
      if (index < 0) {
        throw new IllegalArgumentException(clock + " is none of " + engine.clocks());
      }
      mask |= 1L << index;
    }
    engine.edges(mask);
    engine.settle();
  }

  private Pin pin(String name) {
    Pin pin = pins.get(name);
    if (pin == null) {
      throw new IllegalArgumentException(name + " is none of " + pins.keySet());
    }
    return pin;
  }

  @Override
  public void close() {
    engine.close();
  }
}
