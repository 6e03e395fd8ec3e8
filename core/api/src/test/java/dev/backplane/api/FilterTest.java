package dev.backplane.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class FilterTest {
  private static final UUID GUID = UUID.fromString("d8424dc4-a4a3-c413-f89e-433683f9040b");
  private static final DeviceProperties CARD =
      DeviceProperties.builder("card", ObjectType.ACCELERATOR, DeviceType.FPGA)
          .vendor("Backplane")
          .guid(GUID)
          .pciIds(0x8086, 0x0a5e)
          .busAddress(BusAddress.parse("0000:3b:00.0"))
          .parent("board")
          .kernels(List.of("vadd"))
          .build();
  private static final DeviceProperties FAR =
      DeviceProperties.builder("far", ObjectType.DEVICE, DeviceType.GPU)
          .host("host2")
          .takesImages()
          .build();

  @Test
  void anEmptyListMatchesEverythingOnEveryHost() {
    assertThat(Filter.anyMatches(List.of(), CARD)).isTrue();
    assertThat(Filter.anyMatches(List.of(), FAR)).isTrue();
  }

  @Test
  void aFilterWithoutAHostFindsOnlyThisMachine() {
    assertThat(Filter.any().matches(CARD)).isTrue();
    assertThat(Filter.any().matches(FAR)).isFalse();
  }

  @Test
  void localhostIsTheSameAsNoHost() {
    assertThat(Filter.any().onHost("localhost").matches(CARD)).isTrue();
    assertThat(Filter.any().onHost("localhost").matches(FAR)).isFalse();
  }

  @Test
  void caretLocalhostFindsOnlyOtherMachines() {
    assertThat(Filter.any().onHost("^localhost").matches(CARD)).isFalse();
    assertThat(Filter.any().onHost("^localhost").matches(FAR)).isTrue();
  }

  @Test
  void aStarFindsEveryMachine() {
    assertThat(Filter.any().onHost("*").matches(CARD)).isTrue();
    assertThat(Filter.any().onHost("*").matches(FAR)).isTrue();
  }

  @Test
  void aNamedHostMatchesExactly() {
    assertThat(Filter.any().onHost("host2").matches(FAR)).isTrue();
    assertThat(Filter.any().onHost("host").matches(FAR)).isFalse();
  }

  @Test
  void everyFieldConstrains() {
    assertThat(Filter.deviceType(DeviceType.FPGA).matches(CARD)).isTrue();
    assertThat(Filter.deviceType(DeviceType.GPU).matches(CARD)).isFalse();
    assertThat(Filter.any().withObjectType(ObjectType.ACCELERATOR).matches(CARD)).isTrue();
    assertThat(Filter.any().withObjectType(ObjectType.DEVICE).matches(CARD)).isFalse();
    assertThat(Filter.any().withGuid(GUID).matches(CARD)).isTrue();
    assertThat(Filter.any().withGuid(new UUID(0, 1)).matches(CARD)).isFalse();
    assertThat(Filter.any().withVendorId(0x8086).matches(CARD)).isTrue();
    assertThat(Filter.any().withVendorId(0x10ee).matches(CARD)).isFalse();
    assertThat(Filter.any().withDeviceId(0x0a5e).matches(CARD)).isTrue();
    assertThat(Filter.any().withDeviceId(1).matches(CARD)).isFalse();
    assertThat(Filter.any().withBusAddress(BusAddress.parse("3b:00.0")).matches(CARD)).isTrue();
    assertThat(Filter.any().withBusAddress(BusAddress.parse("3b:00.1")).matches(CARD)).isFalse();
    assertThat(Filter.any().withName("card").matches(CARD)).isTrue();
    assertThat(Filter.any().withName("cart").matches(CARD)).isFalse();
    assertThat(Filter.any().withParent("board").matches(CARD)).isTrue();
    assertThat(Filter.any().withParent("other").matches(CARD)).isFalse();
  }

  @Test
  void aFieldThatADeviceDoesNotGiveDoesNotMatch() {
    assertThat(Filter.any().onHost("*").withGuid(GUID).matches(FAR)).isFalse();
    assertThat(Filter.any().onHost("*").withVendorId(0x8086).matches(FAR)).isFalse();
  }

  @Test
  void allOfOneFilterMustHoldAndOneOfSeveralSuffices() {
    Filter both = Filter.deviceType(DeviceType.FPGA).withObjectType(ObjectType.DEVICE);
    assertThat(both.matches(CARD)).isFalse();
    assertThat(Filter.anyMatches(List.of(both, Filter.any().withName("card")), CARD)).isTrue();
  }

  @Test
  void aKernelIsFoundWhereItIsOfferedAndWhereImagesAreTaken() {
    assertThat(Filter.kernel("vadd").matches(CARD)).isTrue();
    assertThat(Filter.kernel("vmul").matches(CARD)).isFalse();
    assertThat(Filter.kernel("vmul").onHost("*").matches(FAR)).isTrue();
  }

  @Test
  void aFilterIsNotChangedByWhatIsDerivedFromIt() {
    Filter base = Filter.any();
    Filter derived = base.withName("x").onHost("y");
    assertThat(base.matches(CARD)).isTrue();
    assertThat(derived.toString()).isEqualTo("host=y,name=x");
  }

  private static final Property<Long> LANES = Property.number("card.lanes");
  private static final DeviceProperties OWN =
      DeviceProperties.builder("own", ObjectType.DEVICE, DeviceType.FPGA)
          .with(LANES, 8L)
          .with(Property.PLATFORM, "test")
          .build();

  @Test
  void aDriversOwnPropertyIsFilteredByItsValue() {
    assertThat(Filter.any().with(LANES, 8L).matches(OWN)).isTrue();
    assertThat(Filter.any().with(LANES, 4L).matches(OWN)).isFalse();
    assertThat(Filter.any().with(LANES, 8L).matches(CARD)).isFalse();
  }

  @Test
  void aNumberIsFilteredByTheLeastThatDoes() {
    assertThat(Filter.any().atLeast(LANES, 8).matches(OWN)).isTrue();
    assertThat(Filter.any().atLeast(LANES, 9).matches(OWN)).isFalse();
    assertThat(Filter.any().atLeast(Property.number("platform"), 1).matches(OWN)).isFalse();
    assertThat(Filter.any().atLeast(LANES, 9)).hasToString("host=localhost,card.lanes>=9");
  }

  @Test
  void aPropertyIsReadInItsTypeAlsoWhereItWasGivenAsText() {
    DeviceProperties text =
        DeviceProperties.builder("text", ObjectType.DEVICE, DeviceType.FPGA)
            .with(Property.text("card.lanes"), "16")
            .build();
    assertThat(text.get(LANES)).contains(16L);
    assertThat(OWN.get(Property.text("card.lanes"))).contains("8");
    assertThat(OWN.get(Property.MEMORY_BYTES)).isEmpty();
    assertThat(OWN.details())
        .containsExactly(Map.entry("card.lanes", "8"), Map.entry("platform", "test"));
  }

  @Test
  void aValueOfAnotherTypeAndANameThatIsNoneAreRefused() {
    assertThatThrownBy(() -> OWN.get(Property.number("platform")))
        .isInstanceOf(BackplaneException.class)
        .hasMessageContaining("'test' is no value of property platform, a Long");
    for (String name : List.of("", ".", "a.", ".a", "A", "a b", "1a", "a..b")) {
      assertThatThrownBy(() -> Property.text(name))
          .isInstanceOf(BackplaneException.class)
          .hasMessageContaining("no name of a property");
    }
  }
}
