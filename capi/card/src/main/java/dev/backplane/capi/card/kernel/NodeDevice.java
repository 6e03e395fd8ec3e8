package dev.backplane.capi.card.kernel;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.capi.Attachment;
import dev.backplane.api.capi.Coherent;
import dev.backplane.api.capi.StartWork;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.capi.card.abi.CxlIoctl;
import dev.backplane.capi.card.abi.StartWorkBytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/** A node of the kernel that was opened: a context. */
final class NodeDevice implements DriverDevice, Coherent {
  /** The first interface in which a context that is gone reads all ones, if it asks for that. */
  private static final long ALL_ONES_SINCE = 2;

  private final ClassFolder attributes;
  private final ContextFile file;
  private boolean started;

  NodeDevice(ClassFolder attributes, ContextFile file) {
    this.attributes = attributes;
    this.file = file;
  }

  @Override
  public <F extends Facet> Optional<F> facet(Class<F> type) {
    return type == Coherent.class ? Optional.of(type.cast(this)) : Optional.empty();
  }

  @Override
  public int processElement() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment number = arena.allocate(ValueLayout.JAVA_INT);
      file.ioctl("ask for the process element", CxlIoctl.GET_PROCESS_ELEMENT, number);
      return number.get(ValueLayout.JAVA_INT, 0);
    } catch (KernelError e) {
      throw e.during("ask for the process element", file.resource());
    }
  }

  @Override
  public int leastInterrupts() {
    return (int) attributes.number("irqs_min");
  }

  @Override
  public int mostInterrupts() {
    return (int) attributes.number("irqs_max");
  }

  @Override
  public synchronized Attachment attach(StartWork work) {
    long self = ProcessHandle.current().pid();
    if (work.process().orElse(self) != self) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED,
              "the kernel attaches the process that asks, not process "
                  + work.process().orElseThrow())
          .during("start work")
          .on(file.resource())
          .remedy("Open the device in that process")
          .build();
    }
    if (work.hostThread()) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED,
              "a thread is woken from an instruction of POWER9 that waits, which Java has not")
          .during("start work")
          .on(file.resource())
          .remedy("Start work without a thread, and wait for an interrupt of the AFU")
          .build();
    }
    boolean hasAllOnes = attributes.number("api_version", 1) >= ALL_ONES_SINCE;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(StartWorkBytes.BYTES, Long.BYTES);
      StartWorkBytes.write(work, hasAllOnes ? StartWorkBytes.ALL_ONES : 0, bytes);
      file.ioctl("start work", CxlIoctl.START_WORK, bytes);
    } catch (KernelError e) {
      throw started && e.number() == KernelError.EIO
          ? startedBefore()
          : e.during("start work", file.resource());
    }
    started = true;
    return new KernelAttachment(file, processElement(), attributes.number("mmio_size"));
  }

  private BackplaneException startedBefore() {
    return BackplaneException.because(ErrorCode.CONTEXT_STARTED, "the context was started before")
        .during("start work")
        .on(file.resource())
        .remedy("Open the device again: each context is started once")
        .build();
  }

  @Override
  public void close() {
    file.close();
  }
}
