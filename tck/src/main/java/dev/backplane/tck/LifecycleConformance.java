package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.OpenMode;
import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.Driver;
import dev.backplane.api.spi.Extension;
import dev.backplane.api.spi.Resource;
import dev.backplane.plugin.Version;
import java.lang.reflect.Modifier;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Configuring, initialising and finalising an instance. */
public abstract class LifecycleConformance extends Conformance {
  private static final int WARM_LIVES = 3;
  private static final int LIVES = 50;

  /** A conformance class. */
  protected LifecycleConformance() {}

  @Test
  void aDriverIsAPublicClassWithAPublicConstructorWithoutParameters() throws Exception {
    Class<? extends Driver> type = driver().driver().getClass();

    assertThat(Modifier.isPublic(type.getModifiers())).as("%s is public", type).isTrue();
    assertThat(Modifier.isPublic(type.getConstructor().getModifiers())).isTrue();
  }

  @Test
  void configureKeepsTheNameOfTheInstance() {
    assertThat(Bench.configure(driver(), "another-name").instance()).isEqualTo("another-name");
  }

  @Test
  void oneDriverObjectServesSeveralInstances() {
    Adapter second = Bench.configure(bench().subject(), "second");
    assertThat(second.initialize()).isZero();
    try (var device = second.opener().open(firstKey(second), OpenMode.EXCLUSIVE)) {
      assertThat(device).isNotNull();
      assertThat(bench().open()).as("the same key of another instance").isNotSameAs(device);
    }
    assertThat(second.finalizeInstance()).isZero();

    assertThat(bench().resources()).as("after the other instance ended").isNotEmpty();
  }

  @Test
  void anInstanceThatWasOnlyConfiguredCanBeDropped() {
    assertThatCode(() -> Bench.configure(driver(), "dropped")).doesNotThrowAnyException();
  }

  @Test
  void everythingCanBeDoneAgainByANewInstance() throws Exception {
    for (int round = 0; round < 3; round++) {
      try (var again = new Bench(driver())) {
        assertThat(again.open()).isNotNull();
      }
    }
  }

  @Test
  void manyLivesOfAnInstanceLeaveNothingBehind() throws Exception {
    assumeTrue(Leftovers.areKnown(), "this system has no /proc");
    for (int life = 0; life < WARM_LIVES; life++) {
      liveOnce();
    }
    Leftovers before = Leftovers.now("");
    for (int life = 0; life < LIVES; life++) {
      liveOnce();
    }
    assertThat(Leftovers.now("")).isEqualTo(before);
  }

  private void liveOnce() throws Exception {
    try (var life = new Bench(driver())) {
      assertThat(life.resources()).isNotEmpty();
    }
  }

  @Test
  void extensionsAreWhatTheySay() {
    Adapter adapter = bench().adapter();
    assertThat(adapter.interfaceVersion()).isEqualTo(adapter.interfaceVersion().strip());
    for (Extension<?> extension : adapter.extensions()) {
      assertThat(extension.type().isInstance(extension.object()))
          .as("%s is implemented", extension)
          .isTrue();
      assertThatCode(() -> Version.of(extension.version())).doesNotThrowAnyException();
    }
  }

  @TestFactory
  List<DynamicTest> aConfigurationThatMakesNoSenseIsRefused() {
    return driver().refusedConfigs().stream()
        .map(config -> DynamicTest.dynamicTest(config, () -> refused(config)))
        .toList();
  }

  private void refused(String config) {
    int code;
    try {
      code = driver().driver().configure(new Adapter.Builder("refused"), config);
    } catch (BackplaneException e) {
      assertThat(e.problem()).isNotBlank();
      return;
    }
    assertThat(code).as("code of configure with %s", config).isNotZero();
  }

  private static String firstKey(Adapter adapter) {
    List<Resource> resources = adapter.enumerator().enumerate(List.of());
    assertThat(resources).isNotEmpty();
    return resources.getFirst().key();
  }
}
