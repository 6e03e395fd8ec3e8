package dev.backplane.capi.card;

import static dev.backplane.capi.card.FoundNodes.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.OpenMode;
import dev.backplane.api.RegisterSpace;
import dev.backplane.api.Token;
import dev.backplane.api.capi.Attachment;
import dev.backplane.api.capi.Coherent;
import dev.backplane.api.capi.CoherentEvent.AfuError;
import dev.backplane.api.capi.CoherentEvent.AfuInterrupt;
import dev.backplane.api.capi.CoherentEvent.DataStorage;
import dev.backplane.api.capi.StartWork;
import dev.backplane.runtime.Backplane;
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
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Coherent accelerators as a program has them: through the plugin manager. */
final class CoherentTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final int PAGE = 4096;
  private static final int COMPLETE = 0x80;
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  @TempDir Path folder;
  private final Arena arena = Arena.ofShared();
  private final List<Backplane> opened = new ArrayList<>();

  @AfterEach
  void giveBack() {
    opened.forEach(Backplane::close);
    arena.close();
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

  /** Puts a work element to the begin of a ring. */
  private static void put(MemorySegment ring, int operation, int length, long from, long to) {
    ring.set(SHORT, 2, (short) length);
    ring.set(LONG, 16, from);
    ring.set(LONG, 24, to);
    ring.set(ValueLayout.JAVA_BYTE, 0, (byte) (0x80 | operation));
  }

  private static int status(MemorySegment ring) {
    long start = System.nanoTime();
    while (ring.get(ValueLayout.JAVA_BYTE, 1) == 0) {
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
      Thread.onSpinWait();
    }
    return ring.get(ValueLayout.JAVA_BYTE, 1) & 0xff;
  }

  private static ErrorCode refusal(org.assertj.core.api.ThrowableAssert.ThrowingCallable use) {
    return catchThrowableOfType(BackplaneException.class, use).code();
  }

  @Test
  void anAcceleratorCopiesMemoryOfTheProcessWithoutBuffers() throws IOException {
    Token slave = node(backplane("{}"), "afu0.0s");
    MemorySegment ring = arena.allocate(PAGE, PAGE);
    MemorySegment source = arena.allocate(60_000);
    MemorySegment target = arena.allocate(60_000);
    byte[] random = new byte[60_000];
    new Random(4).nextBytes(random);
    source.copyFrom(MemorySegment.ofArray(random));
    put(ring, 0, 60_000, source.address(), target.address());
    try (Device device = slave.open(OpenMode.SHARED);
        Attachment attachment =
            device.facet(Coherent.class).attach(StartWork.of(ring.address() | 1))) {
      assertThat(status(ring)).isEqualTo(COMPLETE);
      assertThat(target.mismatch(source)).isEqualTo(-1);
      RegisterSpace registers = attachment.problemState();
      assertThat(registers.read64(8) >>> 48).isEqualTo(attachment.processElement());
    }
  }

  @Test
  void interruptsAndFaultsAreEvents() throws IOException {
    Token slave = node(backplane("{}"), "afu0.0s");
    MemorySegment ring = arena.allocate(PAGE, PAGE);
    put(ring, 0, 128, 0x1000, ring.address() + 1024);
    try (Device device = slave.open(OpenMode.SHARED);
        Attachment attachment =
            device.facet(Coherent.class).attach(StartWork.of(ring.address() | 1))) {
      int process = attachment.processElement();
      assertThat(attachment.next(SOON))
          .contains(new DataStorage(process, 0x1000, 0x1000_0000_0000_0088L));
      assertThat(status(ring)).isEqualTo(0x20);
      MemorySegment element = ring.asSlice(32);
      put(element, 1, 2, 0, 0);
      assertThat(attachment.next(SOON)).contains(new AfuInterrupt(process, 2));
      assertThat(attachment.next(Duration.ZERO)).isEmpty();
    }
  }

  @Test
  void eventsAreReadAsTheKernelWritesThem() throws IOException {
    Token slave = node(backplane("{\"host\": \"power8\"}"), "afu0.0s");
    MemorySegment ring = arena.allocate(PAGE, PAGE);
    MemorySegment events = arena.allocate(PAGE, 8);
    put(ring, 0, 128, 0x2000, ring.address() + 1024);
    try (Device device = slave.open(OpenMode.SHARED);
        Attachment attachment =
            device.facet(Coherent.class).attach(StartWork.of(ring.address() | 1))) {
      assertThat(attachment.read(events, SOON)).isEqualTo(40);
      assertThat(events.get(ValueLayout.JAVA_SHORT, 0)).isEqualTo((short) 2);
      assertThat(events.get(ValueLayout.JAVA_SHORT, 2)).isEqualTo((short) 40);
      assertThat(events.get(ValueLayout.JAVA_SHORT, 4))
          .isEqualTo((short) attachment.processElement());
      assertThat(events.get(ValueLayout.JAVA_LONG, 16)).isEqualTo(0x2000);
      assertThat(events.get(ValueLayout.JAVA_LONG, 24)).isEqualTo(0x4000_0000_4000_0000L);
    }
  }

  @Test
  void contextsGoWithTheInterruptsOfTheCard() throws IOException {
    Backplane backplane = backplane("{}");
    Token slave = node(backplane, "afu0.0s");
    List<Device> devices = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      devices.add(slave.open(OpenMode.SHARED));
    }
    int most = devices.getFirst().facet(Coherent.class).mostInterrupts();
    assertThat(most).isEqualTo(2037);
    Attachment half =
        devices.get(0).facet(Coherent.class).attach(StartWork.of(0).withInterrupts(2000));
    Coherent second = devices.get(1).facet(Coherent.class);
    assertThat(refusal(() -> second.attach(StartWork.of(0).withInterrupts(38))))
        .isEqualTo(ErrorCode.OUT_OF_CONTEXTS);
    half.close();
    second.attach(StartWork.of(0).withInterrupts(most)).close();
    devices.forEach(Device::close);
  }

  @Test
  void contextsOfAnAfuAreCounted() throws IOException {
    Token slave = node(backplane("{}"), "afu0.0s");
    List<Device> devices = new ArrayList<>();
    for (int i = 0; i < 0x1ff; i++) {
      devices.add(slave.open(OpenMode.SHARED));
      assertThat(devices.get(i).facet(Coherent.class).processElement()).isEqualTo(i);
    }
    BackplaneException full =
        catchThrowableOfType(BackplaneException.class, () -> slave.open(OpenMode.SHARED));
    assertThat(full.code()).isEqualTo(ErrorCode.OUT_OF_CONTEXTS);
    assertThat(full.code().errno()).isEqualTo(28);
    devices.get(5).close();
    try (Device again = slave.open(OpenMode.SHARED)) {
      assertThat(again.facet(Coherent.class).processElement()).isEqualTo(5);
    }
    devices.forEach(Device::close);
  }

  @Test
  void aMasterHasAllRegistersAndASlaveItsOwn() throws IOException {
    Backplane backplane = backplane("{}");
    try (Device slave = node(backplane, "afu0.0s").open(OpenMode.SHARED);
        Device master = node(backplane, "afu0.0m").open(OpenMode.SHARED);
        Attachment ofSlave = slave.facet(Coherent.class).attach(StartWork.of(0));
        Attachment ofMaster = master.facet(Coherent.class).attach(StartWork.of(0))) {
      assertThat(ofSlave.problemState().size()).isEqualTo(PAGE);
      RegisterSpace all = ofMaster.problemState();
      assertThat(all.size()).isEqualTo((16 << 10) + 0x1ffL * PAGE);
      all.write64(0, 0x2000_0000_0000_0000L);
      assertThat(all.read32(0)).isEqualTo(0x2000_0000);
      long handle = (16 << 10) + (long) ofSlave.processElement() * PAGE + 8;
      assertThat(all.read64(handle)).isEqualTo(ofSlave.problemState().read64(8));
    }
  }

  @Test
  void aCardOfAnotherProcessorIsIgnored() throws IOException {
    Backplane backplane =
        backplane("{\"host\": \"power8\", \"cards\": [{\"psl\": 9}, {\"psl\": 8}]}");
    assertThat(backplane.enumerate(List.of(Filter.any())))
        .extracting(Token::id)
        .noneMatch(id -> id.contains("afu0."))
        .anyMatch(id -> id.endsWith("afu1.0s"));
  }

  private static final String HANGING =
      "{\"cards\": [{\"afus\": [{\"afu\": \"%s\"}]}]}".formatted(HangingAfu.class.getName());

  @ParameterizedTest
  @CsvSource({
    "8, thrown on purpose",
    "16, gave RESTART with tag 3 that is outstanding",
    "24, gave RESTART without a credit"
  })
  void anAfuThatDoesWhatNoPslTakesStopsAndItsHolderIsTold(int register, String told)
      throws IOException {
    Token dedicated = node(backplane(HANGING), "afu0.0d");
    try (Device device = dedicated.open();
        Attachment attachment = device.facet(Coherent.class).attach(StartWork.of(0))) {
      attachment.problemState().write64(register, 1);
      assertThatThrownBy(() -> attachment.next(SOON))
          .isInstanceOfSatisfying(
              BackplaneException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.DEVICE_FAULTED))
          .hasMessageContaining(told);
      assertThat(refusal(() -> attachment.problemState().read64(0)))
          .isEqualTo(ErrorCode.DEVICE_FAULTED);
    }
  }

  @Test
  void anAfuThatEndsWithAnErrorTellsItsHolder() throws IOException {
    Token dedicated = node(backplane(HANGING), "afu0.0d");
    try (Device device = dedicated.open();
        Attachment attachment = device.facet(Coherent.class).attach(StartWork.of(0))) {
      attachment.problemState().write64(HangingAfu.DONE, 0xbad);
      assertThat(attachment.next(SOON)).contains(new AfuError(0, 0xbad));
    }
  }

  @Test
  void anAfuThatDoesNotReturnLeavesAccessesAndClosesWithTheirDeadlines() throws IOException {
    Token dedicated =
        node(backplane(HANGING + ", \"error_policy\": {\"deadline_ms\": 1000}"), "afu0.0d");
    try {
      Device device = dedicated.open();
      Attachment attachment = device.facet(Coherent.class).attach(StartWork.of(0));
      RegisterSpace registers = attachment.problemState();
      registers.write64(HangingAfu.HANG, 1);
      assertThat(refusal(() -> accessUntilRefused(registers))).isEqualTo(ErrorCode.TIMEOUT);
      attachment.close();
      device.close();
      assertThat(refusal(dedicated::open)).isEqualTo(ErrorCode.OUT_OF_CONTEXTS);
    } finally {
      HangingAfu.END.countDown();
    }
  }

  /** The first accesses may come before the thread of the AFU. */
  private static void accessUntilRefused(RegisterSpace registers) {
    for (int i = 0; i < 10_000_000; i++) {
      var _ = registers.read64(0);
    }
  }

  @Test
  void aMachineWithoutCardsSaysSo() throws IOException {
    Path missing = folder.resolve("cxl");
    Backplane backplane = backplane("{\"host\": \"system\", \"class\": \"%s\"}".formatted(missing));

    assertThatThrownBy(() -> backplane.find(Filter.any().withDeviceType(DeviceType.FPGA)))
        .hasMessageContaining(missing + " is not there");
  }
}
