package dev.backplane.pi.opencl;

import dev.backplane.api.spi.CallTrace;
import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.Slab;
import dev.backplane.ffi.WordCalls;
import dev.backplane.pi.opencl.icd.ClPlatform;
import dev.backplane.pi.opencl.icd.ClTable;
import dev.backplane.pi.opencl.icd.Discovery;
import dev.backplane.pi.opencl.icd.IcdSettings;
import dev.backplane.pi.table.NativeSelection;
import dev.backplane.pi.table.PiCalls;
import dev.backplane.pi.table.PiResult;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The plugin interface over one OpenCL implementation: over the dispatch table that its platforms
 * share, or over the functions that its library exports.
 *
 * <p>Where OpenCL has a function it is called directly; this class has those that differ. What an
 * implementation does not have answers {@link PiResult#UNSUPPORTED_FEATURE}.
 */
public final class OpenClPi extends UnifiedMemory {
  /** The number of the backend that PI calls opencl. */
  private static final int BACKEND = 2;

  private static final int PLATFORM_INFO_BACKEND = 0x21000;
  private static final int QUEUE_INFO_EMPTY = 0x2096;
  private static final int EVENT_STATUS = 0x11D3;
  private static final int CONTEXT_2D_FIRST = 0x30000;
  private static final int CONTEXT_2D_LAST = 0x30002;
  private static final long QUEUE_FLAGS = -1;
  private static final long QUEUE_COMPUTE_INDEX = -2;
  private static final long CL_QUEUE_PROPERTIES = 0x1093;

  /**
   * The flags of queues that OpenCL has too: out of order, profiling, on the device, its default.
   */
  private static final long FLAGS_OF_OPENCL = 0b1111;

  /** The flags of queues in OpenCL 1, which has no list of properties. */
  private static final long FLAGS_OF_OPENCL_1 = 0b11;

  private static final int PROGRAM_IL = 0x1169;
  private static final int SUB_GROUP_MOST_SIZE = 0x2033;
  private static final int MOST_WORK_ITEM_SIZES = 0x1005;
  private static final int MOST_DIMENSIONS = 3;

  private final List<ClPlatform> platforms;

  private final MemorySegment setContextDestructorCallback;
  private final MemorySegment createBuffer;
  private final MemorySegment createBufferWithProperties;
  private final MemorySegment createProgramWithBinary;
  private final MemorySegment createSampler;
  private final MemorySegment getHostTimer;

  /**
   * Binds an implementation.
   *
   * @param platforms its platforms, at least one, all of the same table
   */
  OpenClPi(List<ClPlatform> platforms) {
    super(platforms.getFirst());
    this.platforms = List.copyOf(platforms);
    ClTable table = platforms.getFirst().table();
    setContextDestructorCallback = table.function("clSetContextDestructorCallback");
    createBuffer = table.function("clCreateBuffer");
    createBufferWithProperties = table.function("clCreateBufferWithProperties");
    createProgramWithBinary = table.function("clCreateProgramWithBinary");
    createSampler = table.function("clCreateSampler");
    getHostTimer = table.function("clGetHostTimer");
  }

  /**
   * Looks for implementations in the usual places of this machine.
   *
   * @return one for each, none if there is none
   */
  public static List<OpenClPi> find() {
    return over(Discovery.of(IcdSettings.usual(), CallTrace.NONE).platforms());
  }

  /** Platforms that share a table, or a library that is called by name, are one implementation. */
  static List<OpenClPi> over(List<ClPlatform> platforms) {
    Map<String, List<ClPlatform>> shared = new LinkedHashMap<>();
    for (ClPlatform platform : platforms) {
      String implementation = platform.library() + " " + platform.table().address();
      shared.computeIfAbsent(implementation, _ -> new ArrayList<>()).add(platform);
    }
    return shared.values().stream().map(OpenClPi::new).toList();
  }

  /** {@return its platforms} */
  List<ClPlatform> platforms() {
    return platforms;
  }

  /** {@return the platform of a handle that {@link #platformsGet} gave} */
  ClPlatform platform(long handle) {
    return platforms.stream().filter(each -> each.handle() == handle).findFirst().orElseThrow();
  }

  // ---- Platforms

  @Override
  public int platformsGet(int numEntries, long out, long numPlatforms) {
    if ((out == 0 && numPlatforms == 0) || (out != 0 && numEntries <= 0)) {
      return PiResult.INVALID_VALUE;
    }
    for (int i = 0; out != 0 && i < Math.min(numEntries, platforms.size()); i++) {
      RawMemory.putLong(out + (long) Long.BYTES * i, platforms.get(i).handle());
    }
    if (numPlatforms != 0) {
      RawMemory.putInt(numPlatforms, platforms.size());
    }
    return PiResult.SUCCESS;
  }

  @Override
  public int platformGetInfo(long platform, int name, long size, long value, long sizeRet) {
    if (name == PLATFORM_INFO_BACKEND) {
      return new Answer(size, value, sizeRet).ofInt(BACKEND);
    }
    return super.platformGetInfo(platform, name, size, value, sizeRet);
  }

  @Override
  public int pluginGetBackendOption(long platform, long frontendOption, long backendOption) {
    if (frontendOption == 0 || backendOption == 0) {
      return PiResult.INVALID_VALUE;
    }
    MemorySegment option = BackendOptions.of(frontendOption);
    if (option.address() == 0) {
      return PiResult.INVALID_VALUE;
    }
    RawMemory.putLong(backendOption, option.address());
    return PiResult.SUCCESS;
  }

  // ---- Devices

  @Override
  public int devicesGet(long platform, long type, int numEntries, long devices, long numDevices) {
    int result = super.devicesGet(platform, type, numEntries, devices, numDevices);
    if (result == PiResult.DEVICE_NOT_FOUND) {
      if (numDevices != 0) {
        RawMemory.putInt(numDevices, 0);
      }
      return PiResult.SUCCESS;
    }
    return result;
  }

  @Override
  public int deviceGetInfo(long device, int name, long size, long value, long sizeRet) {
    if (name < DeviceQueries.FIRST) {
      int result = super.deviceGetInfo(device, name, size, value, sizeRet);
      return result == PiResult.INVALID_VALUE
          ? queries.instead(device, name, new Answer(size, value, sizeRet))
          : result;
    }
    return queries.answer(device, name, new Answer(size, value, sizeRet));
  }

  @Override
  public int deviceSelectBinary(long device, long binaries, int numBinaries, long selected) {
    return NativeSelection.select(this, device, binaries, numBinaries, selected);
  }

  @Override
  public int getDeviceFunctionPointer(long device, long program, long name, long pointer) {
    int result = super.getDeviceFunctionPointer(device, program, name, pointer);
    // Implementations say so of a function that they have no address for.
    return result == PiResult.INVALID_ARG_VALUE
        ? PiResult.FUNCTION_ADDRESS_IS_NOT_AVAILABLE
        : result;
  }

  @Override
  public int getDeviceAndHostTimer(long device, long deviceTime, long hostTime) {
    if (getHostTimer.address() == 0) {
      return PiResult.INVALID_OPERATION;
    }
    if (deviceTime == 0) {
      return hostTime == 0 ? PiResult.SUCCESS : PiCalls.call(getHostTimer, device, hostTime);
    }
    if (hostTime != 0) {
      return super.getDeviceAndHostTimer(device, deviceTime, hostTime);
    }
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment unwanted = frame.allocate(ValueLayout.JAVA_LONG);
      return super.getDeviceAndHostTimer(device, deviceTime, unwanted.address());
    }
  }

  @Override
  public int enablePeerAccess(long device, long peer) {
    return PiResult.UNSUPPORTED_FEATURE;
  }

  @Override
  public int disablePeerAccess(long device, long peer) {
    return PiResult.UNSUPPORTED_FEATURE;
  }

  @Override
  public int peerAccessGetInfo(
      long device, long peer, int name, long size, long value, long sizeRet) {
    return PiResult.UNSUPPORTED_FEATURE;
  }

  // ---- Contexts

  @Override
  public int contextGetInfo(long context, int name, long size, long value, long sizeRet) {
    if (name >= CONTEXT_2D_FIRST && name <= CONTEXT_2D_LAST) {
      return new Answer(size, value, sizeRet).ofBool(false);
    }
    return super.contextGetInfo(context, name, size, value, sizeRet);
  }

  @Override
  public int contextSetExtendedDeleter(long context, long deleter, long userData) {
    return deleter == 0
        ? PiResult.INVALID_VALUE
        : ContextDeleters.set(setContextDestructorCallback, context, deleter, userData);
  }

  // ---- Queues

  @Override
  public int queueCreate(long context, long device, long properties, long queue) {
    long flags = 0;
    for (long at = properties; at != 0 && RawMemory.getLong(at) != 0; at += 2 * Long.BYTES) {
      long key = RawMemory.getLong(at);
      if (key == QUEUE_FLAGS) {
        flags = RawMemory.getLong(at + Long.BYTES);
      } else if (key != QUEUE_COMPUTE_INDEX) {
        return PiResult.INVALID_VALUE;
      }
    }
    return queueCreateWithFlags(context, device, flags, queue);
  }

  @Override
  public int queueCreateWithFlags(long context, long device, long flags, long queue) {
    int result;
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment properties = frame.allocate(ValueLayout.JAVA_LONG, 3);
      properties.setAtIndex(ValueLayout.JAVA_LONG, 0, CL_QUEUE_PROPERTIES);
      properties.setAtIndex(ValueLayout.JAVA_LONG, 1, flags & FLAGS_OF_OPENCL);
      properties.setAtIndex(ValueLayout.JAVA_LONG, 2, 0);
      result = super.queueCreate(context, device, properties.address(), queue);
    }
    return result == PiResult.UNSUPPORTED_FEATURE
        ? super.queueCreateWithFlags(context, device, flags & FLAGS_OF_OPENCL_1, queue)
        : result;
  }

  @Override
  public int queueGetInfo(long queue, int name, long size, long value, long sizeRet) {
    if (name == QUEUE_INFO_EMPTY) {
      return queueIsEmpty(queue, new Answer(size, value, sizeRet));
    }
    return super.queueGetInfo(queue, name, size, value, sizeRet);
  }

  /**
   * Finds out whether a queue is empty, which OpenCL does not tell: a marker is complete when all
   * commands before it are.
   */
  private int queueIsEmpty(long queue, Answer answer) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment event = frame.allocate(ValueLayout.JAVA_LONG);
      MemorySegment status = frame.allocate(ValueLayout.JAVA_INT);
      int result = enqueueEventsWait(queue, 0, 0, event.address());
      if (result != 0) {
        return result;
      }
      long marker = event.get(ValueLayout.JAVA_LONG, 0);
      result = queueFlush(queue);
      if (result == 0) {
        result = eventGetInfo(marker, EVENT_STATUS, Integer.BYTES, status.address(), 0);
      }
      int released = eventRelease(marker);
      if (result != 0 || released != 0) {
        return result == 0 ? released : result;
      }
      return answer.ofBool(status.get(ValueLayout.JAVA_INT, 0) == 0);
    }
  }

  // ---- Memory

  @Override
  public int memBufferCreate(
      long context, long flags, long size, long host, long mem, long properties) {
    if (properties == 0 || RawMemory.getLong(properties) == 0) {
      return PiCalls.create(
          mem,
          createBuffer,
          error -> WordCalls.call(createBuffer, context, flags, size, host, error));
    }
    return PiCalls.create(
        mem,
        createBufferWithProperties,
        error ->
            WordCalls.call(
                createBufferWithProperties, context, properties, flags, size, host, error));
  }

  /** Implementations end the process where one of the two is a part of a buffer. */
  @Override
  public int enqueueMemBufferCopyRect(
      long queue,
      long source,
      long target,
      long sourceOffset,
      long targetOffset,
      long region,
      long sourceRow,
      long sourceSlice,
      long targetRow,
      long targetSlice,
      int numEvents,
      long events,
      long event) {
    BufferPart from = BufferPart.of(this, source);
    BufferPart to = BufferPart.of(this, target);
    try (Slab.Frame frame = Slab.frame()) {
      return super.enqueueMemBufferCopyRect(
          queue,
          from.whole(),
          to.whole(),
          from.origin(frame, sourceOffset, region, sourceRow, sourceSlice),
          to.origin(frame, targetOffset, region, targetRow, targetSlice),
          region,
          sourceRow,
          sourceSlice,
          targetRow,
          targetSlice,
          numEvents,
          events,
          event);
    }
  }

  // ---- Programs

  @Override
  public int programCreateWithBinary(
      long context,
      int numDevices,
      long devices,
      long lengths,
      long binaries,
      long numMetadata,
      long metadata,
      long binaryStatus,
      long program) {
    return PiCalls.create(
        program,
        createProgramWithBinary,
        error ->
            WordCalls.call(
                createProgramWithBinary,
                context,
                numDevices,
                devices,
                lengths,
                binaries,
                binaryStatus,
                error));
  }

  /** Implementations end the process where a program of source is given constants. */
  @Override
  public int programSetSpecializationConstant(long program, int id, long size, long value) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment il = frame.allocate(ValueLayout.JAVA_LONG);
      il.set(ValueLayout.JAVA_LONG, 0, 0);
      int result = programGetInfo(program, PROGRAM_IL, 0, 0, il.address());
      if (result != 0 || il.get(ValueLayout.JAVA_LONG, 0) == 0) {
        return PiResult.INVALID_PROGRAM;
      }
    }
    return super.programSetSpecializationConstant(program, id, size, value);
  }

  // ---- Kernels

  @Override
  public int kernelSetArgMemObj(long kernel, int index, long properties, long mem) {
    return kernelSetArg(kernel, index, Long.BYTES, mem);
  }

  @Override
  public int kernelSetArgSampler(long kernel, int index, long sampler) {
    return kernelSetArg(kernel, index, Long.BYTES, sampler);
  }

  /** Converts the answer: OpenCL gives words of the machine, the plugin interface has 32 bits. */
  @Override
  public int kernelGetSubGroupInfo(
      long kernel,
      long device,
      int name,
      long inputSize,
      long input,
      long size,
      long value,
      long sizeRet) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment most = frame.allocate(ValueLayout.JAVA_LONG, MOST_DIMENSIONS);
      long in = input;
      long inBytes = inputSize;
      if (name == SUB_GROUP_MOST_SIZE && input == 0) {
        inBytes = most.byteSize();
        in = most.address();
        int result = super.deviceGetInfo(device, MOST_WORK_ITEM_SIZES, inBytes, in, 0);
        if (result != 0) {
          return result;
        }
      }
      MemorySegment word = frame.allocate(ValueLayout.JAVA_LONG);
      int result =
          super.kernelGetSubGroupInfo(
              kernel, device, name, inBytes, in, Long.BYTES, word.address(), 0);
      return result == 0
          ? new Answer(size, value, sizeRet).ofInt((int) word.get(ValueLayout.JAVA_LONG, 0))
          : result;
    }
  }

  // ---- Events

  @Override
  public int eventCreate(long context, long event) {
    int result = userEventCreate(context, event);
    return result == 0 ? eventSetStatus(RawMemory.getLong(event), 0) : result;
  }

  // ---- Samplers

  @Override
  public int samplerCreate(long context, long properties, long sampler) {
    int result = super.samplerCreate(context, properties, sampler);
    if (result != PiResult.UNSUPPORTED_FEATURE) {
      return result;
    }
    SamplerProperties read = SamplerProperties.at(properties);
    return read.known()
        ? PiCalls.create(
            sampler,
            createSampler,
            error ->
                WordCalls.call(
                    createSampler,
                    context,
                    read.normalized(),
                    read.addressing(),
                    read.filter(),
                    error))
        : PiResult.INVALID_VALUE;
  }

  // ---- The plugin itself

  /** Gives no message. Nobody asks, as no function answers PI_ERROR_PLUGIN_SPECIFIC_ERROR. */
  @Override
  public int pluginGetLastError(long message) {
    if (message == 0) {
      return PiResult.INVALID_VALUE;
    }
    RawMemory.putLong(message, BackendOptions.NOTHING.address());
    return PiResult.SUCCESS;
  }

  @Override
  public int tearDown(long parameter) {
    return PiResult.SUCCESS;
  }

  @Override
  public String toString() {
    return "OpenCL of " + platforms.getFirst().library();
  }
}
