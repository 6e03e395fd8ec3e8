package dev.backplane.capi.card.kernel;

import dev.backplane.capi.card.abi.CxlIoctl;
import dev.backplane.ffi.Errno;
import dev.backplane.ffi.RawMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;

/**
 * The kernel's driver "cxl" as far as programs see it: contexts of one AFU with their states and
 * error numbers. Attributes are files of a folder.
 */
final class FakeKernel implements KernelCalls, AutoCloseable {
  static final int REGISTERS = 1 << 16;

  private static final long KNOWN_FLAGS = 0x7;

  /** An open node. */
  static final class OpenContext {
    final int number;
    final Queue<byte[]> events = new ArrayDeque<>();
    byte[] started = {};
    boolean ended;
    boolean closed;

    OpenContext(int number) {
      this.number = number;
    }
  }

  private final Arena arena = Arena.ofShared();
  private final MemorySegment registers = arena.allocate(REGISTERS, 4096);
  private final Map<Integer, OpenContext> open = new HashMap<>();
  private final List<OpenContext> all = new ArrayList<>();
  private int contexts = 2;
  private int mostInterrupts = 4;
  private boolean hasRegisters = true;
  private boolean isReset;
  private int mappings;
  private long sent;

  /** What was written to the flash of the card. */
  final List<String> flashed = new ArrayList<>();

  MemorySegment registers() {
    return registers;
  }

  void contexts(int number) {
    contexts = number;
  }

  void withoutRegisters() {
    hasRegisters = false;
  }

  void reset() {
    isReset = true;
  }

  int mappings() {
    return mappings;
  }

  synchronized int openContexts() {
    return open.size();
  }

  /** The node that was opened as the nth. */
  synchronized OpenContext context(int index) {
    return all.get(index);
  }

  synchronized void event(OpenContext context, byte[] bytes) {
    context.events.add(bytes);
  }

  /** The card goes: what has happened can be read yet. */
  synchronized void remove() {
    open.values().forEach(each -> each.ended = true);
  }

  private synchronized OpenContext of(int file) {
    return Objects.requireNonNull(open.get(file), "a descriptor that is not open was used");
  }

  @Override
  public synchronized int open(Path node) throws KernelError {
    if (!Files.exists(node)) {
      throw new KernelError(Errno.ENOENT);
    }
    if (open.size() == contexts) {
      throw new KernelError(Errno.ENOSPC);
    }
    int file = 100 + all.size();
    OpenContext context = new OpenContext(open.size());
    open.put(file, context);
    all.add(context);
    return file;
  }

  @Override
  public synchronized int ioctl(int file, CxlIoctl call, MemorySegment argument)
      throws KernelError {
    OpenContext context = of(file);
    if (context.ended) {
      throw new KernelError(KernelError.EIO);
    }
    switch (call) {
      case GET_PROCESS_ELEMENT -> argument.set(ValueLayout.JAVA_INT, 0, context.number);
      case START_WORK -> start(context, argument);
      case DOWNLOAD_IMAGE, VALIDATE_IMAGE -> {
        return flash(call, argument);
      }
      case GET_AFU_ID -> throw new KernelError(KernelError.EINVAL);
    }
    return 0;
  }

  /** Takes what is at the address that is given; the pass is over when all has come. */
  private int flash(CxlIoctl call, MemorySegment argument) {
    long data = argument.get(ValueLayout.JAVA_LONG, 8);
    long length = argument.get(ValueLayout.JAVA_LONG, 16);
    flashed.add(
        "%s flags=%d length=%d of %d begins %x"
            .formatted(
                call,
                argument.get(ValueLayout.JAVA_LONG, 0),
                length,
                argument.get(ValueLayout.JAVA_LONG, 24),
                RawMemory.getByte(data)));
    sent += length;
    boolean more = sent < argument.get(ValueLayout.JAVA_LONG, 24);
    sent = more ? sent : 0;
    return more ? 1 : 0;
  }

  private void start(OpenContext context, MemorySegment argument) throws KernelError {
    if (context.started.length > 0) {
      throw new KernelError(KernelError.EIO);
    }
    long flags = argument.get(ValueLayout.JAVA_LONG, 0);
    boolean isReserved = argument.get(ValueLayout.JAVA_INT, 28) != 0;
    for (int offset = 32; offset < 64; offset += 8) {
      isReserved |= argument.get(ValueLayout.JAVA_LONG, offset) != 0;
    }
    boolean isCounted = (flags & 2) != 0;
    if ((flags & ~KNOWN_FLAGS) != 0
        || isReserved
        || (isCounted && argument.get(ValueLayout.JAVA_SHORT, 24) > mostInterrupts)) {
      throw new KernelError(KernelError.EINVAL);
    }
    if (isReset) {
      throw new KernelError(KernelError.EBUSY);
    }
    context.started = argument.toArray(ValueLayout.JAVA_BYTE);
  }

  @Override
  public long map(int file, long bytes) throws KernelError {
    OpenContext context = of(file);
    if (context.started.length == 0 || context.ended) {
      throw new KernelError(KernelError.EIO);
    }
    if (!hasRegisters || bytes > REGISTERS) {
      throw new KernelError(KernelError.EINVAL);
    }
    mappings++;
    return registers.address();
  }

  @Override
  public void unmap(long address, long bytes) {
    mappings--;
  }

  @Override
  public synchronized int read(int file, MemorySegment target) throws KernelError {
    OpenContext context = of(file);
    if (target.byteSize() < 4096) {
      throw new KernelError(KernelError.EINVAL);
    }
    byte[] event = context.events.poll();
    if (event == null) {
      throw new KernelError(context.ended ? KernelError.EIO : KernelError.EAGAIN);
    }
    MemorySegment.copy(event, 0, target, ValueLayout.JAVA_BYTE, 0, event.length);
    return event.length;
  }

  @Override
  public int poll(int file, int milliseconds) {
    long end = System.nanoTime() + milliseconds * 1_000_000L;
    do {
      OpenContext context = of(file);
      synchronized (this) {
        if (!context.events.isEmpty()) {
          return READABLE;
        }
        if (context.ended) {
          return ENDED;
        }
      }
      Thread.onSpinWait();
    } while (System.nanoTime() < end);
    return 0;
  }

  @Override
  public synchronized void close(int file) {
    of(file).closed = true;
    open.remove(file);
  }

  @Override
  public byte[] attribute(Path file) throws KernelError {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new KernelError(Errno.ENOENT);
    }
  }

  @Override
  public void attribute(Path file, String text) throws KernelError {
    if (!Files.exists(file)) {
      throw new KernelError(Errno.ENOENT);
    }
    if (openContexts() > 0 && file.endsWith("mode")) {
      throw new KernelError(KernelError.EBUSY);
    }
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    arena.close();
  }
}
