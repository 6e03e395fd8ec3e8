package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.Pin;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** The streams into and out of a network that runs; both have gaps. */
final class RtlStream implements AutoCloseable {
  private static final int MOST_IDLE_CYCLES = 1_000_000;

  private final Engine engine;
  private final boolean isClocked;
  private final Pin inValid;
  private final Pin inReady;
  private final Pin inData;
  private final Pin outValid;
  private final Pin outReady;
  private final Pin outData;
  private final int inputs;
  private final int outputs;
  private final int signShift;
  private final RandomGenerator random;

  RtlStream(Engine engine, TypedGraph graph, long seed) {
    this.engine = engine;
    Map<String, Pin> pins =
        engine.pins().stream().collect(Collectors.toMap(pin -> pin.port().name(), pin -> pin));
    // A network whose result is constant has the port of a clock, and no clock.
    isClocked = !engine.clocks().isEmpty();
    inValid = pin(pins, "in_valid");
    inReady = pin(pins, "in_ready");
    inData = pin(pins, "in_data");
    outValid = pin(pins, "out_valid");
    outReady = pin(pins, "out_ready");
    outData = pin(pins, "out_data");
    TensorType output = graph.type(graph.order().getLast());
    inputs = graph.type(graph.order().getFirst()).shape().size();
    outputs = output.shape().size();
    signShift = Long.SIZE - output.format().width();
    random = new Random(seed);
    if (isClocked) {
      pin(pins, "rst").set(1);
      engine.settle();
      engine.edge(0);
      pin(pins, "rst").set(0);
    }
  }

  private static Pin pin(Map<String, Pin> pins, String name) {
    return Objects.requireNonNull(pins.get(name), name);
  }

  /** Streams all vectors through, behind those before. */
  long[][] run(long[][] vectors) {
    long[][] results = new long[vectors.length][outputs];
    long toSend = (long) vectors.length * inputs;
    long toReceive = (long) vectors.length * outputs;
    long sent = 0;
    long received = 0;
    int idle = 0;
    boolean offered = false;
    // Some networks do not need the last elements of a tensor.
    while (received < toReceive || sent < toSend) {
      offered = sent < toSend && (offered || random.nextInt(4) > 0);
      boolean ready = random.nextInt(4) > 0;
      inValid.set(offered ? 1 : 0);
      inData.set(offered ? vectors[(int) (sent / inputs)][(int) (sent % inputs)] : 0);
      outReady.set(ready ? 1 : 0);
      engine.settle();
      idle++;
      if (ready && outValid.get() == 1) {
        results[(int) (received / outputs)][(int) (received % outputs)] =
            outData.get() << signShift >> signShift;
        received++;
        idle = 0;
      }
      if (offered && inReady.get() == 1) {
        sent++;
        offered = false;
        idle = 0;
      }
      if (isClocked) {
        engine.edge(0);
      }
      if (idle == MOST_IDLE_CYCLES) {
        assertThat(received).as("outputs, before nothing moved any more").isEqualTo(toReceive);
      }
    }
    return results;
  }

  @Override
  public void close() {
    engine.close();
  }
}
