package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Kernel;
import dev.backplane.api.Run;
import java.util.List;

/**
 * Work with its buffers made, ready to start.
 *
 * @param kernel the kernel
 * @param work what it computes
 * @param values what is passed
 * @param computes whether the device computes
 */
record Job(Kernel kernel, Work work, List<Object> values, boolean computes) {
  Run start() {
    return kernel.start(values.toArray());
  }

  Buffer anyBuffer() {
    return values.stream()
        .filter(Buffer.class::isInstance)
        .map(Buffer.class::cast)
        .findFirst()
        .orElseThrow(() -> new AssertionError("work for the kit needs a buffer argument"));
  }

  /** Syncs every buffer back and compares, where numbers were not declared absent. */
  void check() {
    if (!computes) {
      return;
    }
    for (int i = 0; i < values.size(); i++) {
      if (values.get(i) instanceof Buffer buffer
          && work.values().get(i) instanceof Work.Content content) {
        assertThat(buffer.syncBack().read(new byte[content.after().length]))
            .as("buffer %s of kernel %s", kernel.arguments().get(i).name(), kernel.name())
            .isEqualTo(content.after());
      }
    }
  }
}
