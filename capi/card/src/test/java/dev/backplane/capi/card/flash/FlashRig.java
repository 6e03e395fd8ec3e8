package dev.backplane.capi.card.flash;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.OpenMode;
import dev.backplane.api.capi.CardAttributes;
import dev.backplane.api.capi.CardFlash;
import dev.backplane.api.capi.CoherentCard;
import dev.backplane.api.capi.FlashWriter;
import dev.backplane.api.capi.FlashWriter.Header;
import dev.backplane.api.capi.FlashWriter.Pass;
import dev.backplane.runtime.Backplane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A card of a PowerVM guest, with the memcpy AFU from the factory. */
final class FlashRig implements AutoCloseable {
  /** The image of a dedicated AFU. */
  static final Path CRC = Path.of("../../examples/crc32c/crc32c.xclbin");

  private static final Duration DEADLINE = Duration.ofMinutes(2);
  private static final Duration POLL = Duration.ofMillis(50);

  final Backplane backplane;
  final Device device;
  final CoherentCard card;

  /** A card whose flash is a file. */
  FlashRig(Path flash) {
    this("\"platform\": \"powervm\", ", ", \"flash\": \"%s\"".formatted(flash));
  }

  FlashRig(String ofInstance, String ofCard) {
    try {
      Path file = Files.createTempFile("flash", ".json");
      Files.writeString(
          file,
          """
          {"plugins": [{"module": "capi", "name": "cards", "config":
            {%s"host": "power8", "cards": [{"afus": [{}]%s}]}}]}
          """
              .formatted(ofInstance, ofCard));
      backplane = Backplane.open(file);
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    device = opened();
    card = device.facet(CoherentCard.class);
  }

  /** A card whose AFUs take long to be made, on a busy machine, is there later. */
  private Device opened() {
    for (long end = System.nanoTime() + DEADLINE.toNanos(); ; ) {
      try {
        return backplane.token("cards/card0").open(OpenMode.SHARED);
      } catch (BackplaneException e) {
        if (e.code() != ErrorCode.NO_SUCH_DEVICE || System.nanoTime() - end > 0) {
          throw e;
        }
        LockSupport.parkNanos(POLL.toNanos());
      }
    }
  }

  static byte[] crc() {
    try {
      return Files.readAllBytes(CRC);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ErrorCode refusal(ThrowingCallable use) {
    return catchThrowableOfType(BackplaneException.class, use).code();
  }

  CardFlash flash() {
    return device.facet(CardFlash.class);
  }

  CardAttributes attributes() {
    return card.attributes();
  }

  List<String> nodes() {
    return backplane.enumerate(List.of(Filter.any())).stream()
        .map(token -> token.id().substring(token.id().lastIndexOf('/') + 1))
        .sorted()
        .toList();
  }

  Device open(String node) {
    return backplane.token("cards/" + node).open(OpenMode.SHARED);
  }

  /** Sends an image in three chunks, with its header in it; fails where the writer does. */
  static void send(FlashWriter writer, Pass pass, byte[] image) {
    int third = Math.max(128, image.length / 3 + 1);
    boolean more = true;
    for (int at = 0; at < image.length; at += third) {
      more =
          writer.write(
              pass,
              MemorySegment.ofArray(
                  Arrays.copyOfRange(image, at, Math.min(at + third, image.length))),
              image.length,
              Header.AS_GIVEN);
    }
    if (more) {
      throw new IllegalStateException("more chunks are wanted");
    }
  }

  @Override
  public void close() {
    backplane.close();
  }
}
