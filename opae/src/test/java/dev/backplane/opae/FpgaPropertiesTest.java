package dev.backplane.opae;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BusAddress;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.Filter;
import dev.backplane.api.ObjectType;
import dev.backplane.api.opae.OpaeProperty;
import dev.backplane.ffi.RawMemory;
import java.lang.foreign.Arena;
import java.util.UUID;
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
  void whatIsKnownOfAResourceGoesThereAndBack() {
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
}
