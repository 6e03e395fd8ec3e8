package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.RegisterSpace;
import dev.backplane.api.capi.Attachment;
import dev.backplane.api.capi.AttachmentPoll;
import dev.backplane.api.capi.Coherent;
import dev.backplane.api.capi.Readiness;
import dev.backplane.api.capi.StartWork;
import dev.backplane.api.spi.DriverDevice;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Contexts of coherent accelerators; they are started with the work element descriptor 0. */
@Needs(Coherent.class)
public abstract class CoherentConformance extends Conformance {
  private static final StartWork WORK = StartWork.of(0);

  /** A conformance class. */
  protected CoherentConformance() {}

  private Coherent coherent() {
    return coherent(rig().open());
  }

  private Coherent coherent(DriverDevice device) {
    return rig().facet(device, Coherent.class);
  }

  private Attachment attach(Coherent coherent) {
    return rig().keep(coherent.attach(WORK));
  }

  @Test
  void theProcessElementIsKnownBeforeAndAfterTheStart() {
    Coherent coherent = coherent();
    int number = coherent.processElement();
    Attachment attachment = attach(coherent);

    assertThat(number).isBetween(0, 0xffff);
    assertThat(attachment.processElement()).isEqualTo(number);
    assertThat(coherent.processElement()).isEqualTo(number);
  }

  @Test
  void aContextIsStartedOnce() {
    Coherent coherent = coherent();
    Attachment attachment = attach(coherent);
    refuses(ErrorCode.CONTEXT_STARTED, () -> coherent.attach(WORK));
    attachment.close();
    refuses(ErrorCode.CONTEXT_STARTED, () -> coherent.attach(WORK));
  }

  @Test
  void aContextHasTheInterruptsThatItsAcceleratorAllows() {
    Coherent coherent = coherent();
    int least = coherent.leastInterrupts();
    int most = coherent.mostInterrupts();
    assertThat(least).isBetween(0, most);
    refuses(ErrorCode.INVALID_ARGUMENT, () -> coherent.attach(WORK.withInterrupts(most + 1)));
    if (least > 0) {
      refuses(ErrorCode.INVALID_ARGUMENT, () -> coherent.attach(WORK.withInterrupts(least - 1)));
    }

    rig().keep(coherent.attach(WORK.withInterrupts(least)));
  }

  @Test
  void nothingHappenedYet() {
    Attachment attachment = attach(coherent());
    assertThat(attachment.next(Duration.ZERO)).isEmpty();
    try (Arena arena = Arena.ofConfined()) {
      assertThat(attachment.read(arena.allocate(Attachment.LEAST_READ), Duration.ZERO)).isZero();
    }
  }

  @Test
  void aPollOfAttachmentsReportsNoneWithoutAnEvent() {
    Attachment attachment = attach(coherent());
    AttachmentPoll poll = new AttachmentPoll();
    assertThat(poll.await(Duration.ZERO)).isEmpty();
    poll.add(attachment);
    assertThat(poll.await(Duration.ofMillis(1))).isEmpty();
    assertThat(attachment.readiness()).isEqualTo(Readiness.NOTHING);
    poll.remove(attachment);
    assertThat(poll.await(Duration.ofMillis(1))).isEmpty();
  }

  @Test
  void aProcessThatIsNotThereIsNotAttached() {
    Coherent coherent = coherent();
    refuses(
        ErrorCode.INVALID_ARGUMENT, () -> coherent.attach(WORK.ofProcess(Integer.MAX_VALUE - 1)));
    refuses(ErrorCode.INVALID_ARGUMENT, () -> coherent.attach(WORK.ofProcess((1L << 32) + 1)));
    attach(coherent);
  }

  @Test
  void eventsNeedAPage() {
    Attachment attachment = attach(coherent());
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment less = arena.allocate(Attachment.LEAST_READ - 1);
      refuses(ErrorCode.INVALID_ARGUMENT, () -> attachment.read(less, Duration.ZERO));
    }
  }

  @Test
  void theProblemStateHasAccessesOf32And64BitsInItsBounds() {
    RegisterSpace registers = attach(coherent()).problemState();
    long size = registers.size();
    assertThat(size).isPositive();
    assertThat(registers.isWide()).isFalse();
    for (long offset : new long[] {-8, 2, size - 4, size, Long.MAX_VALUE & -8}) {
      if (offset != size - 4) {
        refuses(ErrorCode.OUT_OF_RANGE, () -> registers.read32(offset));
        refuses(ErrorCode.OUT_OF_RANGE, () -> registers.write32(offset, 0));
      }
      refuses(ErrorCode.OUT_OF_RANGE, () -> registers.read64(offset));
      refuses(ErrorCode.OUT_OF_RANGE, () -> registers.write64(offset, 0));
    }
  }

  @Test
  void memoryIsToldAndForgotten() {
    Attachment attachment = attach(coherent());
    try (Arena arena = Arena.ofShared()) {
      attachment.tell(arena.allocate(4096));
      refuses(
          ErrorCode.INVALID_ARGUMENT, () -> attachment.tell(MemorySegment.ofArray(new byte[8])));
    }
    try (Arena arena = Arena.ofConfined()) {
      refuses(ErrorCode.INVALID_ARGUMENT, () -> attachment.tell(arena.allocate(8)));
    }
  }
}
