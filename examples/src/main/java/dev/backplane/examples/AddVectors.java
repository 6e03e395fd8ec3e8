package dev.backplane.examples;

import dev.backplane.api.*;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.selector.DeviceSelector;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Adds vectors on the device that a selector names: the same program for a software card, for
 * OpenCL and for a card of XRT, because the image has code for each.
 */
public final class AddVectors {
  private static final int COUNT = 1000;
  private static final Duration LONG = Duration.ofMinutes(1);

  private AddVectors() {}

  /**
   * Prints the last sum.
   *
   * @param arguments the selector, for example {@code softcard:*} or {@code opencl:cpu}, and the
   *     image
   */
  public static void main(String... arguments) {
    DeviceSelector selector = DeviceSelector.parse(arguments[0]);
    Image image = Image.of(Path.of(arguments[1]));
    int[] left = new int[COUNT];
    int[] right = new int[COUNT];
    for (int i = 0; i < COUNT; i++) {
      left[i] = i;
      right[i] = 2 * i;
    }
    try (Backplane backplane = Backplane.open();
        Device device = backplane.find(selector).open()) {
      Kernel vadd = device.load(image).kernel("vadd");
      System.out.println("the last of " + COUNT + " sums is " + sumOfTwo(vadd, left, right));
      System.out.println("with the left one again it is " + sumOfThree(device, vadd, left, right));
    }
  }

  /** One execution, on the device's default queue, with buffers that are synced. */
  private static int sumOfTwo(Kernel vadd, int[] left, int[] right) {
    try (Buffer a = vadd.buffer("a", COUNT * 4L);
        Buffer b = vadd.buffer("b", COUNT * 4L);
        Buffer c = vadd.buffer("c", COUNT * 4L)) {
      a.write(left).sync();
      b.write(right).sync();
      vadd.start(a, b, c, COUNT).await(LONG);
      return c.syncBack().read(new int[COUNT])[COUNT - 1];
    }
  }

  /**
   * Two executions and three transfers that wait for each other, and nobody for them in between.
   */
  private static int sumOfThree(Device device, Kernel vadd, int[] left, int[] right) {
    int[] sums = new int[COUNT];
    try (Buffer a = vadd.buffer("a", COUNT * 4L);
        Buffer b = vadd.buffer("b", COUNT * 4L);
        Buffer c = vadd.buffer("c", COUNT * 4L);
        Call add = vadd.bind(a, b, c, COUNT);
        Queue transfers = device.queue();
        Queue runs = device.queue()) {
      Run one = transfers.write(a, 0, MemorySegment.ofArray(left));
      Run other = transfers.write(b, 0, MemorySegment.ofArray(right));
      Run two = runs.submit(add, one, other);
      Run three = runs.submit(add.set(1, c).set(2, b), two);
      transfers.read(b, 0, MemorySegment.ofArray(sums), three).await(LONG);
    }
    return sums[COUNT - 1];
  }
}
