package dev.backplane.capi.card.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.capi.FlashWriter;
import dev.backplane.api.capi.FlashWriter.Header;
import dev.backplane.api.capi.FlashWriter.Pass;
import dev.backplane.api.capi.PerstImage;
import dev.backplane.capi.card.config.CardConfig;
import dev.backplane.capi.card.psl.Host;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A card gets an image whose AFUs take long to be compiled, and works on meanwhile. */
@Timeout(600)
final class SlowImageTest {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** The image of a dedicated AFU; that of the factory is a directed one. */
  private static final Image IMAGE = Image.of(Path.of("../../examples/crc32c/crc32c.xclbin"));

  /** One permit for each image that is compiled to its end. */
  private final Semaphore compiler = new Semaphore(0);

  private final Semaphore compiling = new Semaphore(0);
  private final CompletableFuture<Void> givenUp = new CompletableFuture<>();
  private Card card;
  private FlashWriter writer;

  @BeforeEach
  void makeCard() {
    CardConfig config = CardConfig.usual(Host.POWER8);
    AcceleratorLoader loader = new AcceleratorLoader(0, config, Host.POWER8, PATIENCE);
    Accelerators slow =
        new Accelerators() {
          @Override
          public List<AfuSlice> ofConfiguration() {
            return loader.ofConfiguration();
          }

          @Override
          public List<AfuSlice> ofImage(Image image) {
            compiling.release();
            try {
              compiler.acquire();
            } catch (InterruptedException e) {
              givenUp.complete(null);
              throw new IllegalStateException(e);
            }
            return loader.ofImage(image);
          }
        };
    card = new Card(0, config, Host.POWER8, PATIENCE, slow);
    writer = card.openFlash(Duration.ZERO);
  }

  @AfterEach
  void close() {
    writer.close();
    card.close();
  }

  /** Sends the image, and returns while it is verified. */
  private CompletableFuture<Optional<ErrorCode>> verifying() throws InterruptedException {
    MemorySegment bytes = MemorySegment.ofArray(IMAGE.content().toArray());
    assertThat(writer.write(Pass.DOWNLOAD, bytes, bytes.byteSize(), Header.PREPENDED)).isFalse();
    CompletableFuture<Optional<ErrorCode>> refusal = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                writer.write(Pass.VALIDATE, bytes, bytes.byteSize(), Header.PREPENDED);
                refusal.complete(Optional.empty());
              } catch (BackplaneException e) {
                refusal.complete(Optional.of(e.code()));
              } catch (Throwable e) {
                refusal.completeExceptionally(e);
              }
            });
    compiling.acquire();
    return refusal;
  }

  private List<String> modes() {
    return card.slices().stream().map(each -> each.contexts().mode().orElseThrow().text()).toList();
  }

  @Test
  void nobodyWaitsForTheCompiler() throws Exception {
    CompletableFuture<Optional<ErrorCode>> refusal = verifying();
    assertThat(card.flashState().userBytes()).isZero();
    card.perstImage(PerstImage.USER);
    card.reset(true);
    assertThat(modes()).containsExactly("afu_directed");
    assertThat(refusal).isNotDone();
    compiler.release(2);
    assertThat(refusal.get()).isEmpty();
    assertThat(card.flashState().userBytes()).isEqualTo(IMAGE.size());
    writer.close();
    assertThat(modes()).containsExactly("dedicated_process");
  }

  @Test
  void closingTheWriterEndsTheFlashing() throws Exception {
    CompletableFuture<Optional<ErrorCode>> refusal = verifying();
    writer.close();
    assertThat(refusal.get()).contains(ErrorCode.CLOSED);
    givenUp.get();
    assertThat(card.flashState().userBytes()).isZero();
    assertThat(modes()).containsExactly("afu_directed");
    FlashWriter first = writer;
    writer = card.openFlash(Duration.ZERO);
    refusal = verifying();
    // Closing it once more is nothing to the writer after it.
    first.close();
    compiler.release(2);
    assertThat(refusal.get()).isEmpty();
  }

  @Test
  void removingTheCardEndsTheFlashing() throws Exception {
    CompletableFuture<Optional<ErrorCode>> refusal = verifying();
    card.remove();
    assertThat(refusal.get()).contains(ErrorCode.NO_SUCH_DEVICE);
    givenUp.get();
    card.rescan();
    assertThat(modes()).containsExactly("afu_directed");
  }

  @Test
  void theCardCanBeClosed() throws Exception {
    CompletableFuture<Optional<ErrorCode>> refusal = verifying();
    card.close();
    assertThat(refusal.get()).contains(ErrorCode.NO_SUCH_DEVICE);
    givenUp.get();
  }
}
