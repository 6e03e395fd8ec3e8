package dev.backplane.capi.card;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.OpenMode;
import dev.backplane.api.capi.Attachment;
import dev.backplane.api.capi.Coherent;
import dev.backplane.api.capi.CoherentCard;
import dev.backplane.api.capi.StartWork;
import dev.backplane.runtime.Backplane;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Threads that wait until the memcpy AFU wakes them, by ASB_Notify. */
final class HostThreadTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final int WAKE = 0x83;

  @TempDir Path folder;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment ring = arena.allocate(4096, 4096);
  private final List<Backplane> opened = new ArrayList<>();

  @AfterEach
  void giveBack() {
    opened.forEach(Backplane::close);
    arena.close();
  }

  private Device open(String host) throws IOException {
    Backplane backplane =
        Backplane.open(
            Files.writeString(
                folder.resolve("backplane.json"),
                "{\"plugins\": [{\"module\": \"capi\", \"name\": \"cards\", \"config\": {\"host\": \"%s\"}}]}"
                    .formatted(host)));
    opened.add(backplane);
    return backplane.token("cards/afu0.0s").open(OpenMode.SHARED);
  }

  private StartWork work() {
    return StartWork.of(ring.address() | 32);
  }

  private void wake(int element) {
    ring.set(ValueLayout.JAVA_BYTE, element * 32L, (byte) WAKE);
  }

  private static void refused(ErrorCode code, ThrowingCallable use) {
    assertThatThrownBy(use)
        .isInstanceOfSatisfying(
            BackplaneException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void aThreadThatWaitsIsWokenAndWhatCameBeforeCountsOnce() throws IOException {
    try (Device device = open("power9");
        Attachment attachment = device.facet(Coherent.class).attach(work().withHostThread())) {
      assertThat(attachment.hostThread()).isEqualTo(attachment.processElement() + 1);
      assertThat(attachment.awaitWake(Duration.ZERO)).isFalse();
      CompletableFuture<Boolean> waiting =
          CompletableFuture.supplyAsync(() -> attachment.awaitWake(LONG));
      wake(0);
      assertThat(waiting.join()).isTrue();
      assertThat(attachment.awaitWake(Duration.ZERO)).isFalse();
      wake(1);
      assertThat(attachment.awaitWake(LONG)).isTrue();
      assertThat(ring.get(ValueLayout.JAVA_BYTE, 33)).isEqualTo((byte) 0x80);
      assertThat(attachment.next(Duration.ZERO)).isEmpty();
    }
  }

  @Test
  void aThreadThatWaitsIsToldWhenTheCardGoesOrItsContext() throws IOException {
    try (Device device = open("power9");
        Device card = opened.getFirst().token("cards/card0").open(OpenMode.SHARED)) {
      Attachment attachment = device.facet(Coherent.class).attach(work().withHostThread());
      CompletableFuture<Boolean> waiting =
          CompletableFuture.supplyAsync(() -> attachment.awaitWake(LONG));
      card.facet(CoherentCard.class).remove();
      assertThatThrownBy(waiting::join)
          .isInstanceOf(CompletionException.class)
          .hasCauseInstanceOf(BackplaneException.class);
      attachment.close();
      refused(ErrorCode.CLOSED, () -> attachment.awaitWake(LONG));
    }
  }

  @Test
  void nobodyIsWokenWhoDidNotAskForItAndNotByAPsl8() throws IOException {
    try (Device device = open("power9");
        Attachment attachment = device.facet(Coherent.class).attach(work())) {
      assertThat(attachment.hostThread()).isZero();
      refused(ErrorCode.INVALID_ARGUMENT, () -> attachment.awaitWake(LONG));
    }
    try (Device device = open("power8")) {
      refused(
          ErrorCode.NO_SUCH_DEVICE,
          () -> device.facet(Coherent.class).attach(work().withHostThread()));
    }
  }
}
