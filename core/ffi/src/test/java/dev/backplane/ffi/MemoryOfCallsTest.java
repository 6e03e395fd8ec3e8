package dev.backplane.ffi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

final class MemoryOfCallsTest {
  @Test
  void aNestedFrameLiesBehindTheOuterOne() {
    try (Slab.Frame outer = Slab.frame()) {
      MemorySegment kept = outer.allocate(8, 8);
      kept.set(ValueLayout.JAVA_LONG, 0, 42);
      long nested;
      try (Slab.Frame inner = Slab.frame()) {
        MemorySegment other = inner.allocate(8, 8);
        other.set(ValueLayout.JAVA_LONG, 0, -1);
        nested = other.address();
      }

      assertThat(kept.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(42);
      assertThat(outer.allocate(8, 8).address()).as("given back").isEqualTo(nested);
    }
  }

  @Test
  void allocatesArgumentsThatDoNotFitTheSlabBesideIt() {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment large = frame.allocate(1 << 20, 4096);
      MemorySegment small = frame.allocate(16, 16);

      assertThat(large.byteSize()).isEqualTo(1 << 20);
      assertThat(large.address() % 4096).isZero();
      assertThat(small.byteSize()).isEqualTo(16);
    }
  }

  @Test
  void memoryBesideTheSlabIsThereAsLongAsItsFrame() {
    MemorySegment large;
    try (Slab.Frame frame = Slab.frame()) {
      large = frame.allocate(1 << 20, 8);
      frame.allocate(1 << 20, 8).fill((byte) 2);
      large.fill((byte) 1);
      assertThat(large.get(ValueLayout.JAVA_BYTE, (1 << 20) - 1)).isEqualTo((byte) 1);
    }
    assertThat(large.scope().isAlive()).isFalse();
  }

  @Test
  void aWordHasRoomOfItsOwnUntilTheSlabIsFull() {
    try (Slab.Frame outer = Slab.frame()) {
      outer.allocate(1, 1);
      long first = outer.word();
      try (Slab.Frame inner = Slab.frame()) {
        assertThat(first % 8).isZero();
        assertThat(inner.word()).isEqualTo(first + 8);
      }
      assertThat(outer.word()).as("given back").isEqualTo(first + 8);
      assertThatThrownBy(
              () -> {
                while (true) {
                  outer.word();
                }
              })
          .isInstanceOf(IllegalStateException.class);
    }
    try (Slab.Frame after = Slab.frame()) {
      assertThat(after.word()).isNotZero();
    }
  }

  @Test
  void alignmentIsKept() {
    try (Slab.Frame frame = Slab.frame()) {
      frame.allocate(1, 1);

      assertThat(frame.allocate(8, 8).address() % 8).isZero();
      assertThat(frame.allocate(64, 64).address() % 64).isZero();
    }
  }

  @Test
  void textsGoThereAndBack() {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment text = CText.write("größer", frame);

      assertThat(CText.read(text, 100)).isEqualTo("größer");
      assertThat(CText.read(MemorySegment.ofAddress(text.address()), 100)).isEqualTo("größer");
      assertThat(CText.read(text, 2)).hasSize(2);
      assertThat(CText.read(MemorySegment.NULL, 100)).isEmpty();
      assertThatThrownBy(() -> CText.write("cut\0off", frame))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aTextWithoutAnEndEndsAtItsBound() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(8).fill((byte) 'x');

      assertThat(CText.read(bytes, 100)).isEqualTo("xxxxxxxx");
    }
  }

  @Test
  void variablesAreSetForC() {
    CEnvironment.set("BACKPLANE_FFI_TEST", "one");
    assertThat(CEnvironment.get("BACKPLANE_FFI_TEST")).contains("one");
    CEnvironment.set("BACKPLANE_FFI_TEST", "");

    assertThat(CEnvironment.get("BACKPLANE_FFI_TEST")).contains("");
    assertThat(CEnvironment.get("BACKPLANE_FFI_UNSET")).isEmpty();
    assertThatThrownBy(() -> CEnvironment.set("A=B", "x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Invalid argument");
  }
}
