package dev.backplane.opae.abi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BusAddress;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.Filter;
import dev.backplane.api.ObjectType;
import dev.backplane.api.Property;
import dev.backplane.api.opae.OpaeProperty;
import dev.backplane.ffi.RawMemory;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class FpgaPropertiesTest {
  private static final UUID GUID = UUID.fromString("d8424dc4-a4a3-c413-f89e-433683f9040b");

  private final Arena arena = Arena.ofConfined();
  private final FpgaProperties properties = FpgaProperties.allocate(arena);

  @AfterEach
  void free() {
    arena.close();
  }

  @ParameterizedTest
  @EnumSource(PropertyField.class)
  void aFieldIsSetOnceItWasSet(PropertyField field) {
    assertThat(properties.has(field)).isFalse();
    setObjectType(field);
    switch (field) {
      case GUID -> properties.guid(GUID);
      case HOST, DEVICE_TYPE -> properties.text(field, "text");
      default -> {
        long most = field.bytes() == 8 ? -1 : (1L << (8 * field.bytes())) - 1;
        long value = field == PropertyField.OBJECT_TYPE ? 1 : most;
        properties.set(field, value);
        assertThat(properties.get(field)).isEqualTo(value);
      }
    }
    assertThat(properties.has(field)).isTrue();
    properties.clear();
    assertThat(properties.has(field)).isFalse();
  }

  private void setObjectType(PropertyField field) {
    Integer type = field.objectType();
    if (type != null) {
      properties.set(PropertyField.OBJECT_TYPE, type);
    }
  }

  @Test
  void aFieldOfDevicesIsNotThatOfAccelerators() {
    properties.set(PropertyField.OBJECT_TYPE, TokenHeader.DEVICE);
    properties.set(PropertyField.NUM_SLOTS, 3);
    assertThat(properties.has(PropertyField.NUM_SLOTS)).isTrue();
    assertThat(properties.has(PropertyField.STATE)).isFalse();
  }

  @Test
  void fieldsLieWherePluginsLookForThem() {
    properties.set(PropertyField.OBJECT_TYPE, TokenHeader.ACCELERATOR);
    properties.set(PropertyField.VENDOR_ID, 0x8086);
    properties.set(PropertyField.NUM_MMIO, 2);
    properties.guid(GUID);
    long at = properties.address();
    assertThat(RawMemory.getLong(at + 40)).isEqualTo(0x4650474150524f50L);
    assertThat(RawMemory.getLong(at + 48)).isEqualTo(1L << 33 | 1 << 9 | 1 << 7 | 1 << 1);
    assertThat(RawMemory.getByte(at + 56)).isEqualTo((byte) 0xd8);
    assertThat(RawMemory.getByte(at + 71)).isEqualTo((byte) 0x0b);
    assertThat(RawMemory.getInt(at + 80)).isEqualTo(1);
    assertThat(RawMemory.getInt(at + 104) & 0xFFFF).isEqualTo(0x8086);
    assertThat(RawMemory.getInt(at + 124)).isEqualTo(2);
    assertThat(properties.guid()).isEqualTo(GUID);
  }

  @Test
  void oneThreadTakesTheLockAsOftenAsItLikes() {
    try (FpgaProperties.Held outer = properties.lock();
        FpgaProperties.Held inner = properties.lock()) {
      assertThat(outer).isNotSameAs(inner);
    }
    assertThat(RawMemory.getInt(properties.address())).isZero();
  }

  @Test
  void propertiesAreKnownByTheirMagicNumber() {
    assertThat(FpgaProperties.areAt(0)).isFalse();
    assertThat(FpgaProperties.areAt(properties.address())).isTrue();
    assertThat(FpgaProperties.areAt(arena.allocate(FpgaProperties.BYTES).address())).isFalse();
  }

  @Test
  void aTextThatDoesNotFitIsRefused() {
    assertThatThrownBy(() -> properties.text(PropertyField.DEVICE_TYPE, "x".repeat(32)))
        .hasMessageContaining("does not fit 31 bytes");
    properties.text(PropertyField.DEVICE_TYPE, "x".repeat(31));
    assertThat(properties.text(PropertyField.DEVICE_TYPE)).hasSize(31);
  }

  @Test
  void convertsPropertiesThereAndBack() {
    DeviceProperties known =
        DeviceProperties.builder("card", ObjectType.ACCELERATOR, DeviceType.FPGA)
            .host("lab1")
            .guid(GUID)
            .pciIds(0x8086, 0x0a5e)
            .busAddress(BusAddress.parse("0001:3b:1f.7"))
            .with(OpaeProperty.OBJECT_ID, -2L)
            .with(OpaeProperty.STATE, 1L)
            .with(OpaeProperty.REGISTER_SPACES, 2L)
            .build();
    ResourceFields.write(known, properties);
    DeviceProperties read = ResourceFields.properties(properties, "card").build();
    assertThat(read.host()).isEqualTo("lab1");
    assertThat(read.guid()).contains(GUID);
    assertThat(read.busAddress()).isEqualTo(known.busAddress());
    assertThat(read.vendorId()).hasValue(0x8086);
    assertThat(read.get(OpaeProperty.OBJECT_ID)).contains(-2L);
    assertThat(read.get(OpaeProperty.SLOTS)).isEmpty();
    assertThat(read.get(OpaeProperty.FUNCTION)).contains(7L);
  }

  @Test
  void aFilterAsksForTheFieldsThatAreSetAndForNoOthers() {
    properties.set(PropertyField.BUS, 0x3b);
    properties.set(PropertyField.STATE, 1);
    Filter filter = ResourceFields.filter(properties);
    // Without an object type, the state asks for nothing.
    assertThat(filter.properties()).containsExactly("opae.bus");
    properties.set(PropertyField.OBJECT_TYPE, TokenHeader.ACCELERATOR);
    assertThat(ResourceFields.filter(properties).properties())
        .containsExactlyInAnyOrder("opae.bus", "opae.state");

    FpgaProperties back = FpgaProperties.allocate(arena);
    ResourceFields.write(ResourceFields.filter(properties), back);
    assertThat(back.get(PropertyField.BUS)).isEqualTo(0x3b);
    assertThat(back.has(PropertyField.STATE)).isTrue();
    assertThat(back.has(PropertyField.DEVICE)).isFalse();
  }

  /** Over all fields and many resources, of which some lack what others have. */
  @Test
  void aNumberThatIsAskedForAloneIsTheOneThatIsWritten() {
    Random random = new Random(7);
    for (int round = 0; round < 200; round++) {
      DeviceProperties known = anyResource(random);
      properties.erase();
      ResourceFields.write(known, properties);
      for (PropertyField field : PropertyField.values()) {
        if (field.isNumber() && field != PropertyField.PARENT) {
          assertThat(ResourceFields.number(known, field))
              .as("%s of %s %s", field, known, known.details())
              .isEqualTo(
                  properties.has(field)
                      ? OptionalLong.of(properties.get(field))
                      : OptionalLong.empty());
        }
      }
    }
  }

  private static DeviceProperties anyResource(Random random) {
    ObjectType type = random.nextBoolean() ? ObjectType.DEVICE : ObjectType.ACCELERATOR;
    DeviceProperties.Builder known = DeviceProperties.builder("card", type, DeviceType.FPGA);
    if (random.nextBoolean()) {
      known.busAddress(BusAddress.parse("0001:3b:1f.7"));
    }
    if (random.nextBoolean()) {
      known.pciIds(random.nextInt(1 << 16), random.nextInt(1 << 16));
    } else if (random.nextBoolean()) {
      known.vendorId(random.nextInt() & Integer.MAX_VALUE);
    }
    List<Property<Long>> ofBoth =
        List.of(OpaeProperty.BUS, OpaeProperty.OBJECT_ID, OpaeProperty.ERRORS);
    List<Property<Long>> ofOne =
        type == ObjectType.DEVICE
            ? List.of(OpaeProperty.SLOTS, OpaeProperty.SHELL_ID, OpaeProperty.SHELL_VERSION)
            : List.of(OpaeProperty.STATE, OpaeProperty.INTERRUPTS, OpaeProperty.REGISTER_SPACES);
    Stream.concat(ofBoth.stream(), ofOne.stream())
        .filter(each -> random.nextBoolean())
        .forEach(each -> known.with(each, random.nextLong()));
    return known.build();
  }

  @Test
  void fieldsAreComparedWithWhatTheyWere() {
    long[] nothing = properties.fields();
    assertThat(properties.are(nothing)).isTrue();
    for (PropertyField field : PropertyField.values()) {
      properties.erase();
      switch (field) {
        case HOST, DEVICE_TYPE -> properties.text(field, "text");
        case GUID -> properties.guid(GUID);
        default -> properties.set(field, 1);
      }
      long[] fields = properties.fields();
      assertThat(properties.are(fields)).as("%s", field).isTrue();
      assertThat(properties.are(nothing)).as("%s", field).isFalse();
      change(field);
      assertThat(properties.are(fields)).as("%s", field).isFalse();
    }
    properties.erase();
    assertThat(properties.are(nothing)).isTrue();
  }

  private void change(PropertyField field) {
    switch (field) {
      case HOST, DEVICE_TYPE -> properties.text(field, "another");
      case GUID -> properties.guid(new UUID(1, 2));
      default -> properties.set(field, 2);
    }
  }
}
