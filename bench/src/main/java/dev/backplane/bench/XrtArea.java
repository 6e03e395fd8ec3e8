package dev.backplane.bench;

import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.Device;
import dev.backplane.api.Image;
import dev.backplane.api.Kernel;
import dev.backplane.api.Memory;
import dev.backplane.api.Run;
import dev.backplane.runtime.Backplane;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * The card as XRT's execution model has it, beside XRT's own user-space path in C++ on the noop
 * shim. The card computes (a vector of one element) where the noop shim does nothing. Both sides in
 * turns, medians.
 */
final class XrtArea implements Area {
  private static final Path IMAGE = Path.of("examples/vadd/vadd.xclbin");
  private static final Duration DEADLINE = Duration.ofSeconds(10);
  private static final int MANY = 128;
  private static final long SYNC = 64L << 20;

  private final int turns;
  private final long nanos;
  private final XrtHosts hosts;

  XrtArea(Effort effort) {
    turns = effort.of(1, 3, 9);
    nanos = effort.of(5_000_000, 200_000_000, 500_000_000);
    hosts = new XrtHosts(effort);
  }

  @Override
  public List<Row> measure() throws IOException {
    Path configuration = Files.createTempFile("backplane-bench", ".json");
    Files.writeString(
        configuration,
        """
        {"plugins": [{"module": "softcard", "name": "card", "config":
          {"java_kernels": {"vadd": "dev.backplane.bench.VectorAdd"}}}]}
        """);
    try (XrtPeer peer = new XrtPeer(IMAGE);
        Backplane backplane = Backplane.open(configuration);
        Device card = backplane.enumerate(List.of()).getFirst().open()) {
      Kernel vadd = card.load(Image.of(IMAGE)).kernel("vadd");
      List<Row> rows = new ArrayList<>();
      rows.add(runs("runs, one in flight", vadd, peer, 1));
      rows.add(runs("runs, " + MANY + " in flight", vadd, peer, MANY));
      rows.addAll(latency(vadd, peer));
      rows.addAll(sync(card));
      rows.add(buffers(card, peer));
      rows.addAll(hosts.measure());
      return rows;
    } finally {
      Files.delete(configuration);
    }
  }

  private Row runs(String what, Kernel vadd, XrtPeer peer, int inFlight) throws IOException {
    Object[] arguments = arguments(vadd);
    Call[] calls = new Call[inFlight];
    Arrays.setAll(calls, i -> vadd.bind(arguments));
    Run[] runs = new Run[inFlight];
    DoubleSupplier ours =
        () -> {
          long count = 0;
          long begin = System.nanoTime();
          long took;
          do {
            for (int turn = 0; turn < 1000; turn += inFlight) {
              for (int i = 0; i < inFlight; i++) {
                runs[i] = calls[i].start();
              }
              for (int i = 0; i < inFlight; i++) {
                runs[i].join(DEADLINE);
              }
              count += inFlight;
            }
            took = System.nanoTime() - begin;
          } while (took < nanos);
          return count * 1e9 / took;
        };
    double[] our = new double[turns];
    Arrays.fill(our, warm(ours));
    double[] their = new double[turns];
    for (int i = 0; i < turns; i++) {
      our[i] = ours.getAsDouble();
      their[i] = peer.runs(inFlight, nanos);
    }
    for (Call call : calls) {
      call.close();
    }
    return Row.speed(what, "M/s", median(our) / 1e6, XrtPeer.NAME, median(their) / 1e6);
  }

  private List<Row> latency(Kernel vadd, XrtPeer peer) throws IOException {
    Call call = vadd.bind(arguments(vadd));
    int count = 100_000;
    long[] each = new long[count];
    double[][] our = new double[2][turns];
    double[][] their = new double[2][turns];
    for (int turn = 0; turn < turns; turn++) {
      for (int i = 0; i < count; i++) {
        long begin = System.nanoTime();
        call.start().join(DEADLINE);
        each[i] = System.nanoTime() - begin;
      }
      Arrays.sort(each);
      our[0][turn] = each[count / 2];
      our[1][turn] = each[count / 100 * 99];
      long[] answer = peer.latency(count);
      their[0][turn] = answer[0];
      their[1][turn] = answer[1];
    }
    call.close();
    return List.of(
        Row.cost("start to complete, p50", "ns", median(our[0]), XrtPeer.NAME, median(their[0])),
        Row.cost("start to complete, p99", "ns", median(our[1]), XrtPeer.NAME, median(their[1])));
  }

  private static Object[] arguments(Kernel vadd) {
    return new Object[] {vadd.buffer("a", 4096), vadd.buffer("b", 4096), vadd.buffer("c", 4096), 1};
  }

  private List<Row> sync(Device card) {
    Memory memory = card.facet(Memory.class);
    try (Arena arena = Arena.ofConfined();
        Buffer buffer = memory.allocate(SYNC, memory.banks().getFirst().index())) {
      MemorySegment from = arena.allocate(SYNC, 4096).fill((byte) 1);
      MemorySegment to = arena.allocate(SYNC, 4096).fill((byte) 2);
      buffer.host().fill((byte) 3);
      double[] there = new double[turns];
      double[] back = new double[turns];
      double[] plain = new double[turns];
      for (int i = -2; i < turns; i++) {
        int turn = Math.max(i, 0);
        there[turn] = bandwidth(() -> buffer.sync(0, SYNC));
        back[turn] = bandwidth(() -> buffer.syncBack(0, SYNC));
        plain[turn] = bandwidth(() -> MemorySegment.copy(from, 0, to, 0, SYNC));
      }
      String peer = "memory copy";
      return List.of(
          Row.speed("sync to device, 64 MiB", "GB/s", median(there), peer, median(plain)),
          Row.speed("sync from device, 64 MiB", "GB/s", median(back), peer, median(plain)));
    }
  }

  private static double bandwidth(Runnable copy) {
    int times = 4;
    long begin = System.nanoTime();
    for (int i = 0; i < times; i++) {
      copy.run();
    }
    return (double) SYNC * times / (System.nanoTime() - begin);
  }

  private Row buffers(Device card, XrtPeer peer) throws IOException {
    Memory memory = card.facet(Memory.class);
    int bank = memory.banks().getFirst().index();
    DoubleSupplier ours =
        () -> {
          long count = 0;
          long begin = System.nanoTime();
          long took;
          do {
            for (int i = 0; i < 100; i++) {
              memory.allocate(4096, bank).close();
            }
            count += 100;
            took = System.nanoTime() - begin;
          } while (took < nanos);
          return (double) took / count;
        };
    double[] our = new double[turns];
    Arrays.fill(our, warm(ours));
    double[] their = new double[turns];
    for (int i = 0; i < turns; i++) {
      our[i] = ours.getAsDouble();
      their[i] = peer.buffer(nanos);
    }
    return Row.cost(
        "allocate and free 4 KiB", "us", median(our) / 1e3, XrtPeer.NAME, median(their) / 1e3);
  }

  /** Measures until the compiler has had its time, and gives the last of it. */
  private static double warm(DoubleSupplier measured) {
    double last = 0;
    for (int i = 0; i < 4; i++) {
      last = measured.getAsDouble();
    }
    return last;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
