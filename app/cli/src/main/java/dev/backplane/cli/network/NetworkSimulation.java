package dev.backplane.cli.network;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.Pin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/**
 * The hardware of a network on an engine, streamed through as fast as it takes it. The stream's
 * ports are those that every component has.
 *
 * @param outputs what came out for each sample, in integers
 * @param cycles when the last number of each sample had come out, counted from the first clock
 */
record NetworkSimulation(List<long[]> outputs, List<Long> cycles) {
  /** More than any network needs between two numbers. */
  private static final long LONGEST_PAUSE = 100_000_000;

  /**
   * Runs samples.
   *
   * @param design the network, compiled
   * @param graph what it computes
   * @param samples the integers of each sample
   * @param progress is told how many samples are done
   */
  static NetworkSimulation run(
      CompiledDesign design, TypedGraph graph, List<long[]> samples, LongConsumer progress) {
    int inputs = graph.type(graph.order().getFirst()).shape().size();
    int outputs = graph.type(graph.order().getLast()).shape().size();
    int shift = Long.SIZE - graph.type(graph.order().getLast()).format().width();
    List<long[]> results = new ArrayList<>();
    List<Long> cycles = new ArrayList<>();
    try (Engine engine = design.newEngine()) {
      Map<String, Pin> pins =
          engine.pins().stream().collect(Collectors.toMap(pin -> pin.port().name(), pin -> pin));
      // A network whose result is constant has the port of a clock, and no clock.
      boolean isClocked = !engine.clocks().isEmpty();
      reset(engine, pins, isClocked);
      pin(pins, "out_ready").set(1);
      long[] result = new long[outputs];
      long sent = 0;
      int received = 0;
      long cycle = 0;
      long lastMove = 0;
      while (results.size() < samples.size()) {
        boolean isOffered = sent < (long) samples.size() * inputs;
        pin(pins, "in_valid").set(isOffered ? 1 : 0);
        if (isOffered) {
          pin(pins, "in_data").set(samples.get((int) (sent / inputs))[(int) (sent % inputs)]);
        }
        engine.settle();
        if (isOffered && pin(pins, "in_ready").get() == 1) {
          sent++;
          lastMove = cycle;
        }
        cycle++;
        if (pin(pins, "out_valid").get() == 1) {
          result[received++] = pin(pins, "out_data").get() << shift >> shift;
          lastMove = cycle;
          if (received == outputs) {
            results.add(result);
            progress.accept(results.size());
            cycles.add(cycle);
            result = new long[outputs];
            received = 0;
          }
        }
        if (isClocked) {
          engine.edge(0);
        }
        if (cycle - lastMove > LONGEST_PAUSE) {
          throw stuck(results.size());
        }
      }
    }
    return new NetworkSimulation(results, cycles);
  }

  private static void reset(Engine engine, Map<String, Pin> pins, boolean isClocked) {
    if (isClocked) {
      pin(pins, "rst").set(1);
      engine.settle();
      engine.edge(0);
      pin(pins, "rst").set(0);
    }
  }

  private static Pin pin(Map<String, Pin> pins, String name) {
    Pin pin = pins.get(name);
    if (pin == null) {
      throw new IllegalStateException("the network has no port " + name);
    }
    return pin;
  }

  private static BackplaneException stuck(int sample) {
    return BackplaneException.because(
            ErrorCode.TIMEOUT, "no number moved in " + LONGEST_PAUSE + " cycles")
        .during("simulate")
        .on("sample " + sample)
        .remedy("A component of the network holds its stream up; simulate it alone to find it")
        .build();
  }
}
