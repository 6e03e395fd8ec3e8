package dev.backplane.capi.card.rtl;

import dev.backplane.capi.card.PslPort;
import dev.backplane.rtl.harness.psl.DmaRequest;
import dev.backplane.rtl.harness.psl.DmaStatus;
import dev.backplane.rtl.harness.psl.PslCommand;
import dev.backplane.rtl.harness.psl.PslHost;
import dev.backplane.rtl.harness.psl.PslResponse;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Hands the commands at pins to the port of a PSL, and its answers back. */
final class PortHost implements PslHost {
  /** Nanoseconds of the timebase: 512 ticks are 1000 of them. */
  private static final long NANOS = 125;

  private static final long TICKS = 64;

  private @Nullable PslPort psl;
  private Answers answers = (tag, response) -> {};

  void connect(PslPort to) {
    psl = to;
  }

  PslPort port() {
    if (psl == null) {
      throw new IllegalStateException("an AFU is connected before it is started");
    }
    return psl;
  }

  void answer(int tag, PslResponse response) {
    answers.answer(tag, response);
  }

  @Override
  public void connect(Answers taker) {
    answers = taker;
  }

  @Override
  public void command(int tag, PslCommand command, int process, long address, int bytes) {
    port().command(tag, command, process, address, bytes);
  }

  @Override
  public MemorySegment line(int tag) {
    return port().line(tag);
  }

  @Override
  public int itag(int tag) {
    return port().itag(tag);
  }

  @Override
  public DmaStatus dma(DmaRequest request, MemorySegment data) {
    return port().dma(request, data);
  }

  @Override
  public void serve() {
    port().serve();
  }

  @Override
  public void restart() {
    // The PSL has forgotten all before it resets an AFU.
  }

  @Override
  public long timebase(long cycle) {
    long now = System.nanoTime();
    return now / NANOS * TICKS + now % NANOS * TICKS / NANOS;
  }
}
