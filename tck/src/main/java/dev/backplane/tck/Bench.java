package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.backplane.api.Buffer;
import dev.backplane.api.Facet;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.Kernels;
import dev.backplane.api.OpenMode;
import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.spi.Resource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * One configured and initialised instance of the driver, and what a test made from it. Closing
 * keeps the order that the plugin manager keeps: buffers, devices, then the instance.
 */
final class Bench implements AutoCloseable {
  /** Longer than anything that works takes. */
  static final Duration DEADLINE = Duration.ofSeconds(30);

  private final DriverUnderTest subject;
  private final Adapter adapter;
  private final SequencedMap<Object, Runnable> made = new LinkedHashMap<>();

  Bench(DriverUnderTest subject) {
    this.subject = subject;
    adapter = configure(subject, "tck");
    assertThat(adapter.initialize()).as("code of initialize").isZero();
  }

  static Adapter configure(DriverUnderTest subject, String instance) {
    var builder = new Adapter.Builder(instance);
    assertThat(subject.driver().configure(builder, subject.config()))
        .as("code of configure")
        .isZero();
    return builder.build();
  }

  DriverUnderTest subject() {
    return subject;
  }

  Adapter adapter() {
    return adapter;
  }

  List<Resource> resources() {
    return adapter.enumerator().enumerate(List.of());
  }

  /** Opens the first device; it is closed with the bench. */
  DriverDevice open() {
    List<Resource> resources = resources();
    assertThat(resources).as("resources of the configuration under test").isNotEmpty();
    return open(resources.getFirst().key(), OpenMode.EXCLUSIVE);
  }

  DriverDevice open(String key, OpenMode mode) {
    DriverDevice device = adapter.opener().open(key, mode);
    made.put(device, device::close);
    return device;
  }

  /** Gives a facet, or ends the test: as skipped if it was declared absent, else as failed. */
  <F extends Facet> F facet(DriverDevice device, Class<F> type) {
    Optional<F> facet = device.facet(type);
    if (subject.lacks(type)) {
      assertThat(facet).as("%s, declared absent", type.getSimpleName()).isEmpty();
      abort("declared absent: facet " + type.getSimpleName());
    }
    assertThat(facet).as("facet %s, not declared absent", type.getSimpleName()).isPresent();
    return facet.orElseThrow();
  }

  /** Ends the test as skipped if what it tests was declared absent. */
  void needs(Gap gap) {
    if (subject.lacks(gap)) {
      abort("declared absent: " + gap);
    }
  }

  Work work() {
    return subject
        .work()
        .orElseGet(() -> abort("declared absent: no work was registered for this driver"));
  }

  /** Brings a device to the state in which it can do the registered work, if there is some. */
  void prepare(DriverDevice device) {
    subject.work().flatMap(Work::image).ifPresent(i -> facet(device, Images.class).load(i));
  }

  Kernel kernel(DriverDevice device, Work work) {
    Kernels kernels =
        work.image().isPresent()
            ? facet(device, Images.class).load(work.image().orElseThrow())
            : facet(device, Kernels.class);
    return kernels.kernel(work.kernel());
  }

  /** Closes something before its device, unless the test did. */
  <T extends AutoCloseable> T keep(T child) {
    made.put(child, () -> closeNow(child));
    return child;
  }

  private static void closeNow(AutoCloseable child) {
    try {
      child.close();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError("closing " + child, e);
    }
  }

  /** Closes a device, or something that is kept, now. */
  void close(Object opened) {
    Objects.requireNonNull(made.remove(opened)).run();
  }

  /** Makes buffers as the work says, filled and synced. */
  Job job(Kernel kernel, Work work) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < work.values().size(); i++) {
      values.add(
          switch (work.values().get(i)) {
            case Work.Scalar scalar -> scalar.number();
            case Work.Content content -> buffer(kernel, i, content);
          });
    }
    return new Job(kernel, work, values, !subject.lacks(Gap.NUMBERS));
  }

  private Buffer buffer(Kernel kernel, int index, Work.Content content) {
    String argument = kernel.arguments().get(index).name();
    Buffer buffer = kernel.buffer(argument, content.before().length);
    return keep(buffer).write(content.before()).sync();
  }

  @Override
  public void close() {
    while (!made.isEmpty()) {
      made.pollLastEntry().getValue().run();
    }
    assertThat(adapter.finalizeInstance()).as("code of finalize").isZero();
  }
}
