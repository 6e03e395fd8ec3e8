package dev.backplane.drivers.opencl;

import dev.backplane.drivers.opencl.icd.ClTable;
import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.Slab;
import dev.backplane.ffi.WordCalls;
import dev.backplane.pi.PiCalls;
import dev.backplane.pi.PiResult;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;

/**
 * Unified shared memory: through the extension cl_intel_unified_shared_memory where it is, else
 * through shared virtual memory of OpenCL 2.0. That has no memory of the host or shared memory
 * unless it is fine-grained; coarse-grained memory can be memory of the device only, for the host
 * must not look at it unasked.
 */
final class UnifiedCalls {
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

  private final MemorySegment getContextInfo;
  private final MemorySegment getDeviceInfo;
  private final MemorySegment getKernelInfo;
  private final MemorySegment setExecInfo;
  private final MemorySegment svmAlloc;
  private final MemorySegment svmFree;
  private final MemorySegment copy;
  private final MemorySegment fill;
  private final MemorySegment setArgument;
  private final MemorySegment hostAlloc;
  private final MemorySegment deviceAlloc;
  private final MemorySegment sharedAlloc;
  private final MemorySegment blockingFree;
  private final MemorySegment getInfo;
  private final boolean intel;

  UnifiedCalls(ClTable table, Function<String, MemorySegment> extension) {
    getContextInfo = table.function("clGetContextInfo");
    getDeviceInfo = table.function("clGetDeviceInfo");
    getKernelInfo = table.function("clGetKernelInfo");
    setExecInfo = table.function("clSetKernelExecInfo");
    svmAlloc = table.function("clSVMAlloc");
    svmFree = table.function("clSVMFree");
    hostAlloc = extension.apply("clHostMemAllocINTEL");
    deviceAlloc = extension.apply("clDeviceMemAllocINTEL");
    sharedAlloc = extension.apply("clSharedMemAllocINTEL");
    MemorySegment free = extension.apply("clMemBlockingFreeINTEL");
    blockingFree = free.address() == 0 ? extension.apply("clMemFreeINTEL") : free;
    getInfo = extension.apply("clGetMemAllocInfoINTEL");
    intel = deviceAlloc.address() != 0;
    copy = intel ? extension.apply("clEnqueueMemcpyINTEL") : table.function("clEnqueueSVMMemcpy");
    fill = intel ? extension.apply("clEnqueueMemFillINTEL") : table.function("clEnqueueSVMMemFill");
    setArgument =
        intel
            ? extension.apply("clSetKernelArgMemPointerINTEL")
            : table.function("clSetKernelArgSVMPointer");
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

  int hostAlloc(long pointer, long context, long properties, long size, int alignment) {
    return intel
        ? Creation.make(pointer, hostAlloc, context, properties, size, alignment)
        : alloc(pointer, new Allocation(context, 0, KIND_HOST, 0, size), alignment);
  }

  int deviceAlloc(
      long pointer, long context, long device, long properties, long size, int alignment) {
    return intel
        ? Creation.make(pointer, deviceAlloc, context, device, properties, size, alignment)
        : alloc(pointer, new Allocation(context, device, KIND_DEVICE, 0, size), alignment);
  }

  int sharedAlloc(
      long pointer, long context, long device, long properties, long size, int alignment) {
    return intel
        ? Creation.make(pointer, sharedAlloc, context, device, properties, size, alignment)
        : alloc(pointer, new Allocation(context, device, KIND_SHARED, 0, size), alignment);
  }

  private int alloc(long pointer, Allocation wanted, int alignment) {
    if (pointer == 0) {
      return PiResult.INVALID_VALUE;
    }
    long can = svm(wanted.context());
    boolean fine = (can & FINE) != 0;
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
      if (PiCalls.call(getContextInfo, context, CONTEXT_DEVICES, 0L, 0L, size.address()) != 0) {
        return 0;
      }
      long bytes = size.get(ValueLayout.JAVA_LONG, 0);
      MemorySegment devices = arena.allocate(bytes, Long.BYTES);
      PiCalls.call(getContextInfo, context, CONTEXT_DEVICES, bytes, devices.address(), 0L);
      long all = ALL_ACCESS;
      for (long at = 0; at < bytes; at += Long.BYTES) {
        all &= number(devices.get(ValueLayout.JAVA_LONG, at));
      }
      return all;
    }
  }

  private long number(long device) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment value = frame.allocate(ValueLayout.JAVA_LONG);
      int result =
          PiCalls.call(getDeviceInfo, device, DEVICE_SVM, (long) Long.BYTES, value.address(), 0L);
      return result == 0 ? value.get(ValueLayout.JAVA_LONG, 0) : 0;
    }
  }

  int free(long context, long pointer) {
    if (intel) {
      return PiCalls.call(blockingFree, context, pointer);
    }
    Allocation known = allocations.get(pointer);
    if (known == null || known.context() != context || !allocations.remove(pointer, known)) {
      return svmFree.address() == 0 ? PiResult.UNSUPPORTED_FEATURE : PiResult.INVALID_VALUE;
    }
    WordCalls.call(svmFree, context, pointer);
    return PiResult.SUCCESS;
  }

  // ---- Using

  int copy(
      long queue,
      int blocking,
      long target,
      long source,
      long size,
      int numEvents,
      long events,
      long event) {
    return PiCalls.call(copy, queue, blocking, target, source, size, numEvents, events, event);
  }

  int fill(
      long queue, long pointer, byte value, long count, int numEvents, long events, long event) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment pattern = frame.allocate(1, 1);
      pattern.set(ValueLayout.JAVA_BYTE, 0, value);
      return PiCalls.call(
          fill, queue, pointer, pattern.address(), 1L, count, numEvents, events, event);
    }
  }

  int setArgument(long kernel, int index, long pointer) {
    return PiCalls.call(setArgument, kernel, index, pointer);
  }

  int setExecInfo(long kernel, int name, long size, long value) {
    if (name == POINTERS && !intel) {
      return PiCalls.call(setExecInfo, kernel, SVM_POINTERS, size, value);
    }
    if (name != INDIRECT) {
      return PiCalls.call(setExecInfo, kernel, name, size, value);
    }
    if (value == 0 || size != Integer.BYTES) {
      return PiResult.INVALID_VALUE;
    }
    return intel ? indirect(kernel, size, value) : allPointers(kernel, value);
  }

  private int indirect(long kernel, long size, long value) {
    int result = 0;
    for (int each = INDIRECT_HOST; result == 0 && each <= INDIRECT_SHARED; each++) {
      result = PiCalls.call(setExecInfo, kernel, each, size, value);
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
      int result =
          PiCalls.call(
              getKernelInfo, kernel, KERNEL_CONTEXT, (long) Long.BYTES, context.address(), 0L);
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
      return PiCalls.call(setExecInfo, kernel, SVM_POINTERS, list.byteSize(), list.address());
    }
  }

  int info(long context, long pointer, int name, Answer answer) {
    if (intel) {
      return PiCalls.call(
          getInfo, context, pointer, name, answer.size(), answer.value(), answer.sizeRet());
    }
    Map.Entry<Long, Allocation> below = allocations.floorEntry(pointer);
    Allocation found =
        below != null
                && below.getValue().context() == context
                && Long.compareUnsigned(pointer - below.getKey(), below.getValue().size()) < 0
            ? below.getValue()
            : new Allocation(context, 0, KIND_UNKNOWN, 0, 0);
    return switch (name) {
      case INFO_KIND -> answer.ofInt(found.kind());
      case INFO_BASE -> answer.ofLongs(found.base());
      case INFO_SIZE -> answer.ofLongs(found.size());
      case INFO_DEVICE -> answer.ofLongs(found.device());
      default -> PiResult.INVALID_VALUE;
    };
  }
}
