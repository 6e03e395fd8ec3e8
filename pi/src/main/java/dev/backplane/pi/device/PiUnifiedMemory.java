package dev.backplane.pi.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Queue;
import dev.backplane.api.Run;
import dev.backplane.api.UnifiedBuffer;
import dev.backplane.api.UnifiedMemory;
import dev.backplane.driverkit.NativeHandle;
import dev.backplane.driverkit.TransferChecks;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Unified memory, of the kinds that the device says it has. */
final class PiUnifiedMemory implements UnifiedMemory {
  private static final int DEVICE_USM_HOST_SUPPORT = 0x4190;
  private static final int DEVICE_USM_DEVICE_SUPPORT = 0x4191;
  private static final int DEVICE_USM_SINGLE_SHARED_SUPPORT = 0x4192;
  private static final int ALLOC_TYPE = 0x419A;
  private static final int ALLOC_BASE = 0x419B;
  private static final int ALLOC_SIZE = 0x419C;
  private static final int TYPE_HOST = 0x4197;
  private static final int TYPE_DEVICE = 0x4198;
  private static final int TYPE_SHARED = 0x4199;

  private final PiContext context;
  private final Set<Kind> kinds = EnumSet.noneOf(Kind.class);

  PiUnifiedMemory(PiContext context) {
    this.context = context;
    offer(DEVICE_USM_HOST_SUPPORT, Kind.HOST);
    offer(DEVICE_USM_DEVICE_SUPPORT, Kind.DEVICE);
    offer(DEVICE_USM_SINGLE_SHARED_SUPPORT, Kind.SHARED);
  }

  private void offer(int info, Kind kind) {
    if (context.deviceNumber(info) != 0) {
      kinds.add(kind);
    }
  }

  @Override
  public Set<Kind> kinds() {
    return Set.copyOf(kinds);
  }

  @Override
  public UnifiedBuffer allocate(Kind kind, long bytes, int alignment) {
    if (bytes <= 0 || alignment < 0 || Integer.bitCount(alignment) > 1) {
      throw refused(
          ErrorCode.INVALID_ARGUMENT,
          "memory cannot have %d bytes aligned to %d".formatted(bytes, alignment),
          "Ask for 1 byte or more, aligned to a power of 2, or to 0 for what suits all");
    }
    if (!kinds.contains(kind)) {
      throw refused(
          ErrorCode.NOT_SUPPORTED,
          "the device has no unified memory of kind " + kind + ", only " + kinds,
          "Use one of these kinds, or a buffer");
    }
    if (bytes > context.largestAllocation) {
      throw refused(
          ErrorCode.OUT_OF_DEVICE_MEMORY,
          "memory of the device has at most %d bytes at one place, not %d"
              .formatted(context.largestAllocation, bytes),
          "Ask for less");
    }
    long address =
        context.make(
            "allocate unified memory",
            bytes + " bytes",
            out ->
                switch (kind) {
                  case HOST -> context.pi.usmHostAlloc(out, context.handle, 0, bytes, alignment);
                  case DEVICE ->
                      context.pi.usmDeviceAlloc(
                          out, context.handle, context.device, 0, bytes, alignment);
                  case SHARED ->
                      context.pi.usmSharedAlloc(
                          out, context.handle, context.device, 0, bytes, alignment);
                });
    return new PiUnifiedBuffer(context, kind, address, bytes);
  }

  private static BackplaneException refused(ErrorCode code, String problem, String remedy) {
    return BackplaneException.because(code, problem)
        .during("allocate unified memory")
        .remedy(remedy)
        .build();
  }

  @Override
  public Optional<Pointer> info(long address) {
    OptionalLong type = ask(address, ALLOC_TYPE);
    if (type.isEmpty()) {
      return Optional.empty();
    }
    Optional<Kind> kind =
        switch ((int) type.getAsLong()) {
          case TYPE_HOST -> Optional.of(Kind.HOST);
          case TYPE_DEVICE -> Optional.of(Kind.DEVICE);
          case TYPE_SHARED -> Optional.of(Kind.SHARED);
          default -> Optional.empty();
        };
    return kind.map(
        known ->
            new Pointer(
                known,
                ask(address, ALLOC_BASE).orElse(address),
                ask(address, ALLOC_SIZE).orElse(0)));
  }

  private OptionalLong ask(long address, int name) {
    return Query.numberIfKnown(
        (size, value, sizeRet) ->
            context.pi.usmGetMemAllocInfo(context.handle, address, name, size, value, sizeRet));
  }

  @Override
  public Run fill(
      Queue queue,
      UnifiedBuffer target,
      long offset,
      long bytes,
      MemorySegment pattern,
      Run... after) {
    PiQueue in = context.own(PiQueue.class, queue, "use unified memory");
    PiUnifiedBuffer to = own(target);
    to.check("fill", offset, bytes);
    TransferChecks.checkPattern(pattern, offset, bytes);
    if (isOneByte(pattern)) {
      int value = Byte.toUnsignedInt(pattern.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 0));
      return in.command(
          "fill of " + to,
          holding(to),
          after,
          (handle, count, events, event) ->
              context.pi.usmEnqueueMemset(
                  handle, to.address() + offset, value, bytes, count, events, event));
    }
    // The table fills with bytes only: the patterns are laid out here and copied.
    MemorySegment laidOut = context.hostMemory(Math.max(1, bytes));
    for (long at = 0; at < bytes; at += pattern.byteSize()) {
      MemorySegment.copy(pattern, 0, laidOut, at, pattern.byteSize());
    }
    HostSide both = holding(to).and(HostSide.inPlace(laidOut));
    return in.command(
        "fill of " + to,
        both,
        after,
        (handle, count, events, event) ->
            context.pi.usmEnqueueMemcpy(
                handle, 0, to.address() + offset, laidOut.address(), bytes, count, events, event));
  }

  private static boolean isOneByte(MemorySegment pattern) {
    return pattern.byteSize() == 1;
  }

  @Override
  public Run copy(
      Queue queue,
      UnifiedBuffer source,
      long sourceOffset,
      UnifiedBuffer target,
      long targetOffset,
      long bytes,
      Run... after) {
    PiQueue in = context.own(PiQueue.class, queue, "use unified memory");
    PiUnifiedBuffer from = own(source);
    PiUnifiedBuffer to = own(target);
    from.check("copy", sourceOffset, bytes);
    to.check("copy", targetOffset, bytes);
    HostSide both = holding(from).and(holding(to));
    return in.command(
        "copy to " + to,
        both,
        after,
        (handle, count, events, event) ->
            context.pi.usmEnqueueMemcpy(
                handle,
                0,
                to.address() + targetOffset,
                from.address() + sourceOffset,
                bytes,
                count,
                events,
                event));
  }

  /** Holds memory until a command has ended: unlike buffers, it is gone when it is freed. */
  private static HostSide holding(PiUnifiedBuffer memory) {
    NativeHandle handle = memory.handle();
    long address = handle.begin("use unified memory");
    return new HostSide(address, handle::end, handle::end);
  }

  private PiUnifiedBuffer own(UnifiedBuffer memory) {
    return context.own(PiUnifiedBuffer.class, memory, "use unified memory");
  }
}
