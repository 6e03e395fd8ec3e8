package dev.backplane.compiler.exploration;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.calibration.Fidelity;
import dev.backplane.compiler.calibration.Quantization;
import dev.backplane.compiler.calibration.QuantizationReport;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.folding.FoldableLayer;
import dev.backplane.compiler.folding.Folding;
import dev.backplane.compiler.hdl.NetworkTiming;
import dev.backplane.compiler.hdl.Wrapper;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.onnx.BitWidths;
import dev.backplane.compiler.resource.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Makes a network in several widths of numbers and at several speeds, and measures each: accuracy
 * in the samples of its quantisation, clocks counted on the handshakes of its units, and hardware
 * estimated. Widths are independent of each other, and several are computed at one time, each with
 * a compiler of its own. Immutable.
 */
public final class Exploration {
  /** How many speeds lie between the slowest and the fastest folding, at most. */
  private static final int SPEEDS = 7;

  /** The pairs that are explored if nobody names others. */
  public static final List<BitWidths> USUAL =
      List.of(
          new BitWidths(16, 16),
          new BitWidths(12, 12),
          new BitWidths(10, 10),
          new BitWidths(8, 8),
          new BitWidths(8, 6),
          new BitWidths(8, 4),
          new BitWidths(6, 6),
          new BitWidths(6, 4),
          new BitWidths(5, 5),
          new BitWidths(4, 4),
          new BitWidths(3, 3));

  private final Supplier<Compiler> compilers;
  private final Source source;
  private final Limits limits;

  /** A network whose numbers can have several widths. */
  @FunctionalInterface
  public interface Source {
    /**
     * Gives the network with numbers of some width. It is called by several threads at one time.
     *
     * @param compiler the compiler of the calling thread
     * @param bits the widths
     * @return its quantisation, which has seen samples
     */
    Quantization quantization(Compiler compiler, BitWidths bits);
  }

  /**
   * The largest hardware and the slowest network that are explored.
   *
   * @param interval the clocks from one sample to the next, at most
   * @param multipliers the multipliers, at most
   * @param memoryBits the bits of memory, at most
   */
  public record Limits(long interval, long multipliers, long memoryBits) {
    /** No limits. */
    public static final Limits NONE = new Limits(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

    private boolean hold(DesignPoint point) {
      return point.interval() <= interval
          && point.hardware().multipliers() <= multipliers
          && point.hardware().memoryBits() <= memoryBits;
    }
  }

  /**
   * An exploration that has not begun.
   *
   * @param compilers gives a compiler to each thread
   * @param source the network
   * @param limits what no point is beyond
   */
  public Exploration(Supplier<Compiler> compilers, Source source, Limits limits) {
    this.compilers = compilers;
    this.source = source;
    this.limits = limits;
  }

  /**
   * Explores widths.
   *
   * @param widths the widths
   * @param threads how many of them are computed at one time
   * @param done is told each of them when all its points are there, by any thread
   * @return all points within the limits, in the order of the widths, the slowest first
   * @throws dev.backplane.compiler.CompilerException if the network cannot be lowered
   */
  public List<DesignPoint> points(List<BitWidths> widths, int threads, Consumer<BitWidths> done) {
    List<DesignPoint> points = new ArrayList<>();
    try (ExecutorService workers =
        Executors.newFixedThreadPool(
            Math.min(threads, widths.size()),
            Thread.ofPlatform().daemon().name("explore-", 1).factory())) {
      List<Future<List<DesignPoint>>> open = new ArrayList<>();
      for (BitWidths bits : widths) {
        open.add(
            workers.submit(
                () -> {
                  List<DesignPoint> found = points(bits);
                  done.accept(bits);
                  return found;
                }));
      }
      try {
        for (Future<List<DesignPoint>> each : open) {
          points.addAll(each.get());
        }
      } catch (ExecutionException e) {
        workers.shutdownNow();
        throw e.getCause() instanceof RuntimeException known
            ? known
            : new IllegalStateException(e.getCause());
      } catch (InterruptedException e) {
        workers.shutdownNow();
        Thread.currentThread().interrupt();
        throw new CancellationException("the exploration was interrupted");
      }
    }
    return points;
  }

  private List<DesignPoint> points(BitWidths bits) {
    Compiler compiler = compilers.get();
    Quantization quantization = source.quantization(compiler, bits);
    Graph formats = quantization.formats();
    TypedGraph typed = compiler.infer(compiler.quantize(formats));
    Fidelity fidelity = QuantizationReport.fidelity(quantization, typed, compiler.components());
    Folding folding = new Folding(compiler, typed);
    List<DesignPoint> points = new ArrayList<>();
    for (long interval : intervals(Folding.layers(typed))) {
      if (Thread.currentThread().isInterrupted()) {
        throw new CancellationException("the exploration was interrupted");
      }
      TypedGraph folded = compiler.infer(folding.toInterval(interval));
      Resources hardware = compiler.resources().estimate(folded, Wrapper.STREAM).total();
      long clocks =
          compiler
              .verilog()
              .timing(folded, Wrapper.STREAM)
              .map(NetworkTiming::interval)
              .orElse(interval);
      DesignPoint point =
          new DesignPoint(
              bits, interval, fidelity.decibels(), fidelity.agreement(), clocks, hardware);
      if (limits.hold(point)) {
        points.add(point);
      }
    }
    return points;
  }

  /** Intervals from one multiplier for each layer to all of them, in even ratios. */
  private List<Long> intervals(List<FoldableLayer> layers) {
    long slowest =
        Math.clamp(
            layers.stream().mapToLong(FoldableLayer::multiplications).max().orElse(1),
            1,
            limits.interval);
    TreeSet<Long> intervals = new TreeSet<>();
    for (int i = 0; i <= SPEEDS; i++) {
      intervals.add(Math.max(1, Math.round(Math.pow((double) slowest, (double) i / SPEEDS))));
    }
    return List.copyOf(intervals.descendingSet());
  }

  /**
   * Chooses a point: of those that are accurate enough, the one with the fewest multipliers, and of
   * as many the one with the least memory.
   *
   * @param points points that are all within the limits, one at least
   * @param decibels the ratio of signal and noise that is enough
   * @return the point; the most accurate one if none is accurate enough
   */
  public static DesignPoint choose(List<DesignPoint> points, double decibels) {
    return points.stream()
        .filter(point -> point.accuracy() >= decibels)
        .min(DesignPoint.byCost().thenComparing(DesignPoint.BY_ACCURACY))
        .or(() -> points.stream().min(DesignPoint.BY_ACCURACY))
        .orElseThrow();
  }
}
