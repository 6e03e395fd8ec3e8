package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Facet;
import dev.backplane.api.Filter;
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
 * One configured and initialised instance of the driver, reached on one way, and what a test made
 * from it. Closing keeps the order that the plugin manager keeps: buffers, devices, then the
 * instance.
 */
final class Rig implements AutoCloseable {
  /** Longer than anything that works takes. */
  static final Duration DEADLINE = Duration.ofSeconds(30);

  private final DriverUnderTest subject;
  private final Way way;
  private final DriverInstance instance;
  private final SequencedMap<Object, Runnable> made = new LinkedHashMap<>();

  Rig(DriverUnderTest subject, Way way) {
    this.subject = subject;
    this.way = way;
    instance =
        switch (way) {
          case RAW -> RawInstance.open(subject);
          case MANAGED -> ManagedInstances.find().open(subject.driver(), subject.config());
          case COUNTED -> ManagedInstances.find().counted(subject.driver(), subject.config());
        };
  }

  /** One more instance of the same driver, configured alike. */
  Rig another() {
    return new Rig(subject, way);
  }

  DriverUnderTest subject() {
    return subject;
  }

  /** The driver's own adapter, for suites that are raw only. */
  Adapter adapter() {
    return ((RawInstance) instance).adapter();
  }

  /** The counts, for suites of that way only. */
  CountedInstance counted() {
    return (CountedInstance) instance;
  }

  List<Resource> resources() {
    return enumerate(List.of());
  }

  List<Resource> enumerate(List<Filter> filters) {
    return instance.enumerate(filters);
  }

  /** The key of the first resource. */
  String key() {
    List<Resource> resources = resources();
    assertThat(resources).as("resources of the configuration under test").isNotEmpty();
    return resources.getFirst().key();
  }

  /** Opens the first device; it is closed with the rig. */
  DriverDevice open() {
    return open(key(), OpenMode.EXCLUSIVE);
  }

  DriverDevice open(String key, OpenMode mode) {
    DriverDevice device = instance.open(key, mode);
    made.put(device, device::close);
    return device;
  }

  /** Gives a facet; one that is not there was not declared absent either. */
  <F extends Facet> F facet(DriverDevice device, Class<F> type) {
    Optional<F> facet = device.facet(type);
    assertThat(facet).as("facet %s, not declared absent", type.getSimpleName()).isPresent();
    return facet.orElseThrow();
  }

  TestCase testCase() {
    return subject.testCase();
  }

  /** Brings a device to the state in which it can do the registered work, if there is some. */
  void prepare(DriverDevice device) {
    if (subject.hasTestCase()) {
      testCase().image().ifPresent(image -> facet(device, Images.class).load(image));
    }
  }

  Kernels kernels(DriverDevice device, TestCase testCase) {
    return testCase.image().isPresent()
        ? facet(device, Images.class).load(testCase.image().orElseThrow())
        : facet(device, Kernels.class);
  }

  Kernel kernel(DriverDevice device, TestCase testCase) {
    return kernels(device, testCase).kernel(testCase.kernel());
  }

  /** The registered work on a device, ready to start. */
  TestKernel ready(DriverDevice device) {
    return ready(device, testCase());
  }

  TestKernel ready(DriverDevice device, TestCase testCase) {
    return ready(kernel(device, testCase), testCase);
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

  /** Closes a device now; what was made from it and is kept is left to the manager. */
  void closeDevice(DriverDevice device) {
    made.clear();
    device.close();
  }

  /** Closes a device, or something that is kept, now. */
  void close(Object opened) {
    Objects.requireNonNull(made.get(opened)).run();
    made.remove(opened);
  }

  /** Makes buffers as the work says, filled and synced. */
  TestKernel ready(Kernel kernel, TestCase testCase) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < testCase.values().size(); i++) {
      values.add(
          switch (testCase.values().get(i)) {
            case TestCase.Scalar scalar -> scalar.number();
            case TestCase.Content content -> buffer(kernel, i, content);
          });
    }
    return new TestKernel(kernel, testCase, values, !subject.lacks(Ability.NUMBERS));
  }

  private Buffer buffer(Kernel kernel, int index, TestCase.Content content) {
    String argument = kernel.arguments().get(index).name();
    Buffer buffer = kernel.buffer(argument, content.before().length);
    return keep(buffer).write(content.before()).sync();
  }

  @Override
  public void close() {
    while (!made.isEmpty()) {
      made.pollLastEntry().getValue().run();
    }
    instance.close();
  }
}
