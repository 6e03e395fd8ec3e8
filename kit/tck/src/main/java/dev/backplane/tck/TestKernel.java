package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.Kernel;
import dev.backplane.api.Run;
import java.util.Arrays;
import java.util.List;

/**
 * TestCase with its buffers made, ready to start.
 *
 * @param kernel the kernel
 * @param testCase what it computes
 * @param values what is passed
 * @param computes whether the device computes
 */
record TestKernel(Kernel kernel, TestCase testCase, List<Object> values, boolean computes) {
  Run start() {
    return kernel.start(values.toArray());
  }

  /**
   * A call with these values over one work item, which the caller closes. The range is said because
   * a device need not know of a binary whether its kernels are tasks.
   */
  Call call() {
    return kernel.bind(values.toArray()).range(1);
  }

  List<Buffer> buffers() {
    return values.stream().filter(Buffer.class::isInstance).map(Buffer.class::cast).toList();
  }

  Buffer anyBuffer() {
    assertThat(buffers()).as("buffers of the test case").isNotEmpty();
    return buffers().getFirst();
  }

  /** Syncs every buffer back and compares, where numbers were not declared absent. */
  void check() {
    if (computes) {
      for (int i = 0; i < values.size(); i++) {
        if (values.get(i) instanceof Buffer buffer) {
          assertThat(result(buffer, expected(i)))
              .as("buffer %s of kernel %s", kernel.arguments().get(i).name(), kernel.name())
              .isEqualTo(expected(i));
        }
      }
    }
  }

  /** Syncs every buffer back and tells whether each is what it must become. */
  boolean isRight() {
    boolean right = true;
    for (int i = 0; i < values.size(); i++) {
      if (values.get(i) instanceof Buffer buffer) {
        right &= Arrays.equals(result(buffer, expected(i)), expected(i));
      }
    }
    return right;
  }

  private byte[] expected(int index) {
    return ((TestCase.Content) testCase.values().get(index)).after();
  }

  private static byte[] result(Buffer buffer, byte[] expected) {
    return buffer.syncBack().read(new byte[expected.length]);
  }
}
