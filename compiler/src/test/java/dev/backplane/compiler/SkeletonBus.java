package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.compiler.component.TensorType;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.Sources;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** A host of the skeleton protocol: pins of a design that is run on the engine in the JVM. */
final class SkeletonBus implements AutoCloseable {
  private static final int PATIENCE = 100_000;

  private final Engine engine;
  private final Map<String, Pin> pins;

  private SkeletonBus(Engine engine) {
    this.engine = engine;
    pins = engine.pins().stream().collect(Collectors.toMap(pin -> pin.port().name(), pin -> pin));
    set("reset", 1);
    cycle();
    set("reset", 0);
  }

  static SkeletonBus of(List<Path> files) {
    return new SkeletonBus(
        JvmEngine.compile(
                FrontEnd.find(Duration.ofMinutes(2)).elaborate(Sources.of(files), "net").netlist())
            .newEngine());
  }

  private Pin pin(String name) {
    return Objects.requireNonNull(pins.get(name), name);
  }

  private void set(String name, long value) {
    pin(name).set(value);
  }

  private void cycle() {
    engine.settle();
    engine.edge(0);
    engine.settle();
  }

  void write(int address, int value) {
    set("wr", 1);
    set("address_in", address);
    set("data_in", value);
    cycle();
    set("wr", 0);
  }

  int read(int address) {
    set("rd", 1);
    set("address_in", address);
    cycle();
    set("rd", 0);
    return (int) pin("data_out").get();
  }

  boolean busy() {
    engine.settle();
    boolean busy = pin("busy").get() == 1;
    assertThat(pin("wake_up").get()).isEqualTo(busy ? 0 : 1);
    return busy;
  }

  void awaitDone() {
    for (int i = 0; busy(); i++) {
      assertThat(i).as("cycles of a run").isLessThan(PATIENCE);
      cycle();
    }
  }

  private static int bytes(TensorType type) {
    return Math.ceilDiv(type.format().width(), Byte.SIZE);
  }

  void writeNumbers(int address, long[] numbers, TensorType type) {
    int bytes = bytes(type);
    for (int i = 0; i < numbers.length * bytes; i++) {
      write(address + i, (int) (numbers[i / bytes] >> (i % bytes * Byte.SIZE)) & 255);
    }
  }

  long[] readNumbers(int address, TensorType type) {
    int bytes = bytes(type);
    long[] numbers = new long[type.shape().size()];
    for (int i = 0; i < numbers.length; i++) {
      long number = 0;
      for (int b = 0; b < bytes; b++) {
        number |= (long) read(address + i * bytes + b) << (b * Byte.SIZE);
      }
      int unused = Long.SIZE - bytes * Byte.SIZE;
      numbers[i] = number << unused >> unused;
    }
    return numbers;
  }

  @Override
  public void close() {
    engine.close();
  }
}
