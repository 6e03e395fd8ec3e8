package dev.backplane.rtl.engine.verilator;

import dev.backplane.rtl.engine.CompiledDesign;
import dev.backplane.rtl.engine.Engine;
import dev.backplane.rtl.engine.VerilatorOptions;
import dev.backplane.rtl.netlist.Port;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A design whose model lies in the cache. The library is loaded while there are engines of it. */
public final class NativeDesign implements CompiledDesign {
  private final String top;
  private final List<Port> ports;
  private final List<String> clocks;
  private final List<ClockEdge> edges;
  private final Supplier<ModelEntry> entries;
  private final Supplier<Path> hosts;
  private final VerilatorOptions options;

  private ModelEntry entry;
  private @Nullable ModelLibrary library;
  private int users;

  /**
   * A design.
   *
   * @param top its name
   * @param ports its ports, which are the first pins of the model
   * @param clocks its clocks
   * @param edges how each is given
   * @param entry the model
   * @param entries makes the model again if it went from the cache
   * @param hosts gets the program that has a model in a process of its own
   * @param options how it runs
   */
  NativeDesign(
      String top,
      List<Port> ports,
      List<String> clocks,
      List<ClockEdge> edges,
      ModelEntry entry,
      Supplier<ModelEntry> entries,
      Supplier<Path> hosts,
      VerilatorOptions options) {
    this.top = top;
    this.ports = List.copyOf(ports);
    this.clocks = List.copyOf(clocks);
    this.edges = edges;
    this.entries = entries;
    this.entry = entry;
    this.hosts = hosts;
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
  public List<String> clocks() {
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
   * Makes an engine whose uninitialised state is random.
   *
   * @param seed equal seeds give equal state; 0 for what the options say
   * @return the engine
   */
  public Engine newEngine(int seed) {
    ModelEntry entry = entry();
    if (options.ownProcess()) {
      return ProcessEngine.start(this, entry, hosts.get(), seed);
    }
    return InProcessEngine.start(this, hold(entry), entry, seed);
  }

  /** Where the model lies; if somebody has tidied it away, it is made again. */
  private synchronized ModelEntry entry() {
    if (!Files.isReadable(entry.library())) {
      entry = entries.get();
    }
    return entry;
  }

  private synchronized ModelLibrary hold(ModelEntry entry) {
    ModelLibrary loaded = library;
    if (loaded == null) {
      loaded = new ModelLibrary(entry.library());
      library = loaded;
    }
    users++;
    return loaded;
  }

  /** An engine has gone; the last one takes the library along. */
  synchronized void release(ModelLibrary held) {
    users--;
    if (users == 0) {
      library = null;
      held.close();
    }
  }

  /**
   * Drives the pins for the first evaluations. Clocks are at their idle level. Inputs whose edges
   * something waits for go from 1 to 0, as they would from unknown to 0: so resets that are active
   * at 0 reset.
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

  /** What a pin of the model is called outside. */
  Port shown(int index) {
    return index < ports.size()
        ? ports.get(index)
        : new Port("c" + (index - ports.size()), Port.Direction.INPUT, 1);
  }
}
