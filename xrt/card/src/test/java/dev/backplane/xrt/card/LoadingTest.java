package dev.backplane.xrt.card;

import static dev.backplane.xrt.card.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.LoadOption;
import dev.backplane.api.Management;
import dev.backplane.api.Program;
import dev.backplane.xclbin.Xclbin;
import dev.backplane.xrt.card.config.CardConfig;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When an image takes the place of another, and when nothing happens. */
class LoadingTest {
  private final TestCard card = new TestCard();
  private final Images images = card.facet(Images.class);
  private final Program first = images.load(TestImages.image());
  private final Kernel kernel = first.kernel("vadd");

  @AfterEach
  void close() {
    card.close();
  }

  @Test
  void theSameUuidAgainIsTheSameProgram() {
    assertThat(images.load(TestImages.image())).isSameAs(first);
    assertThat(kernel.buffer("a", 4).size()).isEqualTo(4);
  }

  @Test
  void theUuidDecidesAndNotTheBytes() {
    Xclbin image = TestImages.container(CardConfig.PLATFORM);
    Xclbin later = image.toBuilder().header(image.header().withTimestamp(1)).build();

    assertThat(images.load(Image.of("later", later.toBytes()))).isSameAs(first);
  }

  @Test
  void forceLoadsTheSameUuidAgain() {
    Program again = images.load(TestImages.image(), LoadOption.FORCE);

    assertThat(again).isNotSameAs(first);
    assertThat(again.uuid()).isEqualTo(first.uuid());
    refuses(ErrorCode.CLOSED, kernel::start);
  }

  @Test
  void imagesWithoutIdentityAreNeverTheSame() {
    Image nameless = nameless();
    Program one = images.load(nameless);

    assertThat(images.load(nameless)).isNotSameAs(one);
  }

  @Test
  void aDamagedFileIsRefusedThoughItsUuidIsLoaded() {
    byte[] whole = TestImages.image().content().toArray();
    Image cut = Image.of("cut", Arrays.copyOf(whole, whole.length - 1));

    refuses(ErrorCode.IMAGE_TRUNCATED, () -> images.load(cut));
    assertThat(images.loaded()).containsSame(first);
  }

  @Test
  void theSameUuidIsLoadedAfterAReset() {
    card.facet(Management.class).reset();

    assertThat(images.load(TestImages.image())).isNotSameAs(first);
    refuses(ErrorCode.CLOSED, kernel::start);
  }

  private static Image nameless() {
    Xclbin image = TestImages.container(CardConfig.PLATFORM);
    return Image.of("nameless", image.toBuilder().uuid(new UUID(0, 0)).build().toBytes());
  }
}
