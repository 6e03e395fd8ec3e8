package dev.backplane.capi.card.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.RegisterSpace;
import dev.backplane.api.capi.AdapterIdentity;
import dev.backplane.api.capi.AdapterImageHeader;
import dev.backplane.api.capi.AfuMode;
import dev.backplane.api.capi.Attachment;
import dev.backplane.api.capi.CardFlash;
import dev.backplane.api.capi.Coherent;
import dev.backplane.api.capi.CoherentCard;
import dev.backplane.api.capi.CoherentEvent;
import dev.backplane.api.capi.CoherentEvent.AfuError;
import dev.backplane.api.capi.CoherentEvent.AfuInterrupt;
import dev.backplane.api.capi.CoherentEvent.DataStorage;
import dev.backplane.api.capi.FlashWriter;
import dev.backplane.api.capi.PerstImage;
import dev.backplane.api.capi.PrefaultMode;
import dev.backplane.api.capi.Readiness;
import dev.backplane.api.capi.StartWork;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.spi.Resource;
import dev.backplane.capi.card.abi.EventBytes;
import dev.backplane.capi.card.config.SystemConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cards of the machine, where the kernel is one of the test. */
final class SystemCardsTest {
  private static final Duration SOON = Duration.ofMinutes(5);
  private static final ValueLayout.OfLong BIG_ENDIAN =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN);

  @TempDir Path folder;
  private final FakeKernel kernel = new FakeKernel();
  private ClassTree tree = new ClassTree(Path.of(""));
  private SystemCards cards = new SystemCards(new SystemConfig(Path.of(""), Path.of("")), kernel);

  @BeforeEach
  void makeMachine() throws IOException {
    tree = new ClassTree(folder);
    tree.make();
    cards = new SystemCards(new SystemConfig(tree.classFolder(), tree.deviceFolder()), kernel);
  }

  @AfterEach
  void end() {
    assertThat(kernel.mappings()).as("mappings that were not taken away").isZero();
    assertThat(kernel.openContexts()).as("contexts that were not closed").isZero();
    kernel.close();
  }

  private static Coherent coherent(DriverDevice device) {
    return device.facet(Coherent.class).orElseThrow();
  }

  private static byte[] bytes(CoherentEvent... events) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (CoherentEvent event : events) {
      MemorySegment bytes = MemorySegment.ofArray(new byte[64]);
      int size = EventBytes.write(event, bytes);
      all.writeBytes(bytes.asSlice(0, size).toArray(ValueLayout.JAVA_BYTE));
    }
    return all.toByteArray();
  }

  private static ErrorCode code(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    return catchThrowableOfType(BackplaneException.class, call).code();
  }

  @Test
  void nodesAndCardsOfTheClassAreListed() {
    assertThat(cards.enumerate())
        .extracting(Resource::key)
        .containsExactly("afu0.0m", "afu0.0s", "card0");
    assertThat(cards.enumerate().getFirst().properties().parent()).contains("card0");
  }

  @Test
  void aMachineWithoutCardsSaysWhy() throws IOException {
    Path nothing = Files.createDirectory(folder.resolve("nothing"));
    SystemConfig config = new SystemConfig(nothing.resolve("cxl"), nothing);

    SystemCards none = new SystemCards(config, kernel);

    assertThat(none.enumerate()).isEmpty();
    assertThat(none.whyNothing()).contains(nothing + "/cxl is not there");
    assertThatThrownBy(() -> none.open("afu0.0d")).hasMessageContaining("there is no 'afu0.0d'");
  }

  @Test
  void workIsStartedWithWhatIsSaidAndNothingElse() {
    try (DriverDevice device = cards.open("afu0.0s")) {
      StartWork work = StartWork.of(0x1234_5678_9abcL).withInterrupts(3).withAuthorityMask(7);
      try (Attachment attachment = coherent(device).attach(work)) {
        MemorySegment started = MemorySegment.ofArray(kernel.context(0).started);

        assertThat(attachment.processElement()).isZero();
        assertThat(started.get(ValueLayout.JAVA_LONG_UNALIGNED, 0)).isEqualTo(7);
        assertThat(started.get(ValueLayout.JAVA_LONG_UNALIGNED, 8)).isEqualTo(0x1234_5678_9abcL);
        assertThat(started.get(ValueLayout.JAVA_LONG_UNALIGNED, 16)).isEqualTo(7);
        assertThat(started.get(ValueLayout.JAVA_SHORT_UNALIGNED, 24)).isEqualTo((short) 3);
      }
    }
  }

  @Test
  void anOldKernelIsNotAskedForWhatItDoesNotKnow() throws IOException {
    Files.writeString(tree.classFolder().resolve("afu0.0/api_version"), "1\n");
    try (DriverDevice device = cards.open("afu0.0s");
        Attachment attachment = coherent(device).attach(StartWork.of(1))) {
      assertThat(attachment.processElement()).isZero();
      assertThat(kernel.context(0).started[0]).isZero();
    }
  }

  @Test
  void registersAreThoseOfTheCardWhichIsBigEndian() {
    try (DriverDevice device = cards.open("afu0.0m");
        Attachment attachment = coherent(device).attach(StartWork.of(0))) {
      RegisterSpace registers = attachment.problemState();

      registers.write64(8, 0x0102_0304_0506_0708L);
      registers.write32(16, 0x0a0b_0c0d);

      assertThat(registers.size()).isEqualTo(65536);
      assertThat(kernel.registers().get(BIG_ENDIAN, 8)).isEqualTo(0x0102_0304_0506_0708L);
      assertThat(registers.read64(8)).isEqualTo(0x0102_0304_0506_0708L);
      assertThat(registers.read32(16)).isEqualTo(0x0a0b_0c0d);
      assertThat(registers.read32(12)).isEqualTo(0x0506_0708);
      for (long wrong : new long[] {-8, 4, 65536, Long.MAX_VALUE - 7}) {
        assertThat(code(() -> registers.read64(wrong))).isEqualTo(ErrorCode.OUT_OF_RANGE);
      }
    }
  }

  @Test
  void aSlaveHasTheRegistersOfItsContext() {
    try (DriverDevice device = cards.open("afu0.0s");
        Attachment attachment = coherent(device).attach(StartWork.of(0))) {
      assertThat(attachment.problemState().size()).isEqualTo(4096);
    }
  }

  @Test
  void registersOfAClosedContextAreGone() {
    RegisterSpace registers;
    try (DriverDevice device = cards.open("afu0.0s")) {
      try (Attachment attachment = coherent(device).attach(StartWork.of(0))) {
        registers = attachment.problemState();
        registers.write64(0, 5);
      }
    }
    assertThat(code(() -> registers.read64(0))).isEqualTo(ErrorCode.CLOSED);
    assertThat(code(() -> registers.write32(0, 1))).isEqualTo(ErrorCode.CLOSED);
  }

  @Test
  void anAfuWithoutRegistersForContextsSaysSo() {
    kernel.withoutRegisters();
    try (DriverDevice device = cards.open("afu0.0s");
        Attachment attachment = coherent(device).attach(StartWork.of(0))) {
      assertThat(code(attachment::problemState)).isEqualTo(ErrorCode.NOT_SUPPORTED);
    }
  }

  @Test
  void severalEventsOfOneReadAreGivenOneByOne() {
    AfuInterrupt interrupt = new AfuInterrupt(0, 3);
    DataStorage fault = new DataStorage(0, 0xdead_0000L, 0x4000_0000_4200_0000L);
    AfuError error = new AfuError(0, 77);
    try (DriverDevice device = cards.open("afu0.0s");
        Attachment attachment = coherent(device).attach(StartWork.of(0))) {
      kernel.event(kernel.context(0), bytes(interrupt, fault, error));

      assertThat(attachment.readiness()).isEqualTo(Readiness.EVENT);
      assertThat(attachment.next(SOON)).contains(interrupt);
      assertThat(attachment.readiness()).isEqualTo(Readiness.EVENT);
      assertThat(attachment.next(SOON)).contains(fault);
      assertThat(attachment.next(SOON)).contains(error);
      assertThat(attachment.readiness()).isEqualTo(Readiness.NOTHING);
      assertThat(attachment.next(Duration.ofMillis(1))).isEmpty();
    }
  }

  @Test
  void bytesOfEventsAreTheKernels() {
    byte[] event = bytes(new AfuInterrupt(0, 2));
    try (Arena arena = Arena.ofConfined();
        DriverDevice device = cards.open("afu0.0s");
        Attachment attachment = coherent(device).attach(StartWork.of(0))) {
      kernel.event(kernel.context(0), event);
      MemorySegment page = arena.allocate(4096);

      assertThat(attachment.read(page, SOON)).isEqualTo(event.length);
      assertThat(page.asSlice(0, event.length).toArray(ValueLayout.JAVA_BYTE)).isEqualTo(event);
      assertThat(attachment.read(page, Duration.ZERO)).isZero();
      assertThat(code(() -> attachment.read(page.asSlice(1), SOON)))
          .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }
  }

  @Test
  void typesThatProgramsPassOverArePassedOver() {
    byte[] driverEvent = {4, 0, 12, 0, 0, 0, 0, 0, 1, 2, 3, 4};
    byte[] known = bytes(new AfuInterrupt(0, 1));
    byte[] both = java.util.Arrays.copyOf(driverEvent, driverEvent.length + known.length);
    System.arraycopy(known, 0, both, driverEvent.length, known.length);
    try (DriverDevice device = cards.open("afu0.0s");
        Attachment attachment = coherent(device).attach(StartWork.of(0))) {
      kernel.event(kernel.context(0), both);

      assertThat(attachment.next(SOON)).contains(new AfuInterrupt(0, 1));
    }
  }

  @Test
  void aMalformedEventIsAnErrorAndReadingGoesOn() {
    try (DriverDevice device = cards.open("afu0.0s");
        Attachment attachment = coherent(device).attach(StartWork.of(0))) {
      kernel.event(kernel.context(0), new byte[] {1, 0, 0, 0, 0, 0, 0, 0});
      kernel.event(kernel.context(0), new byte[] {1, 0, 99, 0, 0, 0, 0, 0});
      kernel.event(kernel.context(0), new byte[] {3, 0, 8, 0, 0, 0, 0, 0});
      kernel.event(kernel.context(0), new byte[] {3, 0, 8});
      kernel.event(kernel.context(0), bytes(new AfuError(0, 5)));

      for (int i = 0; i < 4; i++) {
        assertThat(code(() -> attachment.next(SOON))).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
      }
      assertThat(attachment.next(SOON)).contains(new AfuError(0, 5));
    }
  }

  @Test
  void aRemovedCardEndsWaitsAfterItsEvents() throws Exception {
    try (DriverDevice device = cards.open("afu0.0s");
        Attachment attachment = coherent(device).attach(StartWork.of(0));
        ExecutorService threads = Executors.newSingleThreadExecutor()) {
      CountDownLatch begun = new CountDownLatch(1);
      Future<ErrorCode> waiting =
          threads.submit(
              () -> {
                begun.countDown();
                return code(() -> attachment.next(SOON));
              });
      begun.await();
      var ready = attachment.ready().toCompletableFuture();
      kernel.remove();

      assertThat(waiting.get(5, TimeUnit.MINUTES)).isEqualTo(ErrorCode.DEVICE_FAULTED);
      ready.get(5, TimeUnit.MINUTES);
      assertThat(attachment.readiness()).isEqualTo(Readiness.ENDED);
    }
  }

  @Test
  void closingEndsWaits() throws Exception {
    try (ExecutorService threads = Executors.newSingleThreadExecutor();
        DriverDevice device = cards.open("afu0.0s")) {
      Attachment attachment = coherent(device).attach(StartWork.of(0));
      CountDownLatch begun = new CountDownLatch(1);
      Future<ErrorCode> waiting =
          threads.submit(
              () -> {
                begun.countDown();
                return code(() -> attachment.next(SOON));
              });
      begun.await();
      attachment.close();

      assertThat(waiting.get(5, TimeUnit.MINUTES)).isEqualTo(ErrorCode.CLOSED);
    }
  }

  @Test
  void anInterruptedThreadEndsItsWaitAndStaysInterrupted() {
    try (DriverDevice device = cards.open("afu0.0s")) {
      Attachment attachment = coherent(device).attach(StartWork.of(0));
      Thread.currentThread().interrupt();

      assertThat(code(() -> attachment.next(SOON))).isEqualTo(ErrorCode.CANCELLED);
      attachment.close();
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void errorNumbersOfTheKernelAreCodes() {
    kernel.contexts(1);
    try (DriverDevice device = cards.open("afu0.0s")) {
      assertThat(code(() -> cards.open("afu0.0m"))).isEqualTo(ErrorCode.OUT_OF_CONTEXTS);
      assertThat(code(() -> coherent(device).attach(StartWork.of(0).withInterrupts(5))))
          .isEqualTo(ErrorCode.INVALID_ARGUMENT);
      Attachment first = coherent(device).attach(StartWork.of(0));
      assertThat(code(() -> coherent(device).attach(StartWork.of(0))))
          .isEqualTo(ErrorCode.CONTEXT_STARTED);
      first.close();
      assertThat(code(() -> coherent(device).processElement())).isEqualTo(ErrorCode.CLOSED);
    }
    kernel.reset();
    try (DriverDevice device = cards.open("afu0.0s")) {
      assertThat(code(() -> coherent(device).attach(StartWork.of(0)))).isEqualTo(ErrorCode.BUSY);
      kernel.remove();
      assertThat(code(() -> coherent(device).attach(StartWork.of(0))))
          .isEqualTo(ErrorCode.DEVICE_FAULTED);
    }
  }

  @Test
  void anotherProcessCannotBeAttached() {
    try (DriverDevice device = cards.open("afu0.0s")) {
      assertThat(code(() -> coherent(device).attach(StartWork.of(0).ofProcess(1))))
          .isEqualTo(ErrorCode.NOT_SUPPORTED);
    }
  }

  @Test
  void attributesOfACardAreThoseOfTheClass() {
    try (DriverDevice device = cards.open("card0")) {
      CoherentCard card = device.facet(CoherentCard.class).orElseThrow();

      assertThat(card.attributes().caiaMajor()).isEqualTo(2);
      assertThat(card.attributes().baseImage()).isEqualTo(513);
      assertThat(card.attributes().loadImageOnPerst()).isEqualTo(PerstImage.FACTORY);
      assertThat(card.attributes().tunneledOperations()).isTrue();
      assertThat(card.attributes().accelerators()).isEqualTo(1);
      assertThat(card.accelerator(0).modesSupported())
          .containsExactly(AfuMode.DEDICATED_PROCESS, AfuMode.AFU_DIRECTED);
      assertThat(card.accelerator(0).allRegisters()).isEqualTo(65536);
      assertThat(card.accelerator(0).contextOffset()).isEqualTo(16384);
      assertThat(card.accelerator(0).records().getFirst().vendor()).isEqualTo(0x1014);
      assertThat(code(() -> card.accelerator(1))).isEqualTo(ErrorCode.OUT_OF_RANGE);
    }
  }

  @Test
  void recordsAndTheErrorBufferAreReadFromAnyPlace() {
    try (DriverDevice device = cards.open("card0")) {
      CoherentCard card = device.facet(CoherentCard.class).orElseThrow();
      MemorySegment few = MemorySegment.ofArray(new byte[4]);

      assertThat(card.attributes().identity())
          .isEqualTo(new AdapterIdentity(0x1014, 0x477, 0x1014, 0x4af));
      assertThat(card.accelerator(0).records().getFirst().bytes()).isEqualTo(6);
      assertThat(card.record(0, 0, 3, few)).isEqualTo(3);
      assertThat(few.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) '4');
      assertThat(card.errorBuffer(0, 5, few)).isEqualTo(4);
      assertThat(few.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 'f');
      assertThat(card.errorBuffer(0, 1000, few)).isZero();
      assertThat(code(() -> card.record(0, 1, 0, few))).isEqualTo(ErrorCode.OUT_OF_RANGE);
    }
  }

  @Test
  void anImageIsSentInChunksTwice() {
    try (DriverDevice device = cards.open("card0")) {
      CardFlash flash = device.facet(CardFlash.class).orElseThrow();
      byte[] image = new byte[FlashWriter.LARGEST_CHUNK + 1000];
      image[0] = 7;
      image[FlashWriter.LARGEST_CHUNK - AdapterImageHeader.BYTES] = 9;
      List<Long> progress = new ArrayList<>();

      flash.program(Image.of("new", image), progress::add);

      int first = FlashWriter.LARGEST_CHUNK - AdapterImageHeader.BYTES;
      assertThat(kernel.flashed)
          .containsExactly(
              "DOWNLOAD_IMAGE flags=1 length=%d of %d begins 7".formatted(first, image.length),
              "DOWNLOAD_IMAGE flags=0 length=1128 of %d begins 9".formatted(image.length),
              "VALIDATE_IMAGE flags=1 length=%d of %d begins 7".formatted(first, image.length),
              "VALIDATE_IMAGE flags=0 length=1128 of %d begins 9".formatted(image.length));
      assertThat(progress).endsWith(2L * image.length);
      assertThat(code(flash::state)).isEqualTo(ErrorCode.NOT_SUPPORTED);
    }
  }

  @Test
  void writesSettingsIntoTheFilesOfTheSystem() throws IOException {
    String pci = "sys/devices/pci0000:00/";
    try (DriverDevice device = cards.open("card0")) {
      CoherentCard card = device.facet(CoherentCard.class).orElseThrow();
      card.mode(0, AfuMode.NONE);
      card.mostInterrupts(0, 2);
      card.prefaultMode(0, PrefaultMode.ALL);
      card.loadImageOnPerst(PerstImage.USER);
      card.perstReloadsSameImage(true);
      card.reset(true);
      card.resetAccelerator(0);
      card.remove();
      card.rescan();
    }
    assertThat(tree.written(pci + "cxl/card0/afu0.0/mode")).isEqualTo("none");
    assertThat(tree.written(pci + "cxl/card0/afu0.0/irqs_max")).isEqualTo("2");
    assertThat(tree.written(pci + "cxl/card0/afu0.0/prefault_mode")).isEqualTo("all");
    assertThat(tree.written(pci + "cxl/card0/afu0.0/reset")).isEqualTo("1");
    assertThat(tree.written(pci + "cxl/card0/load_image_on_perst")).isEqualTo("user");
    assertThat(tree.written(pci + "cxl/card0/perst_reloads_same_image")).isEqualTo("1");
    assertThat(tree.written(pci + "cxl/card0/reset")).isEqualTo("-1");
    assertThat(tree.written(pci + "function/remove")).isEqualTo("1");
    assertThat(tree.written("sys/bus/pci/rescan")).isEqualTo("1");
  }

  @Test
  void aModeCannotBeChosenWhileAContextIsOpen() {
    try (DriverDevice node = cards.open("afu0.0s");
        DriverDevice device = cards.open("card0")) {
      CoherentCard card = device.facet(CoherentCard.class).orElseThrow();

      assertThat(code(() -> card.mode(0, AfuMode.NONE))).isEqualTo(ErrorCode.BUSY);
      assertThat(coherent(node).mostInterrupts()).isEqualTo(4);
    }
  }

  @Test
  void attributesThatMakeNoSenseAreNamed() throws IOException {
    Files.writeString(tree.classFolder().resolve("card0/caia_version"), "two\n");
    Files.writeString(tree.classFolder().resolve("afu0.0/irqs_max"), "many\n");
    Files.delete(tree.classFolder().resolve("afu0.0/irqs_min"));
    try (DriverDevice device = cards.open("card0")) {
      CoherentCard card = device.facet(CoherentCard.class).orElseThrow();
      assertThatThrownBy(card::attributes).hasMessageContaining("caia_version");
    }
    try (DriverDevice node = cards.open("afu0.0s")) {
      assertThatThrownBy(() -> coherent(node).mostInterrupts()).hasMessageContaining("irqs_max");
      assertThat(code(() -> coherent(node).leastInterrupts())).isEqualTo(ErrorCode.NO_SUCH_DEVICE);
    }
  }
}
