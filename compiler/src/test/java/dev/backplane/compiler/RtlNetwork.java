package dev.backplane.compiler;

import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.hdl.HdlPass;
import dev.backplane.compiler.hdl.Wrapper;
import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.Sources;
import java.nio.file.Path;
import java.time.Duration;

/** A network in RTL that is given streams with gaps. Tests of component plugins use it too. */
public final class RtlNetwork {
  static final Duration DEADLINE = Duration.ofMinutes(2);

  private final CompiledDesign design;
  private final TypedGraph graph;

  private RtlNetwork(CompiledDesign design, TypedGraph graph) {
    this.design = design;
    this.graph = graph;
  }

  /** {@return the network of a graph, whose files are written into a new folder} */
  public static RtlNetwork of(HdlPass pass, TypedGraph graph, Path folder) {
    return of(Sources.of(pass.lower("net", graph, Wrapper.STREAM).write(folder)), "net", graph);
  }

  /** {@return the network of a graph that was lowered under this name} */
  static RtlNetwork of(Sources sources, String name, TypedGraph graph) {
    return new RtlNetwork(
        JvmEngine.compile(FrontEnd.find(DEADLINE).elaborate(sources, name + "_network").netlist()),
        graph);
  }

  /** Streams all vectors through; gaps on both sides, as the seed has them. */
  public long[][] run(long[][] vectors, long seed) {
    try (RtlStream stream = stream(seed)) {
      return stream.run(vectors);
    }
  }

  /** {@return the network after its reset, for vectors that come portion by portion} */
  RtlStream stream(long seed) {
    return new RtlStream(design.newEngine(), graph, seed);
  }
}
