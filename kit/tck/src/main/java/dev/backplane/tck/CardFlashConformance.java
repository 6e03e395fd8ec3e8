package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.capi.CardFlash;
import dev.backplane.api.capi.FlashState;
import dev.backplane.api.capi.FlashWriter;
import dev.backplane.api.capi.FlashWriter.Header;
import dev.backplane.api.capi.FlashWriter.Pass;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The flash of cards of coherent accelerators. */
@Needs(CardFlash.class)
public abstract class CardFlashConformance extends Conformance {
  /** A conformance class. */
  protected CardFlashConformance() {}

  private CardFlash flash() {
    return rig().facet(rig().open(), CardFlash.class);
  }

  @Test
  void aFlashHasOneWriterAtATime() {
    CardFlash flash = flash();
    FlashWriter first = flash.open(Duration.ZERO);
    refuses(ErrorCode.BUSY, () -> flash.open(Duration.ZERO));
    first.close();
    flash.open(Duration.ZERO).close();
  }

  @Test
  void aChunkHasBytesAndAtMostAMebibyte() {
    CardFlash flash = flash();
    FlashState before = flash.state();
    try (FlashWriter writer = flash.open(Duration.ZERO)) {
      for (int bytes : new int[] {0, FlashWriter.LARGEST_CHUNK + 1}) {
        MemorySegment chunk = MemorySegment.ofArray(new byte[bytes]);
        refuses(
            ErrorCode.INVALID_ARGUMENT,
            () -> writer.write(Pass.DOWNLOAD, chunk, 1 << 30, Header.AS_GIVEN));
      }
    }
    assertThat(flash.state()).isEqualTo(before);
  }

  @Test
  void aFileThatIsNoImageChangesNothing() {
    CardFlash flash = flash();
    FlashState before = flash.state();
    try (FlashWriter writer = flash.open(Duration.ZERO)) {
      MemorySegment chunk = MemorySegment.ofArray(new byte[4096]);
      refuses(
          ErrorCode.IMAGE_INVALID,
          () -> writer.write(Pass.DOWNLOAD, chunk, chunk.byteSize(), Header.AS_GIVEN));
      refuses(
          ErrorCode.INVALID_ARGUMENT,
          () -> writer.write(Pass.VALIDATE, chunk, chunk.byteSize(), Header.AS_GIVEN));
      refuses(
          ErrorCode.INVALID_ARGUMENT, () -> writer.ioctl(0, MemorySegment.ofArray(new byte[64])));
    }
    assertThat(flash.state()).isEqualTo(before);
  }
}
