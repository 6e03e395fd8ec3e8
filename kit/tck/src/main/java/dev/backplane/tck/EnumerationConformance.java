package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.DeviceProperties;
import dev.backplane.api.Filter;
import dev.backplane.api.OpenMode;
import dev.backplane.api.spi.Resource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Finding resources. */
@Needs(ways = {Way.RAW, Way.MANAGED})
public abstract class EnumerationConformance extends Conformance {
  /** A conformance class. */
  protected EnumerationConformance() {}

  @Test
  void thereIsAtLeastOneResource() {
    assertThat(rig().resources()).isNotEmpty();
  }

  @Test
  void keysAreUnique() {
    Set<String> keys = new HashSet<>();
    for (Resource resource : rig().resources()) {
      assertThat(keys.add(resource.key())).as("key %s is new", resource.key()).isTrue();
    }
  }

  @Test
  void keysAndOrderStayFromCallToCallAndFromRunToRun() {
    List<String> first = keys(rig().resources());

    assertThat(keys(rig().resources())).isEqualTo(first);
    try (Rig later = rig().another()) {
      assertThat(keys(later.resources())).isEqualTo(first);
    }
  }

  @Test
  void aParentIsAResourceToo() {
    List<Resource> resources = rig().resources();
    List<String> keys = keys(resources);
    for (Resource resource : resources) {
      resource.properties().parent().ifPresent(parent -> assertThat(keys).contains(parent));
    }
  }

  @Test
  void noFilterThatMatchesAResourceLosesIt() {
    for (Resource resource : rig().resources()) {
      for (Filter filter : filtersFor(resource.properties())) {
        assertThat(filter.matches(resource.properties())).as("%s matches", filter).isTrue();
        assertThat(keys(rig().enumerate(List.of(filter))))
            .as("found with %s", filter)
            .contains(resource.key());
      }
    }
  }

  @Test
  void filtersAreAlternatives() {
    List<Resource> resources = rig().resources();
    List<Filter> filters = new ArrayList<>();
    filters.add(Filter.any().onHost("*").withName("there-is-no-device-of-this-name"));
    for (Resource resource : resources) {
      filters.add(
          Filter.any().onHost(resource.properties().host()).withName(resource.properties().name()));
    }

    assertThat(keys(rig().enumerate(filters))).containsAll(keys(resources));
  }

  @Test
  void enumeratingHoldsNothing() {
    Resource resource = rig().resources().getFirst();

    assertThat(rig().open(resource.key(), OpenMode.EXCLUSIVE)).isNotNull();
  }

  @Test
  void findsADeviceThatIsOpen() {
    List<String> before = keys(rig().resources());
    rig().open();

    assertThat(keys(rig().resources())).isEqualTo(before);
  }

  @Test
  void severalThreadsMayEnumerateAtOnce() throws Exception {
    List<String> expected = keys(rig().resources());
    try (var threads = Executors.newFixedThreadPool(8)) {
      List<Future<List<String>>> answers = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        answers.add(threads.submit(() -> keys(rig().resources())));
      }
      for (Future<List<String>> answer : answers) {
        assertThat(answer.get(Rig.DEADLINE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(expected);
      }
    }
  }

  private static List<Filter> filtersFor(DeviceProperties properties) {
    Filter here = Filter.any().onHost(properties.host());
    List<Filter> filters = new ArrayList<>();
    filters.add(here);
    filters.add(Filter.any().onHost(Filter.ANY_HOST));
    filters.add(here.withName(properties.name()));
    filters.add(here.withDeviceType(properties.deviceType()));
    filters.add(here.withObjectType(properties.objectType()));
    properties.kernels().forEach(kernel -> filters.add(here.withKernel(kernel)));
    properties.guid().ifPresent(guid -> filters.add(here.withGuid(guid)));
    properties.vendorId().ifPresent(id -> filters.add(here.withVendorId(id)));
    properties.deviceId().ifPresent(id -> filters.add(here.withDeviceId(id)));
    properties.busAddress().ifPresent(address -> filters.add(here.withBusAddress(address)));
    properties.parent().ifPresent(parent -> filters.add(here.withParent(parent)));
    if (properties.takesImages()) {
      filters.add(here.withKernel("a-kernel-that-some-image-may-bring"));
    }
    return filters;
  }

  private static List<String> keys(List<Resource> resources) {
    return resources.stream().map(Resource::key).toList();
  }
}
