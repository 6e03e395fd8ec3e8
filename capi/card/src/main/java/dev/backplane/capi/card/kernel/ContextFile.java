package dev.backplane.capi.card.kernel;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.capi.card.abi.CxlIoctl;
import dev.backplane.driverkit.CallsInFlight;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The open node of a context or card. Its descriptor is closed when no call uses it any more: the
 * kernel would give the number to another file. Safe for use by several threads.
 */
final class ContextFile implements AutoCloseable {
  /** Calls wait in the kernel for a moment only, see {@link EventReader}. */
  private static final Duration LONGEST_CALL = Duration.ofSeconds(10);

  private final KernelCalls calls;
  private final String resource;
  private final int descriptor;
  private final CallsInFlight inFlight = new CallsInFlight(this::closed);

  ContextFile(KernelCalls calls, Path node, String resource) {
    this.calls = calls;
    this.resource = resource;
    try {
      descriptor = calls.open(node);
    } catch (KernelError e) {
      throw e.during("open", resource);
    }
  }

  private BackplaneException closed(String operation) {
    return BackplaneException.because(ErrorCode.CLOSED, "it was closed")
        .during(operation)
        .on(resource)
        .build();
  }

  String resource() {
    return resource;
  }

  boolean isClosed() {
    return inFlight.isClosed();
  }

  int descriptor(String operation) {
    try (CallsInFlight.Call _ = inFlight.begin(operation)) {
      return descriptor;
    }
  }

  int ioctl(String operation, CxlIoctl call, MemorySegment argument) throws KernelError {
    try (CallsInFlight.Call _ = inFlight.begin(operation)) {
      return calls.ioctl(descriptor, call, argument);
    }
  }

  MappedRegisters map(long bytes) throws KernelError {
    try (CallsInFlight.Call _ = inFlight.begin("map the problem state")) {
      return new MappedRegisters(calls, descriptor, bytes, resource);
    }
  }

  int read(MemorySegment target) throws KernelError {
    try (CallsInFlight.Call _ = inFlight.begin("read events")) {
      return calls.read(descriptor, target);
    }
  }

  int poll(int milliseconds) throws KernelError {
    try (CallsInFlight.Call _ = inFlight.begin("wait for an event")) {
      return calls.poll(descriptor, milliseconds);
    }
  }

  @Override
  public void close() {
    if (inFlight.isClosed()) {
      return;
    }
    inFlight.close();
    boolean interrupted = Thread.interrupted(); // which would end the wait
    if (inFlight.awaitEnd(LONGEST_CALL)) {
      calls.close(descriptor);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
