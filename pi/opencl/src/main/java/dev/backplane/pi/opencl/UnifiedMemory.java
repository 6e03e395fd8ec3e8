package dev.backplane.pi.opencl;

import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.Slab;
import dev.backplane.ffi.WordCalls;
import dev.backplane.pi.opencl.icd.ClPlatform;
import dev.backplane.pi.opencl.icd.ClTable;
import dev.backplane.pi.table.PiCalls;
import dev.backplane.pi.table.PiResult;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * Unified shared memory: through the extension cl_intel_unified_shared_memory where it is, else
 * through shared virtual memory of OpenCL 2.0. That has no memory of the host or shared memory
 * unless it is fine-grained; coarse-grained memory can be memory of the device only, for the host
 * must not look at it unasked.
 */
abstract class UnifiedMemory extends SameHandles {
  static final int HOST_SUPPORT = 0x4190;
  static final int DEVICE_SUPPORT = 0x4191;
  static final int SINGLE_SUPPORT = 0x4192;
  static final int CROSS_SUPPORT = 0x4193;
  static final int SYSTEM_SUPPORT = 0x4194;

  private static final int COARSE = 1;
  private static final int FINE = 2;
  private static final int SYSTEM = 4;
  private static final int ATOMICS = 8;
  private static final int ACCESS_AND_CONCURRENT = 0b0101;
  private static final int ALL_ACCESS = 0b1111;

  private static final int KIND_UNKNOWN = 0x4196;
  private static final int KIND_HOST = 0x4197;
  private static final int KIND_DEVICE = 0x4198;
  private static final int KIND_SHARED = 0x4199;
  private static final int INFO_KIND = 0x419A;
  private static final int INFO_BASE = 0x419B;
  private static final int INFO_SIZE = 0x419C;
  private static final int INFO_DEVICE = 0x419D;

  private static final int INDIRECT = 0;
  private static final int POINTERS = 0x4203;
  private static final int SVM_POINTERS = 0x11B6;
  private static final int INDIRECT_HOST = 0x4200;
  private static final int INDIRECT_SHARED = 0x4202;

  private static final int CONTEXT_DEVICES = 0x1081;
  private static final int KERNEL_CONTEXT = 0x1193;
  private static final int DEVICE_SVM = 0x1053;
  private static final long FINE_GRAIN_BUFFER = 1L << 10;
  private static final long ATOMICS_BUFFER = 1L << 11;

  /** An allocation that OpenCL itself knows as virtual memory only. */
  private record Allocation(long context, long device, int kind, long base, long size) {}

  private final ConcurrentNavigableMap<Long, Allocation> allocations =
      new ConcurrentSkipListMap<>(Long::compareUnsigned);

  private final ClPlatform platform;

  /** Asks devices. */
  final DeviceQueries queries;

  private volatile @Nullable Calls calls;

  UnifiedMemory(ClPlatform platform) {
    super(platform);
    this.platform = platform;
    queries = new DeviceQueries(platform.table().function("clGetDeviceInfo"));
  }

  /** Functions beyond the table; of the two kinds that do the same, those of the extension. */
  private static final class Calls {
    private final boolean intel;
    private final MemorySegment hostAlloc;
    private final MemorySegment deviceAlloc;
    private final MemorySegment sharedAlloc;
    private final MemorySegment svmAlloc;
    private final MemorySegment free;
    private final MemorySegment copy;
    private final MemorySegment fill;
    private final MemorySegment setArgument;
    private final MemorySegment getInfo;

    private Calls(ClPlatform platform) {
      hostAlloc = platform.extension("clHostMemAllocINTEL");
      deviceAlloc = platform.extension("clDeviceMemAllocINTEL");
      sharedAlloc = platform.extension("clSharedMemAllocINTEL");
      getInfo = platform.extension("clGetMemAllocInfoINTEL");
      intel = deviceAlloc.address() != 0;
      ClTable table = platform.table();
      svmAlloc = table.function("clSVMAlloc");
      if (intel) {
        MemorySegment blocking = platform.extension("clMemBlockingFreeINTEL");
        free = blocking.address() == 0 ? platform.extension("clMemFreeINTEL") : blocking;
        copy = platform.extension("clEnqueueMemcpyINTEL");
        fill = platform.extension("clEnqueueMemFillINTEL");
        setArgument = platform.extension("clSetKernelArgMemPointerINTEL");
      } else {
        free = table.function("clSVMFree");
        copy = table.function("clEnqueueSVMMemcpy");
        fill = table.function("clEnqueueSVMMemFill");
        setArgument = table.function("clSetKernelArgSVMPointer");
      }
    }
  }

  /** Looked up when they are first needed: a listing of devices does not use them. */
  private Calls calls() {
    Calls found = calls;
    if (found == null) {
      found = new Calls(platform);
      calls = found;
    }
    return found;
  }

  /** {@return what a device that has no such extension can do with a kind of memory} */
  static long support(int query, long svm) {
    boolean atomics = (svm & ATOMICS) != 0;
    long fine = (svm & FINE) == 0 ? 0 : atomics ? ALL_ACCESS : ACCESS_AND_CONCURRENT;
    return switch (query) {
      case DEVICE_SUPPORT -> (svm & (COARSE | FINE)) == 0 ? 0 : atomics ? 0b11 : 0b01;
      case HOST_SUPPORT, SINGLE_SUPPORT, CROSS_SUPPORT -> fine;
      case SYSTEM_SUPPORT -> (svm & SYSTEM) == 0 ? 0 : fine;
      default -> 0;
    };
  }

  // ---- Allocating

  @Override
  public final int usmHostAlloc(
      long pointer, long context, long properties, long size, int alignment) {
    MemorySegment alloc = calls().hostAlloc;
    return calls().intel
        ? PiCalls.create(
            pointer,
            alloc,
            error -> WordCalls.call(alloc, context, properties, size, alignment, error))
        : alloc(pointer, new Allocation(context, 0, KIND_HOST, 0, size), alignment);
  }

  @Override
  public final int usmDeviceAlloc(
      long pointer, long context, long device, long properties, long size, int alignment) {
    return calls().intel
        ? alloc(calls().deviceAlloc, pointer, context, device, properties, size, alignment)
        : alloc(pointer, new Allocation(context, device, KIND_DEVICE, 0, size), alignment);
  }

  @Override
  public final int usmSharedAlloc(
      long pointer, long context, long device, long properties, long size, int alignment) {
    return calls().intel
        ? alloc(calls().sharedAlloc, pointer, context, device, properties, size, alignment)
        : alloc(pointer, new Allocation(context, device, KIND_SHARED, 0, size), alignment);
  }

  private static int alloc(
      MemorySegment function,
      long pointer,
      long context,
      long device,
      long properties,
      long size,
      int alignment) {
    return PiCalls.create(
        pointer,
        function,
        error -> WordCalls.call(function, context, device, properties, size, alignment, error));
  }

  private int alloc(long pointer, Allocation wanted, int alignment) {
    if (pointer == 0) {
      return PiResult.INVALID_VALUE;
    }
    long can = svm(wanted.context());
    boolean fine = (can & FINE) != 0;
    MemorySegment svmAlloc = calls().svmAlloc;
    if (svmAlloc.address() == 0 || (can & COARSE) == 0 || (!fine && wanted.kind() != KIND_DEVICE)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    long flags = 1 | (fine ? FINE_GRAIN_BUFFER : 0);
    flags |= fine && (can & ATOMICS) != 0 ? ATOMICS_BUFFER : 0;
    long made = WordCalls.call(svmAlloc, wanted.context(), flags, wanted.size(), alignment);
    RawMemory.putLong(pointer, made);
    if (made == 0) {
      // It does not say why; what a person can get wrong comes first.
      return wanted.size() == 0 || Integer.bitCount(alignment) > 1
          ? PiResult.INVALID_VALUE
          : PiResult.OUT_OF_RESOURCES;
    }
    allocations.put(
        made,
        new Allocation(wanted.context(), wanted.device(), wanted.kind(), made, wanted.size()));
    return PiResult.SUCCESS;
  }

  /** {@return what all devices of a context can do with virtual memory} */
  private long svm(long context) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment size = arena.allocate(ValueLayout.JAVA_LONG);
      if (super.contextGetInfo(context, CONTEXT_DEVICES, 0, 0, size.address()) != 0) {
        return 0;
      }
      long bytes = size.get(ValueLayout.JAVA_LONG, 0);
      MemorySegment devices = arena.allocate(bytes, Long.BYTES);
      super.contextGetInfo(context, CONTEXT_DEVICES, bytes, devices.address(), 0);
      long all = ALL_ACCESS;
      for (long at = 0; at < bytes; at += Long.BYTES) {
        all &= queries.number(devices.get(ValueLayout.JAVA_LONG, at), DEVICE_SVM);
      }
      return all;
    }
  }

  @Override
  public final int usmFree(long context, long pointer) {
    MemorySegment free = calls().free;
    if (calls().intel) {
      return PiCalls.call(free, context, pointer);
    }
    Allocation known = allocations.get(pointer);
    if (known == null || known.context() != context || !allocations.remove(pointer, known)) {
      return free.address() == 0 ? PiResult.UNSUPPORTED_FEATURE : PiResult.INVALID_VALUE;
    }
    WordCalls.call(free, context, pointer);
    return PiResult.SUCCESS;
  }

  // ---- Using

  @Override
  public final int usmEnqueueMemcpy(
      long queue,
      int blocking,
      long target,
      long source,
      long size,
      int numEvents,
      long events,
      long event) {
    return PiCalls.call(
        calls().copy, queue, blocking, target, source, size, numEvents, events, event);
  }

  @Override
  public final int usmEnqueueMemset(
      long queue, long pointer, int value, long count, int numEvents, long events, long event) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment pattern = frame.allocate(1, 1);
      pattern.set(ValueLayout.JAVA_BYTE, 0, (byte) value);
      return PiCalls.call(
          calls().fill, queue, pointer, pattern.address(), 1L, count, numEvents, events, event);
    }
  }

  /** A hint: nothing moves, but what waits for it waits as it should. */
  @Override
  public final int usmEnqueuePrefetch(
      long queue, long pointer, long size, long flags, int numEvents, long events, long event) {
    return flags == 0 ? enqueueEventsWait(queue, numEvents, events, event) : PiResult.INVALID_VALUE;
  }

  @Override
  public final int usmEnqueueMemAdvise(
      long queue, long pointer, long length, int advice, long event) {
    return enqueueEventsWait(queue, 0, 0, event);
  }

  @Override
  public final int usmImport(long pointer, long size, long context) {
    return PiResult.SUCCESS;
  }

  @Override
  public final int usmRelease(long pointer, long context) {
    return PiResult.SUCCESS;
  }

  @Override
  public final int kernelSetArgPointer(long kernel, int index, long size, long pointer) {
    return pointer == 0
        ? PiResult.INVALID_ARG_VALUE
        : PiCalls.call(calls().setArgument, kernel, index, RawMemory.getLong(pointer));
  }

  @Override
  public final int kernelSetExecInfo(long kernel, int name, long size, long value) {
    if (name == POINTERS && !calls().intel) {
      return super.kernelSetExecInfo(kernel, SVM_POINTERS, size, value);
    }
    if (name != INDIRECT) {
      return super.kernelSetExecInfo(kernel, name, size, value);
    }
    if (value == 0 || size != Integer.BYTES) {
      return PiResult.INVALID_VALUE;
    }
    return calls().intel ? indirect(kernel, size, value) : allPointers(kernel, value);
  }

  private int indirect(long kernel, long size, long value) {
    int result = 0;
    for (int each = INDIRECT_HOST; result == 0 && each <= INDIRECT_SHARED; each++) {
      result = super.kernelSetExecInfo(kernel, each, size, value);
    }
    return result;
  }

  /** A kernel of OpenCL 2.0 must be told each pointer that it may reach through another. */
  private int allPointers(long kernel, long value) {
    if (RawMemory.getInt(value) == 0) {
      return PiResult.SUCCESS;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment context = arena.allocate(ValueLayout.JAVA_LONG);
      int result = kernelGetInfo(kernel, KERNEL_CONTEXT, Long.BYTES, context.address(), 0);
      if (result != 0) {
        return result;
      }
      long mine = context.get(ValueLayout.JAVA_LONG, 0);
      long[] pointers =
          allocations.values().stream()
              .filter(each -> each.context() == mine)
              .mapToLong(Allocation::base)
              .toArray();
      if (pointers.length == 0) {
        return PiResult.SUCCESS;
      }
      MemorySegment list = arena.allocate((long) Long.BYTES * pointers.length, Long.BYTES);
      MemorySegment.copy(pointers, 0, list, ValueLayout.JAVA_LONG, 0, pointers.length);
      return super.kernelSetExecInfo(kernel, SVM_POINTERS, list.byteSize(), list.address());
    }
  }

  @Override
  public final int usmGetMemAllocInfo(
      long context, long pointer, int name, long size, long value, long sizeRet) {
    if (calls().intel) {
      return PiCalls.call(calls().getInfo, context, pointer, name, size, value, sizeRet);
    }
    Map.Entry<Long, Allocation> below = allocations.floorEntry(pointer);
    Allocation found =
        below != null
                && below.getValue().context() == context
                && Long.compareUnsigned(pointer - below.getKey(), below.getValue().size()) < 0
            ? below.getValue()
            : new Allocation(context, 0, KIND_UNKNOWN, 0, 0);
    Answer answer = new Answer(size, value, sizeRet);
    return switch (name) {
      case INFO_KIND -> answer.ofInt(found.kind());
      case INFO_BASE -> answer.ofLongs(found.base());
      case INFO_SIZE -> answer.ofLongs(found.size());
      case INFO_DEVICE -> answer.ofLongs(found.device());
      default -> PiResult.INVALID_VALUE;
    };
  }
}
