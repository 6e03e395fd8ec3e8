package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.hdl.Design;
import dev.backplane.compiler.hdl.HdlPass;
import dev.backplane.compiler.ir.Node;
import dev.backplane.rtl.engine.CompiledDesign;
import dev.backplane.rtl.engine.Engine;
import dev.backplane.rtl.engine.JvmEngine;
import dev.backplane.rtl.engine.Pin;
import dev.backplane.rtl.frontend.FrontEnd;
import dev.backplane.rtl.frontend.Sources;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** A network in RTL that is given streams with gaps. Tests of component plugins use it too. */
public final class RtlNetwork {
  private final CompiledDesign design;
  private final int inputs;
  private final int outputs;
  private final int outputWidth;

  private RtlNetwork(CompiledDesign design, TypedGraph graph) {
    this.design = design;
    Node in = graph.order().getFirst();
    Node out = graph.order().getLast();
    inputs = graph.type(in).shape().size();
    outputs = graph.type(out).shape().size();
    outputWidth = graph.type(out).format().width();
  }

  /** {@return the network of a graph, whose files are written into a new folder} */
  public static RtlNetwork of(HdlPass pass, TypedGraph graph, Path folder) {
    Design design = pass.lower("net", graph);
    List<Path> files = design.write(folder);
    return new RtlNetwork(
        JvmEngine.compile(
            FrontEnd.find(Duration.ofMinutes(2))
                .elaborate(Sources.of(files), "net_network")
                .netlist()),
        graph);
  }

  /** Streams all vectors through; gaps on both sides, as the seed has them. */
  public long[][] run(long[][] vectors, long seed) {
    RandomGenerator random = new Random(seed);
    long[][] results = new long[vectors.length][outputs];
    try (Engine engine = design.newEngine()) {
      Map<String, Pin> pins =
          engine.pins().stream().collect(Collectors.toMap(pin -> pin.port().name(), pin -> pin));
      boolean clocked = pins.containsKey("clk");
      if (clocked) {
        pin(pins, "rst").set(1);
        engine.settle();
        engine.edge(0);
        pin(pins, "rst").set(0);
      }
      long sent = 0;
      long received = 0;
      long idle = 0;
      boolean offered = false;
      while (received < (long) vectors.length * outputs) {
        offered = sent < (long) vectors.length * inputs && (offered || random.nextInt(4) > 0);
        boolean ready = random.nextInt(4) > 0;
        pin(pins, "in_valid").set(offered ? 1 : 0);
        pin(pins, "in_data")
            .set(offered ? vectors[(int) (sent / inputs)][(int) (sent % inputs)] : 0);
        pin(pins, "out_ready").set(ready ? 1 : 0);
        engine.settle();
        boolean moved = false;
        if (ready && pin(pins, "out_valid").get() == 1) {
          int shift = Long.SIZE - outputWidth;
          results[(int) (received / outputs)][(int) (received % outputs)] =
              pin(pins, "out_data").get() << shift >> shift;
          received++;
          moved = true;
        }
        if (offered && pin(pins, "in_ready").get() == 1) {
          sent++;
          offered = false;
          moved = true;
        }
        if (clocked) {
          engine.edge(0);
        }
        idle = moved ? 0 : idle + 1;
        assertThat(idle).as("cycles without progress").isLessThan(100_000);
      }
    }
    return results;
  }

  private static Pin pin(Map<String, Pin> pins, String name) {
    return Objects.requireNonNull(pins.get(name), name);
  }
}
