package dev.backplane.pi.table.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.pi.table.device.Parameter.Passing;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What binaries tell of their kernels. */
final class PackedNotesTest {
  private static final PackedNotes NOTES =
      new PackedNotes(
          Map.of("k", List.of(1)),
          Map.of(
              "k",
              List.of(
                  new Parameter("data", "float*", Passing.BUFFER, 8),
                  new Parameter("n", "int", Passing.INT4, 4),
                  new Parameter("v", "float4", Passing.VECTOR, 16))));

  @Test
  void readsBackWrittenNotes() {
    assertThat(PackedNotes.read(NOTES.toBytes())).contains(NOTES);
    assertThat(PackedNotes.read(PackedNotes.NONE.toBytes())).contains(PackedNotes.NONE);
  }

  @Test
  void refusesNotesThatAreCutOffOrTooLong() {
    byte[] bytes = NOTES.toBytes();
    for (int length = 0; length < bytes.length; length++) {
      assertThat(PackedNotes.read(Arrays.copyOf(bytes, length))).as("%d", length).isEmpty();
    }
    assertThat(PackedNotes.read(Arrays.copyOf(bytes, bytes.length + 1))).isEmpty();
  }

  @Test
  void leavesOutNotesWithoutRoom() {
    Parameter parameter = new Parameter("x".repeat(70_000), "int", Passing.INT4, 4);
    PackedNotes packed =
        PackedNotes.of(
            Map.of(),
            Map.of("k", List.of(parameter), "m".repeat(70_000), List.of(), "n", List.of()));
    assertThat(packed.signatures()).containsOnlyKeys("n");
    assertThat(PackedNotes.read(packed.toBytes())).contains(packed);
  }
}
