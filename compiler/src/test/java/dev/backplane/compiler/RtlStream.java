package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Node;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.Pin;
import java.util.ArrayList;
import java.util.List;
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
  private final int inputWidth;
  private final int inputBeat;
  private final int outputWidth;
  private final int outputBeat;
  private final RandomGenerator random;
  private boolean hasGaps = true;
  private long clock;
  private long firstTaken = -1;
  private final List<Long> ends = new ArrayList<>();

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
    TensorType input = graph.type(graph.order().getFirst());
    inputs = input.shape().size();
    inputWidth = input.format().width();
    inputBeat = beat(graph.order().getFirst());
    outputs = output.shape().size();
    outputWidth = output.format().width();
    outputBeat = beat(graph.order().getLast());
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

  /** {@return how many elements a beat has at an end of the network} */
  static int beat(Node end) {
    return end.attributes().find("beat", Attribute.Whole.class).isPresent()
        ? end.attributes().integer("beat")
        : 1;
  }

  /** {@return this stream, which offers and takes something in every clock} */
  RtlStream withoutGaps() {
    hasGaps = false;
    return this;
  }

  /** {@return the clocks in which the last beat of each vector came out} */
  List<Long> ends() {
    return ends;
  }

  /** {@return the clocks from the first beat that was taken to the end of the first vector} */
  long latency() {
    return ends.getFirst() - firstTaken;
  }

  private boolean isNoGap() {
    return !hasGaps || random.nextInt(4) > 0;
  }

  private void offer(long[] vector, int from) {
    if (inputBeat == 1) {
      inData.set(vector[from]);
      return;
    }
    long[] words = new long[Math.ceilDiv(inputBeat * inputWidth, Long.SIZE) + 1];
    for (int i = 0; i < inputBeat; i++) {
      long number = vector[from + i] & (-1L >>> (Long.SIZE - inputWidth));
      int at = i * inputWidth;
      words[at / Long.SIZE] |= number << at;
      if (at % Long.SIZE + inputWidth > Long.SIZE) {
        words[at / Long.SIZE + 1] |= number >>> (Long.SIZE - at % Long.SIZE);
      }
    }
    for (int i = 0; i < words.length - 1; i++) {
      inData.setWord(i, words[i]);
    }
  }

  private void take(long[] result, int from) {
    for (int i = 0; i < outputBeat; i++) {
      int at = i * outputWidth;
      long number = outData.word(at / Long.SIZE) >>> at;
      if (at % Long.SIZE + outputWidth > Long.SIZE) {
        number |= outData.word(at / Long.SIZE + 1) << (Long.SIZE - at % Long.SIZE);
      }
      result[from + i] = (number << (Long.SIZE - outputWidth)) >> (Long.SIZE - outputWidth);
    }
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
      offered = sent < toSend && (offered || isNoGap());
      boolean ready = isNoGap();
      inValid.set(offered ? 1 : 0);
      if (offered) {
        offer(vectors[(int) (sent / inputs)], (int) (sent % inputs));
      }
      outReady.set(ready ? 1 : 0);
      engine.settle();
      idle++;
      if (ready && outValid.get() == 1) {
        take(results[(int) (received / outputs)], (int) (received % outputs));
        received += outputBeat;
        if (received % outputs == 0) {
          ends.add(clock);
        }
        idle = 0;
      }
      if (offered && inReady.get() == 1) {
        firstTaken = firstTaken < 0 ? clock : firstTaken;
        sent += inputBeat;
        offered = false;
        idle = 0;
      }
      if (isClocked) {
        engine.edge(0);
      }
      clock++;
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
