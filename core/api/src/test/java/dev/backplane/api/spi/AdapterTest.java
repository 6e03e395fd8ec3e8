package dev.backplane.api.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.ObjectType;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdapterTest {
  private static Adapter.Builder complete() {
    return new Adapter.Builder("card")
        .onEnumerate(filters -> List.of())
        .onOpen(
            (key, mode) -> {
              throw new BackplaneException(ErrorCode.NO_SUCH_DEVICE, key);
            });
  }

  @Test
  void optionalEntriesDefaultToSuccessAndToEverything() {
    Adapter adapter = complete().build();
    assertThat(adapter.initialize()).isZero();
    assertThat(adapter.finalizeInstance()).isZero();
    assertThat(adapter.supportsDevice(DeviceType.GPU)).isTrue();
    assertThat(adapter.supportsHost("host2")).isTrue();
  }

  @Test
  void entriesAreCalled() {
    Adapter adapter =
        complete()
            .onInitialize(() -> 3)
            .onFinalize(() -> 4)
            .supportsDevice(DeviceType.FPGA::equals)
            .supportsHost("localhost"::equals)
            .build();
    assertThat(adapter.initialize()).isEqualTo(3);
    assertThat(adapter.finalizeInstance()).isEqualTo(4);
    assertThat(adapter.supportsDevice(DeviceType.GPU)).isFalse();
    assertThat(adapter.supportsHost("host2")).isFalse();
  }

  @Test
  void anAdapterThatCannotEnumerateOrOpenIsRefusedByName() {
    assertThatThrownBy(() -> new Adapter.Builder("card").build())
        .isInstanceOfSatisfying(
            BackplaneException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURE_FAILED))
        .hasMessageContaining("onEnumerate")
        .hasMessageContaining("card");
  }

  @Test
  void aBuilderOfAnAdapterHasAllItsEntries() {
    Adapter adapter =
        new Adapter.Builder("card")
            .onEnumerate(filters -> List.of())
            .onOpen(
                (key, mode) -> {
                  throw new IllegalStateException(key);
                })
            .onInitialize(() -> 3)
            .onFinalize(() -> 4)
            .interfaceVersion("5")
            .extension(new Extension<>(Runnable.class, "1.0.0", () -> {}))
            .supportsDevice(type -> false)
            .supportsHost(host -> false)
            .whyNothing(() -> "why")
            .build();
    Adapter copy = new Adapter.Builder(adapter).build();
    assertThat(copy.instance()).isEqualTo("card");
    assertThat(copy.enumerator()).isSameAs(adapter.enumerator());
    assertThat(copy.opener()).isSameAs(adapter.opener());
    assertThat(copy.initialize()).isEqualTo(3);
    assertThat(copy.finalizeInstance()).isEqualTo(4);
    assertThat(copy.interfaceVersion()).isEqualTo("5");
    assertThat(copy.extensions()).isEqualTo(adapter.extensions());
    assertThat(copy.supportsDevice(DeviceType.FPGA)).isFalse();
    assertThat(copy.supportsHost("localhost")).isFalse();
    assertThat(copy.whyNothing()).isEqualTo("why");
  }

  @Test
  void aResourceKeyThatCannotBePartOfATokenIdIsRefused() {
    assertThatThrownBy(
            () ->
                new Resource(
                    "a/b",
                    DeviceProperties.builder("card", ObjectType.DEVICE, DeviceType.FPGA).build()))
        .hasMessageContaining("a/b");
  }
}
