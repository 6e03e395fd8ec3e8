package dev.backplane.cli.host;

import dev.backplane.api.Buffer;
import dev.backplane.api.Device;
import dev.backplane.api.DeviceType;
import dev.backplane.api.Filter;
import dev.backplane.api.Image;
import dev.backplane.api.Kernel;
import dev.backplane.api.Memory;
import dev.backplane.api.Placement;
import dev.backplane.api.Run;
import dev.backplane.runtime.Backplane;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A Java program that adds vectors on the first FPGA: as {@code vadd.cpp} of the examples does, and
 * it knows of XRT as little as any program of Backplane.
 */
final class JavaHost {
  private static final int COUNT = 1024;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private JavaHost() {}

  /** Buffers of one execution. */
  private record Lane(Buffer a, Buffer b, Buffer c) implements AutoCloseable {
    static Lane of(Kernel kernel) {
      long bytes = 4L * COUNT;
      return new Lane(
          kernel.buffer("a", bytes), kernel.buffer("b", bytes), kernel.buffer("c", bytes));
    }

    Run start(Kernel kernel, int seed) {
      int[] one = new int[COUNT];
      int[] other = new int[COUNT];
      for (int i = 0; i < COUNT; i++) {
        one[i] = seed + i;
        other[i] = 1000 * i + 7;
      }
      a.write(one).sync();
      // In two pieces, the second first.
      b.write(other).sync(2L * COUNT, 2L * COUNT).sync(0, 2L * COUNT);
      c.write(new int[COUNT]).sync();
      return kernel.start(a, b, c, COUNT);
    }

    void check(int seed) {
      int[] sums = c.syncBack().read(new int[COUNT]);
      for (int i = 0; i < COUNT; i++) {
        if (sums[i] != seed + 1001 * i + 7) {
          throw new IllegalStateException("run %d: sum %d is %d".formatted(seed, i, sums[i]));
        }
      }
    }

    @Override
    public void close() {
      a.close();
      b.close();
      c.close();
    }
  }

  /** A part of a buffer, memory of the program, and a copy of the result. */
  private static void pieces(Device device, Kernel kernel) {
    long bytes = 4L * COUNT;
    Memory memory = device.facet(Memory.class);
    int bank = memory.banks().getFirst().index();
    try (Arena arena = Arena.ofShared()) {
      MemorySegment pages = arena.allocate(bytes, 4096);
      try (Buffer whole = memory.allocate(3 * bytes, bank);
          Buffer part = whole.slice(bytes, bytes);
          Buffer own = memory.allocate(bytes, Placement.memory(pages).in(bank));
          Buffer sums = memory.allocate(bytes, bank);
          Buffer copy = memory.allocate(2 * bytes, bank)) {
        Lane lane = new Lane(part, own, sums);
        Run run = lane.start(kernel, 5);
        run.await(PATIENCE);
        lane.check(5);
        copy.copyFrom(sums, 0, bytes, bytes);
        int[] both = copy.syncBack().read(new int[2 * COUNT]);
        if (both[0] != 0 || both[COUNT] != 12 || both[2 * COUNT - 1] != 12 + 1001 * (COUNT - 1)) {
          throw new IllegalStateException("the copy is " + Arrays.toString(both));
        }
        if (pages.get(ValueLayout.JAVA_INT, 4) != 1007) {
          throw new IllegalStateException("the program's memory is not the host's copy");
        }
      }
    }
  }

  /**
   * Faults that the JVM makes on purpose, to find null in compiled code: it has to have its own
   * handlers after all that the library did.
   */
  @SuppressWarnings("NullAway") // To meet null is what it is for.
  private static int nulls(@Nullable String... texts) {
    int nulls = 0;
    for (int i = 0; i < 100_000; i++) {
      try {
        nulls -= texts[i % texts.length].length();
      } catch (NullPointerException expected) {
        nulls++;
      }
    }
    return nulls;
  }

  private record Begun(Lane lane, Run run, int seed) {}

  /**
   * Adds.
   *
   * @param arguments the image, how many runs, and how many of them in flight
   */
  public static void main(String... arguments) {
    int runs = Integer.parseInt(arguments[1]);
    int lanes = Integer.parseInt(arguments[2]);
    try (Backplane backplane = Backplane.open();
        Device device = backplane.find(Filter.any().withDeviceType(DeviceType.FPGA)).open()) {
      Kernel kernel = device.load(Image.of(Path.of(arguments[0]))).kernel("vadd");
      Deque<Lane> idle = new ArrayDeque<>();
      for (int i = 0; i < lanes; i++) {
        idle.add(Lane.of(kernel));
      }
      Deque<Begun> begun = new ArrayDeque<>();
      for (int seed = 0; seed < runs || !begun.isEmpty(); ) {
        if (seed < runs && !idle.isEmpty()) {
          Lane lane = idle.remove();
          begun.add(new Begun(lane, lane.start(kernel, seed), seed));
          seed++;
        } else {
          Begun first = begun.remove();
          first.run().await(PATIENCE);
          first.lane().check(first.seed());
          idle.add(first.lane());
        }
      }
      idle.forEach(Lane::close);
      pieces(device, kernel);
      if (nulls(null, "") != 50_000) {
        throw new IllegalStateException("a null was missed");
      }
      System.out.println(
          "%d runs, %d in flight, all sums right on %s".formatted(runs, lanes, device.id()));
    }
  }
}
