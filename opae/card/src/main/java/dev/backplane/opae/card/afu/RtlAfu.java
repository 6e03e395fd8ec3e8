package dev.backplane.opae.card.afu;

import dev.backplane.opae.card.Afu;
import dev.backplane.opae.card.AfuFault;
import dev.backplane.opae.card.AfuHost;
import dev.backplane.opae.card.config.CardConfig;
import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.harness.AcceleratorHarness;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.RunLimits;
import dev.backplane.rtl.harness.ports.KernelPorts;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An accelerator in RTL: an engine in its harness. */
final class RtlAfu implements Afu {
  /** Cycles between two accesses to registers. */
  private static final RunLimits STEP = RunLimits.ofCycles(2048);

  /** The harness has one user, so nobody is waited for. */
  private static final Duration AT_ONCE = Duration.ofSeconds(1);

  private final UUID guid;
  private final AcceleratorHarness harness;
  private final long[] interrupts = new long[AfuExecution.INTERRUPTS];
  private long told;
  private @Nullable AfuHost host;

  RtlAfu(UUID guid, CompiledDesign design, KernelPorts ports, IoSpace space, CardConfig card) {
    this.guid = guid;
    HarnessOptions options =
        HarnessOptions.builder()
            .warnings(card.accelerator().options().warnings())
            .warningSink(
                text ->
                    System.getLogger(RtlAfu.class.getName())
                        .log(System.Logger.Level.WARNING, "card " + card.name() + ": " + text))
            .build();
    harness = new AcceleratorHarness(design::newEngine, ports, space.memory(), options);
  }

  @Override
  public UUID guid() {
    return guid;
  }

  @Override
  public void connect(AfuHost given) {
    host = given;
  }

  @Override
  public void reset() {
    harness.reset();
    Arrays.fill(interrupts, 0);
    told = 0;
  }

  @Override
  public long read(long offset, int bytes) {
    return bytes == Long.BYTES
        ? harness.readMmio64(offset, AT_ONCE)
        : Integer.toUnsignedLong(harness.readMmio32(offset, AT_ONCE));
  }

  @Override
  public void write(long offset, int bytes, long value) {
    if (bytes == Long.BYTES) {
      harness.writeMmio64(offset, value, AT_ONCE);
    } else {
      harness.writeMmio32(offset, (int) value, AT_ONCE);
    }
  }

  @Override
  public void writeLine(long offset, long[] words) {
    harness.writeMmio512(offset, words, AT_ONCE);
  }

  @Override
  public boolean advance() {
    boolean idle;
    try {
      idle = harness.runUntilIdle(STEP);
    } catch (RuntimeException fault) {
      tell(); // What was raised before it.
      throw fault;
    }
    tellInterrupts();
    return !idle;
  }

  private void tellInterrupts() {
    long all = harness.interrupts();
    if (all == told) {
      return;
    }
    told = all;
    if (tell() != all) {
      throw new AfuFault(
          AfuFault.Kind.REQUEST,
          "an interrupt was requested of a vector that a card has not; it has 0 to %d"
              .formatted(interrupts.length - 1));
    }
  }

  /**
   * Tells of each interrupt as often as it was raised.
   *
   * @return how many there were that a card has
   */
  private long tell() {
    AfuHost card = Objects.requireNonNull(host, "an AFU is connected before it advances");
    long known = 0;
    for (int vector = 0; vector < interrupts.length; vector++) {
      long raised = harness.interrupts(vector);
      known += raised;
      for (; interrupts[vector] < raised; interrupts[vector]++) {
        card.interrupt(vector);
      }
    }
    return known;
  }

  @Override
  public void close() {
    harness.close();
  }
}
