package dev.backplane.rtl.simulators.verilator;

import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.simulators.VerilatorOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A design with a compiled model in the cache. The library stays loaded as long as there are
 * engines.
 */
public final class NativeDesign implements CompiledDesign {
  private final String top;
  private final List<Port> ports;
  private final List<Clock> clocks;
  private final List<ClockEdge> edges;
  private final Supplier<ModelCacheEntry> rebuildModel;
  private final Supplier<Path> hostProgram;
  private final VerilatorOptions options;

  private ModelCacheEntry entry;
  private @Nullable ModelLibrary library;
  private int engineCount;

  /**
   * Creates a design.
   *
   * @param top its name
   * @param ports its ports, which are the first pins of the model
   * @param clocks its clocks
   * @param edges how to apply the edges of each clock
   * @param entry the model
   * @param rebuildModel compiles the model again if it was deleted from the cache
   * @param hostProgram provides the program that runs a model in a separate process
   * @param options how the model runs
   */
  NativeDesign(
      String top,
      List<Port> ports,
      List<Clock> clocks,
      List<ClockEdge> edges,
      ModelCacheEntry entry,
      Supplier<ModelCacheEntry> rebuildModel,
      Supplier<Path> hostProgram,
      VerilatorOptions options) {
    this.top = top;
    this.ports = List.copyOf(ports);
    this.clocks = List.copyOf(clocks);
    this.edges = edges;
    this.rebuildModel = rebuildModel;
    this.entry = entry;
    this.hostProgram = hostProgram;
    this.options = options;
  }

  String top() {
    return top;
  }

  @Override
  public List<Port> ports() {
    return ports;
  }

  @Override
  public List<Clock> clocks() {
    return clocks;
  }

  List<ClockEdge> edges() {
    return edges;
  }

  VerilatorOptions options() {
    return options;
  }

  @Override
  public Engine newEngine() {
    return newEngine(0);
  }

  /**
   * Creates an engine whose uninitialised state is random.
   *
   * @param seed equal seeds give equal state; 0 for the value that the options define
   * @return the engine
   */
  public Engine newEngine(int seed) {
    ModelCacheEntry entry = entry();
    if (options.ownProcess()) {
      return ProcessEngine.start(this, entry, hostProgram.get(), seed);
    }
    return InProcessEngine.start(this, acquire(entry), entry, seed);
  }

  /** The model; if it was deleted from the cache, it is compiled again. */
  private synchronized ModelCacheEntry entry() {
    if (!Files.isReadable(entry.library())) {
      entry = rebuildModel.get();
    }
    return entry;
  }

  private synchronized ModelLibrary acquire(ModelCacheEntry entry) {
    ModelLibrary loaded = library;
    if (loaded == null) {
      loaded = new ModelLibrary(entry.library());
      library = loaded;
    }
    engineCount++;
    return loaded;
  }

  /** Notes that an engine was closed; the last one unloads the library. */
  synchronized void release(ModelLibrary held) {
    engineCount--;
    if (engineCount == 0) {
      library = null;
      held.close();
    }
  }

  /**
   * Drives the pins for the first evaluations. Clocks are at their idle level. Asynchronous inputs
   * go from 1 to 0, which stands for the edge from unknown to 0, so that resets that are active low
   * take effect.
   */
  void powerUp(List<NativePin> pins, Set<String> asynchronous, int level) {
    for (NativePin pin : pins) {
      if (asynchronous.contains(pin.port().name())) {
        pin.set(level);
      }
    }
    for (ClockEdge edge : edges) {
      pins.get(edge.pin()).set(edge.idle() == 1 ? 1 : 0);
    }
  }

  /** The port of a pin of the model. */
  Port portOf(int index) {
    return index < ports.size()
        ? ports.get(index)
        : new Port("c" + (index - ports.size()), Port.Direction.INPUT, 1);
  }
}
