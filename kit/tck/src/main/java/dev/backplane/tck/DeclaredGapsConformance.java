package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Diagnosis;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.ImageFormat;
import dev.backplane.api.Images;
import dev.backplane.api.Memory;
import dev.backplane.api.Placement.Kind;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Queues;
import dev.backplane.api.board.Clocks;
import dev.backplane.api.spi.DriverDevice;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Tests that everything that a driver declared absent is absent, so that no suite is missing
 * without a reason.
 */
public abstract class DeclaredGapsConformance extends Conformance {
  private static final int BYTES = 8192;

  private @Nullable DriverDevice device;

  /** A conformance class. */
  protected DeclaredGapsConformance() {}

  @TestFactory
  Stream<DynamicTest> whatWasDeclaredAbsentIsAbsent() {
    return rig().subject().gaps().stream()
        .map(gap -> DynamicTest.dynamicTest(gap.name(), () -> isAbsent(gap)));
  }

  private void isAbsent(Ability gap) {
    switch (gap) {
      case HOST_MEMORY -> lacks(Kind.HOST);
      case USER_MEMORY -> lacks(Kind.USER_MEMORY);
      case SHARED_ADDRESSES -> lacks(Kind.SHARED, Kind.SHARED_HOST, Kind.SHARED_DEVICE);
      case SLICES -> missing(() -> buffer().slice(0, 16));
      case COPIES -> missing(() -> buffer().copyFrom(buffer(), 0, 0, 4));
      case SHARING -> missing(() -> buffer().export());
      case USAGE -> missing(() -> memory().usage());
      case TWO_COPIES -> assertThat(buffer().placement().needsSync()).isFalse();
      case ADDRESSES -> assertThat(buffer().address()).isEqualTo(Buffer.NO_ADDRESS);
      case NUMBERS -> {
        TestKernel ready = rig().ready(device());
        ready.start().await(Rig.DEADLINE);
        assertThat(ready.isRight()).as("the run has computed").isFalse();
      }
      case SCRATCH_REGISTER -> unregistered(rig().subject().hasScratchRegister());
      case ENDLESS_RUNS -> unregistered(rig().subject().hasEndlessCase());
      case FAULTS -> unregistered(rig().subject().hasFaultingCase());
      case INTERRUPTS -> unregistered(rig().subject().hasInterrupt());
      case CLOCKS -> {
        DriverDevice device = device();
        rig().prepare(device);
        assertThat(rig().facet(device, Clocks.class).clocks()).isEmpty();
      }
      case WAVEFORMS -> {
        DriverDevice device = device();
        TestKernel ready = rig().ready(device);
        missing(
            () ->
                rig()
                    .facet(device, Diagnosis.class)
                    .recordNext(
                        ready.kernel().name(), Diagnosis.Waveform.of(Path.of("never.vcd"))));
      }
      case SIGNALS -> missing(() -> facet(Queues.class).signal());
      case OUT_OF_ORDER_QUEUES ->
          assertThat(facet(Queues.class).flags()).doesNotContain(QueueFlag.OUT_OF_ORDER);
      case SOURCE_CODE ->
          assertThat(facet(Images.class).formats()).doesNotContain(ImageFormat.SOURCE);
    }
  }

  private void lacks(Kind... kinds) {
    assertThat(memory().placements()).doesNotContain(kinds);
  }

  private static void missing(ThrowingCallable use) {
    refuses(ErrorCode.NOT_SUPPORTED, use);
  }

  private static void unregistered(boolean registered) {
    assertThat(registered).as("registered, and declared absent").isFalse();
  }

  private <F extends Facet> F facet(Class<F> type) {
    return rig().facet(device(), type);
  }

  private DriverDevice device() {
    if (device == null) {
      device = rig().open();
    }
    return device;
  }

  private Memory memory() {
    return facet(Memory.class);
  }

  private int bank() {
    rig().prepare(device());
    return memory().banks().getFirst().index();
  }

  private Buffer buffer() {
    return rig().keep(memory().allocate(BYTES, bank()));
  }
}
