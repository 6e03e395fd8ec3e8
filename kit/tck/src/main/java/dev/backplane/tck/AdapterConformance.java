package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The adapter of a driver, without a plugin manager in between. */
@Needs(ways = Way.RAW)
public abstract class AdapterConformance extends Conformance {
  /** A conformance class. */
  protected AdapterConformance() {}

  @Test
  void aDriverIsAPublicClassWithAPublicConstructorWithoutParameters() throws Exception {
    Class<? extends Driver> type = rig().subject().driver().getClass();

    assertThat(Modifier.isPublic(type.getModifiers())).as("%s is public", type).isTrue();
    assertThat(Modifier.isPublic(type.getConstructor().getModifiers())).isTrue();
  }

  @Test
  void configureKeepsTheNameOfTheInstance() {
    assertThat(RawInstance.configure(rig().subject(), "another-name").instance())
        .isEqualTo("another-name");
  }

  @Test
  void oneDriverObjectServesSeveralInstances() {
    Adapter second = RawInstance.configure(rig().subject(), "second");
    assertThat(second.initialize()).isZero();
    try (var device =
        second
            .opener()
            .open(second.enumerator().enumerate(List.of()).getFirst().key(), OpenMode.EXCLUSIVE)) {
      assertThat(device).isNotNull();
      assertThat(rig().open()).as("the same key of another instance").isNotSameAs(device);
    }
    assertThat(second.finalizeInstance()).isZero();

    assertThat(rig().resources()).as("after the other instance ended").isNotEmpty();
  }

  @Test
  void anInstanceThatWasOnlyConfiguredCanBeDropped() {
    assertThatCode(() -> RawInstance.configure(rig().subject(), "dropped"))
        .doesNotThrowAnyException();
  }

  @Test
  void extensionsAreWhatTheySay() {
    Adapter adapter = rig().adapter();
    assertThat(adapter.interfaceVersion()).isEqualTo(adapter.interfaceVersion().strip());
    for (Extension<?> extension : adapter.extensions()) {
      assertThat(extension.type().isInstance(extension.object()))
          .as("%s is implemented", extension)
          .isTrue();
      assertThatCode(() -> Version.of(extension.version())).doesNotThrowAnyException();
    }
  }

  @Test
  void thePreFilterAdmitsWhatIsThere() {
    for (Resource resource : rig().resources()) {
      DeviceProperties properties = resource.properties();
      assertThat(rig().adapter().supportsDevice(properties.deviceType())).isTrue();
      assertThat(rig().adapter().supportsHost(properties.host())).isTrue();
      assertThat(rig().adapter().supportsHost(Filter.ANY_HOST)).isTrue();
    }
  }

  @Test
  void thePreFilterAnswersForFamiliesItNeverHeardOf() {
    DeviceType strange = new DeviceType("tck-strange-family");
    if (!rig().adapter().supportsDevice(strange)) {
      assertThat(rig().resources())
          .noneMatch(resource -> resource.properties().deviceType().equals(strange));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"there-is-no-such-key", "x", "0000:00:00.0-no"})
  void aKeyThatWasNeverEnumeratedIsNoDevice(String key) {
    refuses(ErrorCode.NO_SUCH_DEVICE, () -> rig().adapter().opener().open(key, OpenMode.SHARED));
  }

  @TestFactory
  List<DynamicTest> aConfigurationThatMakesNoSenseIsRefused() {
    return rig().subject().refusedConfigs().stream()
        .map(config -> DynamicTest.dynamicTest(config, () -> refused(config)))
        .toList();
  }

  private void refused(String config) {
    int code;
    try {
      code = rig().subject().driver().configure(new Adapter.Builder("refused"), config);
    } catch (BackplaneException e) {
      assertThat(e.problem()).isNotBlank();
      return;
    }
    assertThat(code).as("code of configure with %s", config).isNotZero();
  }
}
