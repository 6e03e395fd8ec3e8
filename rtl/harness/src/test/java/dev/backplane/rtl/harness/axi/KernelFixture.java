package dev.backplane.rtl.harness.axi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.RunLimits;
import dev.backplane.rtl.harness.RunOutcome;
import dev.backplane.rtl.harness.axi.FakeKernel.Shape;
import java.util.Objects;
import java.util.function.Supplier;

/** A harness with a hand-written kernel, after reset. */
final class KernelFixture implements AutoCloseable {
  final FakeMemory memory;
  final KernelHarness harness;
  private FakeKernel kernel;

  KernelFixture(
      Shape shape, Supplier<FakeKernel.Body> body, FakeMemory memory, HarnessOptions options) {
    this.memory = memory;
    kernel = new FakeKernel(shape, body.get());
    harness =
        new KernelHarness(
            () -> {
              kernel = new FakeKernel(shape, body.get());
              return kernel;
            },
            kernel.ports(),
            shape.chain() ? ControlProtocol.AP_CTRL_CHAIN : ControlProtocol.AP_CTRL_HS,
            memory,
            options);
  }

  KernelFixture(ScriptedKernel script) {
    this(Shape.PLAIN, script);
  }

  KernelFixture(Shape shape, ScriptedKernel script) {
    this(shape, () -> script, new FakeMemory(), HarnessOptions.DEFAULT);
    harness.reset();
  }

  KernelFixture(Shape shape, HarnessOptions options) {
    this(shape, CopyKernel::new, new FakeMemory(), options);
    harness.reset();
  }

  FakeKernel kernel() {
    return kernel;
  }

  /** Runs a copy of words from one offset in the bank to another. */
  RunOutcome copy(long from, long to, int words) {
    return copyAt(FakeMemory.BASE + from, FakeMemory.BASE + to, words, RunLimits.NONE);
  }

  RunOutcome copyAt(long from, long to, int words, RunLimits limits) {
    arguments(from, to, words);
    return harness.run(limits);
  }

  void arguments(long from, long to, int words) {
    harness.writeRegister(0x10, (int) from);
    harness.writeRegister(0x14, (int) (from >>> 32));
    harness.writeRegister(0x1c, (int) to);
    harness.writeRegister(0x20, (int) (to >>> 32));
    harness.writeRegister(0x28, words);
  }

  RtlException runFails(RtlError error) {
    RtlException failure =
        catchThrowableOfType(RtlException.class, () -> harness.run(RunLimits.ofCycles(1_000_000)));
    assertThat(failure).isNotNull();
    assertThat(failure.error()).describedAs(failure.getMessage()).isEqualTo(error);
    return failure;
  }

  /** The message of the violation, without port, cycle, remedy and history. */
  String violation() {
    String message = Objects.requireNonNull(runFails(RtlError.PROTOCOL_VIOLATION).getMessage());
    assertThat(message).matches("m_axi_gmem @cycle \\d+: .*");
    assertThat(message).contains(". ").contains(" (X handshake, v only VALID, r only READY)");
    return message.replaceFirst(".*?@cycle \\d+: ", "").replaceFirst("\\. .*", "");
  }

  @Override
  public void close() {
    harness.close();
  }
}
