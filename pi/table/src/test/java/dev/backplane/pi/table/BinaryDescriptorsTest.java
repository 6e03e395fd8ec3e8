package dev.backplane.pi.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.ImageFormat;
import dev.backplane.api.binary.BinaryProperty;
import dev.backplane.api.binary.Content;
import dev.backplane.api.binary.DeviceBinary;
import dev.backplane.api.binary.PropertySet;
import dev.backplane.ffi.RawMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BinaryDescriptorsTest {
  private static final DeviceBinary FULL =
      DeviceBinary.of("spir64", Content.of((byte) 3, (byte) 2, (byte) 0x23, (byte) 7, (byte) 9))
          .withOptions("-g", "-link")
          .withEntries(List.of("vadd", "scale"))
          .withPropertySet(
              new PropertySet(
                  "SYCL/misc properties",
                  List.of(
                      new BinaryProperty.Numeric("number", -2),
                      new BinaryProperty.Bytes("bytes", Content.of((byte) 0, (byte) 1)),
                      new BinaryProperty.Text("text", "hello"))))
          .withPropertySet(new PropertySet("SYCL/assert used", List.of()));

  @Test
  void aDescriptorIsReadAsItWasWritten() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment pointers = BinaryDescriptors.write(List.of(FULL, FULL), arena);
      assertThat(BinaryDescriptors.read(pointers.getAtIndex(ValueLayout.JAVA_LONG, 1)))
          .isEqualTo(FULL);
    }
  }

  @Test
  void fieldsStandAtTheirOffsets() {
    try (Arena arena = Arena.ofConfined()) {
      long at = BinaryDescriptors.write(List.of(FULL), arena).getAtIndex(ValueLayout.JAVA_LONG, 0);
      assertThat(RawMemory.getInt(at)).isEqualTo(1 | 4 << 16 | 2 << 24);
      assertThat(BinaryDescriptors.target(at)).isEqualTo("spir64");
      assertThat(RawMemory.getLong(at + 56) - RawMemory.getLong(at + 48)).isEqualTo(5);
      assertThat(RawMemory.getInt(RawMemory.getLong(at + 48))).isEqualTo(0x07230203);
      assertThat(RawMemory.getLong(at + 72) - RawMemory.getLong(at + 64)).isEqualTo(2 * 32);
      assertThat(RawMemory.getLong(at + 88) - RawMemory.getLong(at + 80)).isEqualTo(2 * 24);
      long properties = RawMemory.getLong(RawMemory.getLong(at + 80) + 8);
      assertThat(RawMemory.getLong(properties + 8)).as("a number has no address").isZero();
      assertThat(RawMemory.getInt(properties + 16)).isEqualTo(1);
      assertThat(RawMemory.getLong(properties + 24)).isEqualTo(0xFFFF_FFFEL);
      assertThat(RawMemory.getInt(properties + 32 + 16)).isEqualTo(2);
      assertThat(RawMemory.getLong(properties + 32 + 24)).isEqualTo(2);
      assertThat(RawMemory.getInt(properties + 64 + 16)).isEqualTo(3);
      assertThat(RawMemory.getLong(properties + 64 + 24)).isEqualTo(6);
    }
  }

  @Test
  void aWholeProgramHasItsBinariesInARow() {
    try (Arena arena = Arena.ofConfined()) {
      long all = BinaryDescriptors.writeAll(List.of(FULL, FULL), arena).address();
      assertThat(RawMemory.getInt(all)).isEqualTo(1 | 2 << 16);
      long second = RawMemory.getLong(all + 8) + 96;
      assertThat(BinaryDescriptors.read(second)).isEqualTo(FULL);
    }
  }

  @Test
  void triplesAndOwnFormatsAreWrittenAsPluginsKnowThem() {
    DeviceBinary source =
        new DeviceBinary(
            "spir64-unknown-unknown",
            ImageFormat.SOURCE,
            "",
            "",
            List.of(),
            Map.of(),
            List.of(),
            Map.of(),
            Content.EMPTY);
    try (Arena arena = Arena.ofConfined()) {
      long at =
          BinaryDescriptors.write(List.of(source), arena).getAtIndex(ValueLayout.JAVA_LONG, 0);
      assertThat(BinaryDescriptors.target(at)).isEqualTo("spir64");
      assertThat(RawMemory.getByte(at + 3)).isZero();
    }
  }

  @Test
  void refusesDescriptorsThatContradictThemselves() {
    try (Arena arena = Arena.ofConfined()) {
      long at = BinaryDescriptors.write(List.of(FULL), arena).getAtIndex(ValueLayout.JAVA_LONG, 0);
      refused(at, 0, 2, "version 2");
      refused(at, 56, RawMemory.getLong(at + 48) - 1, "code end");
      refused(at, 72, RawMemory.getLong(at + 64) + 33, "entries");
      refused(at, 88, RawMemory.getLong(at + 80) + (1L << 30), "property sets");
      long properties = RawMemory.getLong(RawMemory.getLong(at + 80) + 8);
      long type = RawMemory.getLong(properties + 16);
      RawMemory.putLong(properties + 16, 9);
      assertThatThrownBy(() -> BinaryDescriptors.read(at)).hasMessageContaining("type 9");
      RawMemory.putLong(properties + 16, type);
      assertThat(BinaryDescriptors.read(at)).isEqualTo(FULL);
    }
  }

  private static void refused(long descriptor, long offset, long value, String problem) {
    long good = RawMemory.getLong(descriptor + offset);
    RawMemory.putLong(descriptor + offset, value);
    assertThatThrownBy(() -> BinaryDescriptors.read(descriptor))
        .isInstanceOfSatisfying(
            BackplaneException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IMAGE_INVALID))
        .hasMessageContaining(problem);
    RawMemory.putLong(descriptor + offset, good);
  }
}
