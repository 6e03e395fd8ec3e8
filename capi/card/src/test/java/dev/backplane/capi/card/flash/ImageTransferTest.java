package dev.backplane.capi.card.flash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.capi.AdapterIdentity;
import dev.backplane.api.capi.AdapterImageHeader;
import dev.backplane.api.capi.FlashWriter.Pass;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tokens lead from each chunk of an image to the next. */
final class ImageTransferTest {
  private static final AdapterIdentity CARD = new AdapterIdentity(1, 2, 3, 4);
  private static final byte[] FIRST =
      Arrays.copyOf(AdapterImageHeader.of(CARD, 400).toBytes(), 256);
  private static final byte[] SECOND = new byte[200];
  private static final byte[] LAST = new byte[72];

  private final ImageTransfer transfer = new ImageTransfer(CARD, new Random(7));

  private ErrorCode refusal(Pass pass, long token, byte[] chunk) {
    return FlashRig.refusal(() -> transfer.take(pass, token, chunk));
  }

  @Test
  void chunksFollowWithTheTokenOfTheOneBefore() {
    for (Pass pass : Pass.values()) {
      long one = transfer.take(pass, ImageTransfer.NO_TOKEN, FIRST);
      long two = transfer.take(pass, one, SECOND);
      assertThat(one).isPositive().isNotEqualTo(two);
      assertThat(transfer.validated()).isEmpty();
      assertThat(transfer.take(pass, two, LAST)).isEqualTo(ImageTransfer.NO_TOKEN);
    }
    assertThat(transfer.validated().orElseThrow().size()).isEqualTo(400);
  }

  @Test
  void aTokenThatIsNotTheLastIsRefused() {
    long one = transfer.take(Pass.DOWNLOAD, ImageTransfer.NO_TOKEN, FIRST);
    long two = transfer.take(Pass.DOWNLOAD, one, SECOND);
    assertThat(refusal(Pass.DOWNLOAD, one, LAST)).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(refusal(Pass.DOWNLOAD, ImageTransfer.NO_TOKEN, FIRST))
        .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(refusal(Pass.VALIDATE, two, FIRST)).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(refusal(Pass.DOWNLOAD, two + 1, LAST)).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(refusal(Pass.DOWNLOAD, two, FIRST)).isEqualTo(ErrorCode.IMAGE_INVALID);
  }

  @Test
  void aTokenOfOnePassIsNoneOfTheOther() {
    long one = transfer.take(Pass.DOWNLOAD, ImageTransfer.NO_TOKEN, FIRST);
    long two = transfer.take(Pass.DOWNLOAD, one, SECOND);
    assertThat(transfer.take(Pass.DOWNLOAD, two, LAST)).isEqualTo(ImageTransfer.NO_TOKEN);
    assertThat(refusal(Pass.VALIDATE, two, FIRST)).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    long again = transfer.take(Pass.VALIDATE, ImageTransfer.NO_TOKEN, FIRST);
    assertThat(refusal(Pass.DOWNLOAD, again, SECOND)).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(refusal(Pass.VALIDATE, again, LAST)).isEqualTo(ErrorCode.IMAGE_INVALID);
  }
}
