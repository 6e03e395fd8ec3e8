package dev.backplane.capi.card;

import static dev.backplane.capi.card.FoundNodes.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Token;
import dev.backplane.api.capi.AfuMode;
import dev.backplane.api.capi.Attachment;
import dev.backplane.api.capi.AttachmentPoll;
import dev.backplane.api.capi.Coherent;
import dev.backplane.api.capi.CoherentCard;
import dev.backplane.api.capi.CoherentEvent.AfuError;
import dev.backplane.api.capi.PrefaultMode;
import dev.backplane.api.capi.Readiness;
import dev.backplane.api.capi.StartWork;
import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.WordCalls;
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
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holders of contexts see when their card is reset, removed or changed. */
final class CardResetTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final String DEDICATED =
      "{\"cards\": [{\"afus\": [{\"afu\": \"%s\"}]}]}".formatted(HangingAfu.class.getName());

  @TempDir Path folder;
  private final List<Backplane> opened = new ArrayList<>();

  @AfterEach
  void giveBack() {
    opened.forEach(Backplane::close);
  }

  private Backplane backplane(String config) throws IOException {
    Path file = folder.resolve("backplane.json");
    Files.writeString(
        file,
        "{\"plugins\": [{\"module\": \"capi\", \"name\": \"cards\", \"config\": %s}]}"
            .formatted(config));
    Backplane backplane = Backplane.open(file);
    opened.add(backplane);
    return backplane;
  }

  private static List<String> nodes(Backplane backplane) {
    return backplane.enumerate(List.of(Filter.any())).stream()
        .map(token -> token.id().substring(token.id().lastIndexOf('/') + 1))
        .sorted()
        .toList();
  }

  private static CoherentCard card(Device device) {
    return device.facet(CoherentCard.class);
  }

  private static ErrorCode refusal(ThrowingCallable use) {
    return catchThrowableOfType(BackplaneException.class, use).code();
  }

  /** How a thread that reads is told. */
  private static Callable<ErrorCode> reader(Attachment attachment) {
    return () -> refusal(() -> attachment.next(SOON));
  }

  @ParameterizedTest
  @ValueSource(strings = {"remove", "reset"})
  void aReaderIsToldThatTheCardGoes(String how) throws Exception {
    Backplane backplane = backplane("{}");
    List<Attachment> attachments = new ArrayList<>();
    List<Device> devices = new ArrayList<>();
    try (Device device = node(backplane, "card0").open(OpenMode.SHARED);
        ExecutorService threads = Executors.newFixedThreadPool(4)) {
      CoherentCard card = card(device);
      List<Future<ErrorCode>> readers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        Device context = node(backplane, "afu0.0s").open(OpenMode.SHARED);
        devices.add(context);
        Attachment attachment = context.facet(Coherent.class).attach(StartWork.of(0));
        attachments.add(attachment);
        readers.add(threads.submit(reader(attachment)));
      }
      assertThat(card.accelerator(0).openContexts()).isEqualTo(4);
      if (how.equals("remove")) {
        card.remove();
        assertThat(nodes(backplane)).containsExactly("card0");
        card.rescan();
      } else {
        assertThat(refusal(() -> card.reset(false))).isEqualTo(ErrorCode.BUSY);
        card.reset(true);
      }
      for (Future<ErrorCode> reader : readers) {
        assertThat(reader.get(1, TimeUnit.MINUTES)).isEqualTo(ErrorCode.DEVICE_FAULTED);
      }
      Attachment gone = attachments.getFirst();
      assertThat(gone.readiness()).isEqualTo(Readiness.ENDED);
      assertThat(refusal(() -> gone.problemState().read64(0))).isEqualTo(ErrorCode.DEVICE_FAULTED);
      assertThat(ErrorCode.DEVICE_FAULTED.errno()).isEqualTo(5);
      assertThat(card.accelerator(0).openContexts()).isZero();
      attachments.forEach(Attachment::close);
      devices.forEach(Device::close);
      assertThat(nodes(backplane)).containsExactly("afu0.0m", "afu0.0s", "card0");
      try (Device again = node(backplane, "afu0.0s").open(OpenMode.SHARED)) {
        again.facet(Coherent.class).attach(StartWork.of(0)).close();
        assertThat(card.accelerator(0).openContexts()).isOne();
      }
    }
  }

  @Test
  void aContextThatWasOpenAtAResetIsNotStarted() throws IOException {
    Backplane backplane = backplane("{}");
    try (Device device = node(backplane, "card0").open(OpenMode.SHARED);
        Device context = node(backplane, "afu0.0s").open(OpenMode.SHARED)) {
      card(device).reset(false);
      Coherent coherent = context.facet(Coherent.class);
      assertThat(refusal(() -> coherent.attach(StartWork.of(0))))
          .isEqualTo(ErrorCode.DEVICE_FAULTED);
    }
  }

  @Test
  void aContextIsStartedOnceAndTheErrorIsThatOfTheKernel() throws IOException {
    try (Device context = node(backplane("{}"), "afu0.0s").open(OpenMode.SHARED)) {
      Coherent coherent = context.facet(Coherent.class);
      try (Attachment attachment = coherent.attach(StartWork.of(0))) {
        assertThat(attachment.readiness()).isEqualTo(Readiness.NOTHING);
        assertThat(refusal(() -> coherent.attach(StartWork.of(0))))
            .isEqualTo(ErrorCode.CONTEXT_STARTED);
      }
      assertThat(ErrorCode.CONTEXT_STARTED.errno()).isEqualTo(5);
    }
  }

  @Test
  void theModeDecidesWhichNodesThereAre() throws IOException {
    Backplane backplane = backplane("{}");
    try (Device device = node(backplane, "card0").open(OpenMode.SHARED)) {
      CoherentCard card = card(device);
      try (Device slave = node(backplane, "afu0.0s").open(OpenMode.SHARED)) {
        assertThat(slave.facet(Coherent.class).processElement()).isZero();
        assertThat(refusal(() -> card.mode(0, AfuMode.NONE))).isEqualTo(ErrorCode.BUSY);
        assertThat(refusal(() -> card.resetAccelerator(0))).isEqualTo(ErrorCode.BUSY);
      }
      Token slave = node(backplane, "afu0.0s");
      card.mode(0, AfuMode.NONE);
      assertThat(nodes(backplane)).containsExactly("card0");
      assertThat(refusal(() -> slave.open(OpenMode.SHARED))).isEqualTo(ErrorCode.NO_SUCH_DEVICE);
      assertThat(refusal(() -> card.mode(0, AfuMode.DEDICATED_PROCESS)))
          .isEqualTo(ErrorCode.INVALID_ARGUMENT);
      card.mode(0, AfuMode.AFU_DIRECTED);
      assertThat(nodes(backplane)).containsExactly("afu0.0m", "afu0.0s", "card0");
    }
  }

  @Test
  void anAfuThatFailedWorksAgainAfterItsReset() throws IOException {
    Backplane backplane = backplane(DEDICATED);
    try (Device device = node(backplane, "card0").open(OpenMode.SHARED)) {
      try (Device context = node(backplane, "afu0.0d").open();
          Attachment attachment = context.facet(Coherent.class).attach(StartWork.of(0))) {
        attachment.problemState().write64(8, 1);
        assertThat(refusal(() -> attachment.next(SOON))).isEqualTo(ErrorCode.DEVICE_FAULTED);
      }
      card(device).resetAccelerator(0);
      try (Device context = node(backplane, "afu0.0d").open();
          Attachment attachment = context.facet(Coherent.class).attach(StartWork.of(0))) {
        assertThat(attachment.next(Duration.ZERO)).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"start", "read", "write"})
  void anErrorThatAnAfuEndsWithInAnyCallIsAnEventBeforeTheCallReturns(String call)
      throws IOException {
    Backplane backplane = backplane(DEDICATED);
    for (int i = 0; i < 3; i++) {
      long descriptor = call.equals("start") ? HangingAfu.DONE_AT_ONCE : 0;
      try (Device context = node(backplane, "afu0.0d").open();
          Attachment attachment = context.facet(Coherent.class).attach(StartWork.of(descriptor))) {
        switch (call) {
          case "read" -> attachment.problemState().read64(HangingAfu.DONE_AT_ONCE);
          case "write" ->
              attachment.problemState().write64(HangingAfu.DONE_AT_ONCE, HangingAfu.DONE_AT_ONCE);
          default -> {}
        }
        assertThat(attachment.readiness()).isEqualTo(Readiness.EVENT);
        assertThat(attachment.next(Duration.ZERO))
            .contains(new AfuError(0, HangingAfu.DONE_AT_ONCE));
        assertThat(attachment.next(Duration.ZERO)).isEmpty();
        assertThat(attachment.problemState().read64(0)).isZero();
      }
    }
  }

  @Test
  void theDescriptorIsReadableWhileAnEventIsPendingAndAfterTheCardIsGone() throws IOException {
    Backplane backplane = backplane(DEDICATED);
    AttachmentPoll poll = new AttachmentPoll();
    try (Device device = node(backplane, "card0").open(OpenMode.SHARED);
        Device context = node(backplane, "afu0.0d").open();
        Attachment attachment = context.facet(Coherent.class).attach(StartWork.of(0))) {
      poll.add(attachment);
      int descriptor = attachment.descriptor();
      assertThat(attachment.descriptor()).isEqualTo(descriptor);
      assertThat(isReadable(descriptor)).isFalse();
      attachment.problemState().write64(HangingAfu.DONE, 0xbad);
      assertThat(poll.await(SOON)).containsExactly(attachment);
      assertThat(attachment.readiness()).isEqualTo(Readiness.EVENT);
      assertThat(isReadable(descriptor)).isTrue();
      assertThat(attachment.next(Duration.ZERO)).contains(new AfuError(0, 0xbad));
      assertThat(isReadable(descriptor)).isFalse();
      assertThat(poll.await(Duration.ofMillis(1))).isEmpty();
      card(device).remove();
      assertThat(poll.await(SOON)).containsExactly(attachment);
      assertThat(isReadable(descriptor)).isTrue();
    }
  }

  /** Asks the system, as a program in C does. */
  private static boolean isReadable(int descriptor) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment entry = arena.allocate(8, 4);
      entry.set(ValueLayout.JAVA_INT, 0, descriptor);
      entry.set(ValueLayout.JAVA_SHORT, 4, (short) 1);
      MemorySegment poll = NativeLibrary.c().function("poll");
      int ready = (int) WordCalls.call(poll, entry.address(), 1, 0);
      return ready == 1 && entry.get(ValueLayout.JAVA_SHORT, 6) == 1;
    }
  }

  @Test
  void aProcessThatEndedIsNotAttached() throws IOException {
    try (Device context = node(backplane("{}"), "afu0.0s").open(OpenMode.SHARED)) {
      Coherent coherent = context.facet(Coherent.class);
      Process child = new ProcessBuilder("sleep", "60").start();
      long pid = child.pid();
      child.destroyForcibly();
      assertThat(child.onExit().orTimeout(1, TimeUnit.MINUTES).join()).isSameAs(child);
      assertThat(refusal(() -> coherent.attach(StartWork.of(0).ofProcess(pid))))
          .isEqualTo(ErrorCode.INVALID_ARGUMENT);
      // What is refused leaves the context as it was.
      coherent.attach(StartWork.of(0)).close();
    }
  }

  @Test
  void onePrefaultModeIsThatOfProcessorsThatWalkTheirPageTables() throws IOException {
    Backplane power9 = backplane("{}");
    try (Device device = node(power9, "card0").open(OpenMode.SHARED)) {
      assertThat(refusal(() -> card(device).prefaultMode(0, PrefaultMode.ALL)))
          .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }
    Backplane power8 = backplane("{\"host\": \"power8\"}");
    try (Device device = node(power8, "card0").open(OpenMode.SHARED)) {
      card(device).prefaultMode(0, PrefaultMode.ALL);
      assertThat(card(device).accelerator(0).prefault()).isEqualTo(PrefaultMode.ALL);
    }
  }

  @Test
  void aContextHasNoMoreInterruptsThanItsAfuAllows() throws IOException {
    Backplane backplane = backplane("{}");
    try (Device device = node(backplane, "card0").open(OpenMode.SHARED);
        Device context = node(backplane, "afu0.0s").open(OpenMode.SHARED)) {
      card(device).mostInterrupts(0, 5);
      Coherent coherent = context.facet(Coherent.class);
      assertThat(coherent.mostInterrupts()).isEqualTo(5);
      assertThat(refusal(() -> coherent.attach(StartWork.of(0).withInterrupts(6))))
          .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }
  }

  @RepeatedTest(20)
  void noContextIsLeakedByThreadsThatOpenWhileTheCardIsReset() throws Exception {
    Backplane backplane = backplane("{}");
    Token slave = node(backplane, "afu0.0s");
    try (Device device = node(backplane, "card0").open(OpenMode.SHARED);
        ExecutorService threads = Executors.newFixedThreadPool(8)) {
      CoherentCard card = card(device);
      List<Future<Integer>> users = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        users.add(threads.submit(() -> use(slave)));
      }
      for (int i = 0; i < 20; i++) {
        card.reset(true);
      }
      for (Future<Integer> user : users) {
        assertThat(user.get(2, TimeUnit.MINUTES)).isEqualTo(50);
      }
      assertThat(card.accelerator(0).openContexts()).isZero();
      card.reset(false);
      try (Device context = slave.open(OpenMode.SHARED)) {
        assertThat(context.facet(Coherent.class).processElement()).isZero();
      }
    }
  }

  /** Opens and closes contexts; returns how many times it ended as it may. */
  private static int use(Token slave) {
    int rounds = 0;
    for (int i = 0; i < 50; i++) {
      try (Device device = slave.open(OpenMode.SHARED);
          Attachment attachment = device.facet(Coherent.class).attach(StartWork.of(0))) {
        var _ = attachment.next(Duration.ZERO);
        var _ = attachment.problemState().read64(0);
      } catch (BackplaneException e) {
        assertThat(e.code())
            .isIn(ErrorCode.DEVICE_FAULTED, ErrorCode.BUSY, ErrorCode.NO_SUCH_DEVICE);
      }
      rounds++;
    }
    return rounds;
  }
}
