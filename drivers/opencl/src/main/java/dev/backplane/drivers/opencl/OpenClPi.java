package dev.backplane.drivers.opencl;

import static dev.backplane.drivers.opencl.Creation.make;

import dev.backplane.api.spi.CallTrace;
import dev.backplane.drivers.opencl.icd.ClPlatform;
import dev.backplane.drivers.opencl.icd.ClTable;
import dev.backplane.drivers.opencl.icd.Discovery;
import dev.backplane.drivers.opencl.icd.IcdSettings;
import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.Slab;
import dev.backplane.pi.NativeSelection;
import dev.backplane.pi.PiCalls;
import dev.backplane.pi.PiResult;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The plugin interface over one OpenCL implementation: over the dispatch table that its platforms
 * share, or over the functions that its library exports.
 *
 * <p>Where OpenCL has a function it is called directly; this class has those that differ. What an
 * implementation does not have answers {@link PiResult#UNSUPPORTED_FEATURE}.
 */
public final class OpenClPi extends SameHandles {
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

  /** Out of order, profiling, on the device, its default: the flags that OpenCL has as well. */
  private static final long FLAGS_OF_OPENCL = 0b1111;

  /** Those that OpenCL had before it had properties of queues. */
  private static final long FLAGS_OF_OPENCL_1 = 0b11;

  private static final int PROGRAM_IL = 0x1169;
  private static final int SUB_GROUP_MOST_SIZE = 0x2033;
  private static final int MOST_WORK_ITEM_SIZES = 0x1005;
  private static final int MOST_DIMENSIONS = 3;

  private final List<ClPlatform> platforms;
  private final DeviceQueries queries;
  private volatile @Nullable UnifiedCalls unified;

  private final MemorySegment getPlatformInfo;
  private final MemorySegment getDevices;
  private final MemorySegment getDeviceInfo;
  private final MemorySegment createContext;
  private final MemorySegment getContextInfo;
  private final MemorySegment setContextDestructorCallback;
  private final MemorySegment createQueue;
  private final MemorySegment createQueueWithProperties;
  private final MemorySegment getQueueInfo;
  private final MemorySegment createBuffer;
  private final MemorySegment createBufferWithProperties;
  private final MemorySegment createSubBuffer;
  private final MemorySegment createImage;
  private final MemorySegment createProgramWithSource;
  private final MemorySegment createProgramWithBinary;
  private final MemorySegment createProgramWithIl;
  private final MemorySegment createProgramWithIlKhr;
  private final MemorySegment linkProgram;
  private final MemorySegment setSpecializationConstant;
  private final MemorySegment createKernel;
  private final MemorySegment setKernelArg;
  private final MemorySegment getSubGroupInfo;
  private final MemorySegment createUserEvent;
  private final MemorySegment createSampler;
  private final MemorySegment createSamplerWithProperties;
  private final MemorySegment mapBuffer;
  private final MemorySegment getTimers;
  private final MemorySegment getHostTimer;
  private final MemorySegment getFunctionPointer;
  private final MemorySegment getGlobalPointer;

  /**
   * Binds an implementation.
   *
   * @param platforms its platforms, at least one, all of the same table
   */
  OpenClPi(List<ClPlatform> platforms) {
    super(platforms.getFirst().table());
    this.platforms = List.copyOf(platforms);
    ClTable table = platforms.getFirst().table();
    getPlatformInfo = table.function("clGetPlatformInfo");
    getDevices = table.function("clGetDeviceIDs");
    getDeviceInfo = table.function("clGetDeviceInfo");
    createContext = table.function("clCreateContext");
    getContextInfo = table.function("clGetContextInfo");
    setContextDestructorCallback = table.function("clSetContextDestructorCallback");
    createQueue = table.function("clCreateCommandQueue");
    createQueueWithProperties = table.function("clCreateCommandQueueWithProperties");
    getQueueInfo = table.function("clGetCommandQueueInfo");
    createBuffer = table.function("clCreateBuffer");
    createBufferWithProperties = table.function("clCreateBufferWithProperties");
    createSubBuffer = table.function("clCreateSubBuffer");
    createImage = table.function("clCreateImage");
    createProgramWithSource = table.function("clCreateProgramWithSource");
    createProgramWithBinary = table.function("clCreateProgramWithBinary");
    createProgramWithIl = table.function("clCreateProgramWithIL");
    createProgramWithIlKhr = extension("clCreateProgramWithILKHR");
    linkProgram = table.function("clLinkProgram");
    setSpecializationConstant = either("clSetProgramSpecializationConstant");
    createKernel = table.function("clCreateKernel");
    setKernelArg = table.function("clSetKernelArg");
    MemorySegment subGroups = table.function("clGetKernelSubGroupInfo");
    getSubGroupInfo = subGroups.address() == 0 ? either("clGetKernelSubGroupInfoKHR") : subGroups;
    createUserEvent = table.function("clCreateUserEvent");
    createSampler = table.function("clCreateSampler");
    createSamplerWithProperties = table.function("clCreateSamplerWithProperties");
    mapBuffer = table.function("clEnqueueMapBuffer");
    getTimers = table.function("clGetDeviceAndHostTimer");
    getHostTimer = table.function("clGetHostTimer");
    getFunctionPointer = extension("clGetDeviceFunctionPointerINTEL");
    getGlobalPointer = extension("clGetDeviceGlobalVariablePointerINTEL");
    queries = new DeviceQueries(getDeviceInfo);
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

  private MemorySegment extension(String name) {
    ClPlatform first = platforms.getFirst();
    return first.table().extension(first.handle(), name);
  }

  private MemorySegment either(String name) {
    MemorySegment function = platforms.getFirst().table().function(name);
    return function.address() == 0 ? extension(name) : function;
  }

  /**
   * Made when it is first needed: it looks for functions that a listing of devices does not use.
   */
  private UnifiedCalls unified() {
    UnifiedCalls made = unified;
    if (made == null) {
      synchronized (this) {
        made = unified;
        if (made == null) {
          made = new UnifiedCalls(platforms.getFirst().table(), this::extension);
          unified = made;
        }
      }
    }
    return made;
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
    return PiCalls.call(getPlatformInfo, platform, name, size, value, sizeRet);
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
    int result = PiCalls.call(getDevices, platform, type, numEntries, devices, numDevices);
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
      int result = PiCalls.call(getDeviceInfo, device, name, size, value, sizeRet);
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
    int result = PiCalls.call(getFunctionPointer, device, program, name, pointer);
    // Implementations say so of a function that they have no address for.
    return result == PiResult.INVALID_ARG_VALUE
        ? PiResult.FUNCTION_ADDRESS_IS_NOT_AVAILABLE
        : result;
  }

  @Override
  public int getGlobalVariablePointer(
      long device, long program, long name, long size, long pointer) {
    return PiCalls.call(getGlobalPointer, device, program, name, size, pointer);
  }

  @Override
  public int getDeviceAndHostTimer(long device, long deviceTime, long hostTime) {
    if (getTimers.address() == 0) {
      return PiResult.INVALID_OPERATION;
    }
    if (deviceTime == 0) {
      return hostTime == 0 ? PiResult.SUCCESS : PiCalls.call(getHostTimer, device, hostTime);
    }
    if (hostTime != 0) {
      return PiCalls.call(getTimers, device, deviceTime, hostTime);
    }
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment unwanted = frame.allocate(ValueLayout.JAVA_LONG);
      return PiCalls.call(getTimers, device, deviceTime, unwanted.address());
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

  // ---- UnitReservations

  @Override
  public int contextCreate(
      long properties, int numDevices, long devices, long notify, long userData, long context) {
    return make(context, createContext, properties, numDevices, devices, notify, userData);
  }

  @Override
  public int contextGetInfo(long context, int name, long size, long value, long sizeRet) {
    if (name >= CONTEXT_2D_FIRST && name <= CONTEXT_2D_LAST) {
      return new Answer(size, value, sizeRet).ofBool(false);
    }
    return PiCalls.call(getContextInfo, context, name, size, value, sizeRet);
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
    if (createQueueWithProperties.address() == 0) {
      return make(queue, createQueue, context, device, flags & FLAGS_OF_OPENCL_1);
    }
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment properties = frame.allocate(ValueLayout.JAVA_LONG, 3);
      properties.setAtIndex(ValueLayout.JAVA_LONG, 0, CL_QUEUE_PROPERTIES);
      properties.setAtIndex(ValueLayout.JAVA_LONG, 1, flags & FLAGS_OF_OPENCL);
      properties.setAtIndex(ValueLayout.JAVA_LONG, 2, 0);
      return make(queue, createQueueWithProperties, context, device, properties.address());
    }
  }

  @Override
  public int queueGetInfo(long queue, int name, long size, long value, long sizeRet) {
    if (name == QUEUE_INFO_EMPTY) {
      return queueIsEmpty(queue, new Answer(size, value, sizeRet));
    }
    return PiCalls.call(getQueueInfo, queue, name, size, value, sizeRet);
  }

  /** OpenCL does not tell; a marker is complete when all that is before it is. */
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
      return make(mem, createBuffer, context, flags, size, host);
    }
    return make(mem, createBufferWithProperties, context, properties, flags, size, host);
  }

  @Override
  public int memImageCreate(
      long context, long flags, long format, long description, long host, long mem) {
    return make(mem, createImage, context, flags, format, description, host);
  }

  @Override
  public int memBufferPartition(long mem, long flags, int type, long region, long part) {
    return make(part, createSubBuffer, mem, flags, type, region);
  }

  @Override
  public int enqueueMemBufferMap(
      long queue,
      long mem,
      int blocking,
      long flags,
      long offset,
      long size,
      int numEvents,
      long events,
      long event,
      long mapped) {
    return make(
        mapped, mapBuffer, queue, mem, blocking, flags, offset, size, numEvents, events, event);
  }

  // ---- Programs

  @Override
  public int programCreateWithSource(
      long context, int count, long strings, long lengths, long program) {
    return make(program, createProgramWithSource, context, count, strings, lengths);
  }

  @Override
  public int programCreate(long context, long il, long length, long program) {
    if (createProgramWithIlKhr.address() != 0 && createProgramWithIl.address() == 0) {
      return make(program, createProgramWithIlKhr, context, il, length);
    }
    return make(program, createProgramWithIl, context, il, length);
  }

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
    return make(
        program,
        createProgramWithBinary,
        context,
        numDevices,
        devices,
        lengths,
        binaries,
        binaryStatus);
  }

  @Override
  public int programLink(
      long context,
      int numDevices,
      long devices,
      long options,
      int numPrograms,
      long programs,
      long notify,
      long userData,
      long program) {
    return make(
        program,
        linkProgram,
        context,
        numDevices,
        devices,
        options,
        numPrograms,
        programs,
        notify,
        userData);
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
    return PiCalls.call(setSpecializationConstant, program, id, size, value);
  }

  // ---- Kernels

  @Override
  public int kernelCreate(long program, long name, long kernel) {
    return make(kernel, createKernel, program, name);
  }

  @Override
  public int kernelSetArgMemObj(long kernel, int index, long properties, long mem) {
    return PiCalls.call(setKernelArg, kernel, index, (long) Long.BYTES, mem);
  }

  @Override
  public int kernelSetArgSampler(long kernel, int index, long sampler) {
    return PiCalls.call(setKernelArg, kernel, index, (long) Long.BYTES, sampler);
  }

  @Override
  public int kernelSetArgPointer(long kernel, int index, long size, long pointer) {
    return pointer == 0
        ? PiResult.INVALID_ARG_VALUE
        : unified().setArgument(kernel, index, RawMemory.getLong(pointer));
  }

  @Override
  public int kernelSetExecInfo(long kernel, int name, long size, long value) {
    return unified().setExecInfo(kernel, name, size, value);
  }

  /** OpenCL answers in words of the machine, the plugin interface in 32 bits. */
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
        int result = PiCalls.call(getDeviceInfo, device, MOST_WORK_ITEM_SIZES, inBytes, in, 0L);
        if (result != 0) {
          return result;
        }
      }
      MemorySegment word = frame.allocate(ValueLayout.JAVA_LONG);
      int result =
          PiCalls.call(
              getSubGroupInfo,
              kernel,
              device,
              name,
              inBytes,
              in,
              (long) Long.BYTES,
              word.address(),
              0L);
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

  @Override
  public int userEventCreate(long context, long event) {
    return make(event, createUserEvent, context);
  }

  // ---- Samplers

  @Override
  public int samplerCreate(long context, long properties, long sampler) {
    if (createSamplerWithProperties.address() != 0) {
      return make(sampler, createSamplerWithProperties, context, properties);
    }
    SamplerProperties read = SamplerProperties.at(properties);
    return read.known()
        ? make(sampler, createSampler, context, read.normalized(), read.addressing(), read.filter())
        : PiResult.INVALID_VALUE;
  }

  // ---- Unified memory

  @Override
  public int usmHostAlloc(long pointer, long context, long properties, long size, int alignment) {
    return unified().hostAlloc(pointer, context, properties, size, alignment);
  }

  @Override
  public int usmDeviceAlloc(
      long pointer, long context, long device, long properties, long size, int alignment) {
    return unified().deviceAlloc(pointer, context, device, properties, size, alignment);
  }

  @Override
  public int usmSharedAlloc(
      long pointer, long context, long device, long properties, long size, int alignment) {
    return unified().sharedAlloc(pointer, context, device, properties, size, alignment);
  }

  @Override
  public int usmFree(long context, long pointer) {
    return unified().free(context, pointer);
  }

  @Override
  public int usmEnqueueMemset(
      long queue, long pointer, int value, long count, int numEvents, long events, long event) {
    return unified().fill(queue, pointer, (byte) value, count, numEvents, events, event);
  }

  @Override
  public int usmEnqueueMemcpy(
      long queue,
      int blocking,
      long target,
      long source,
      long size,
      int numEvents,
      long events,
      long event) {
    return unified().copy(queue, blocking, target, source, size, numEvents, events, event);
  }

  /** A hint: nothing moves, but what waits for it waits as it should. */
  @Override
  public int usmEnqueuePrefetch(
      long queue, long pointer, long size, long flags, int numEvents, long events, long event) {
    return flags == 0 ? enqueueEventsWait(queue, numEvents, events, event) : PiResult.INVALID_VALUE;
  }

  @Override
  public int usmEnqueueMemAdvise(long queue, long pointer, long length, int advice, long event) {
    return enqueueEventsWait(queue, 0, 0, event);
  }

  @Override
  public int usmGetMemAllocInfo(
      long context, long pointer, int name, long size, long value, long sizeRet) {
    return unified().info(context, pointer, name, new Answer(size, value, sizeRet));
  }

  @Override
  public int usmImport(long pointer, long size, long context) {
    return PiResult.SUCCESS;
  }

  @Override
  public int usmRelease(long pointer, long context) {
    return PiResult.SUCCESS;
  }

  // ---- The plugin itself

  /** Never asked for: no function answers PI_ERROR_PLUGIN_SPECIFIC_ERROR. */
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
