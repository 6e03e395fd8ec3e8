package dev.backplane.capi.card.kernel;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.RegisterSpace;
import dev.backplane.api.capi.Attachment;
import dev.backplane.api.capi.CoherentEvent;
import dev.backplane.api.capi.Readiness;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** This process, attached to an AFU by the kernel. */
final class KernelAttachment implements Attachment {
  private final ContextFile file;
  private final int processElement;
  private final long registerBytes;
  private final EventReader events;
  private @Nullable MappedRegisters registers;

  /**
   * A context that was started.
   *
   * @param file its node, which stays the device's
   * @param processElement its number
   * @param registerBytes how many bytes of registers it may use
   */
  KernelAttachment(ContextFile file, int processElement, long registerBytes) {
    this.file = file;
    this.processElement = processElement;
    this.registerBytes = registerBytes;
    events = new EventReader(file);
  }

  @Override
  public int processElement() {
    return processElement;
  }

  @Override
  public synchronized RegisterSpace problemState() {
    if (registers == null) {
      if (registerBytes == 0) {
        throw withoutRegisters();
      }
      try {
        registers = file.map(registerBytes);
      } catch (KernelError e) {
        throw e.number() == KernelError.EINVAL
            ? withoutRegisters()
            : e.during("map the problem state", file.resource());
      }
    }
    return registers;
  }

  private BackplaneException withoutRegisters() {
    return BackplaneException.because(
            ErrorCode.NOT_SUPPORTED, "the AFU has no registers for a context")
        .during("map the problem state")
        .on(file.resource())
        .build();
  }

  @Override
  public Optional<CoherentEvent> next(Duration timeout) {
    return events.next(timeout);
  }

  @Override
  public int read(MemorySegment target, Duration timeout) {
    return events.read(target, timeout);
  }

  @Override
  public Readiness readiness() {
    return events.readiness();
  }

  @Override
  public CompletionStage<Void> ready() {
    CompletableFuture<Void> ready = new CompletableFuture<>();
    // Not a virtual one: it waits in the kernel.
    Thread.ofPlatform()
        .daemon()
        .name("events of " + file.resource())
        .start(
            () -> {
              events.awaitReady();
              ready.complete(null);
            });
    return ready.minimalCompletionStage();
  }

  @Override
  public int descriptor() {
    return file.descriptor("ask for the file descriptor");
  }

  @Override
  public int hostThread() {
    return 0;
  }

  @Override
  public boolean awaitWake(Duration timeout) {
    throw BackplaneException.because(
            ErrorCode.INVALID_ARGUMENT, "work was started without a thread that can be woken")
        .during("wait to be woken")
        .on(file.resource())
        .remedy("Wait for an interrupt of the AFU: Java has no instruction that waits")
        .build();
  }

  @Override
  public void tell(MemorySegment memory) {
    if (!memory.isNative()) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "memory of the heap has no address that stays")
          .during("tell memory")
          .on(file.resource())
          .remedy("Take it from an Arena")
          .build();
    }
    // The card reaches all memory of the process itself.
  }

  @Override
  public void close() {
    synchronized (this) {
      if (registers != null) {
        registers.close();
        registers = null;
      }
    }
    file.close();
  }
}
