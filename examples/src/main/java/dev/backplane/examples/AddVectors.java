package dev.backplane.examples;

import dev.backplane.api.*;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.selector.DeviceSelector;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Adds two vectors on the device that a selector names: the same program for a card and for OpenCL,
 * because the image has code for both.
 */
public final class AddVectors {
  private static final int COUNT = 1000;

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
      try (Buffer a = vadd.buffer("a", COUNT * 4L);
          Buffer b = vadd.buffer("b", COUNT * 4L);
          Buffer c = vadd.buffer("c", COUNT * 4L)) {
        a.write(left).sync();
        b.write(right).sync();
        Run run = vadd.start(a, b, c, COUNT);
        run.await(Duration.ofMinutes(1));
        int[] sums = c.syncBack().read(new int[COUNT]);
        System.out.println("the last of " + COUNT + " sums is " + sums[COUNT - 1]);
      }
    }
  }
}
