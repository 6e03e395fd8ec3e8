package dev.backplane.pi;

import dev.backplane.api.spi.NativeCall;
import dev.backplane.api.spi.NativeTable;
import dev.backplane.ffi.RawMemory;
import java.lang.foreign.MemorySegment;

/**
 * The dispatch table of one plugin: the core, extension and interoperability functions of the DPC++
 * plugin interface.
 *
 * <p>A handle, a pointer and a size are {@code long}, every smaller number is {@code int}, and each
 * function answers the {@code pi_result}: 0 for success. Where OpenCL has the function, its meaning
 * is OpenCL's. Nothing is checked: a wrong pointer ends the process, so only drivers call this, and
 * behind what they offer everything is checked. A function that the plugin does not have answers
 * {@link PiResult#UNSUPPORTED_FEATURE}. Safe for use by several threads, as OpenCL is.
 */
public interface Pi extends NativeTable {
  @Override
  default String resultType() {
    return "pi_result";
  }

  @Override
  default String resultName(int result) {
    return PiResult.name(result);
  }

  @Override
  default MemorySegment memory(long address, long bytes) {
    return RawMemory.at(address, bytes);
  }

  // ---- Platforms

  /** Lists platforms; none is a success with 0. */
  @NativeCall(
      "piPlatformsGet(pi_uint32 num_entries, pi_platform *platforms, pi_uint32 "
          + "*num_platforms)")
  int platformsGet(int numEntries, long platforms, long numPlatforms);

  /** Asks a platform; 0x21000 asks for its backend. */
  @NativeCall(
      "piPlatformGetInfo(pi_platform platform, pi_platform_info name, size_t size, "
          + "void *value, size_t *size_ret)")
  int platformGetInfo(long platform, int name, long size, long value, long sizeRet);

  /** Gives the handle of the runtime below. */
  @NativeCall("piextPlatformGetNativeHandle(pi_platform platform, pi_native_handle *native)")
  int platformGetNativeHandle(long platform, long nativeHandle);

  /** Makes a platform of a handle of the runtime below. */
  @NativeCall(
      "piextPlatformCreateWithNativeHandle(pi_native_handle native, pi_platform " + "*platform)")
  int platformCreateWithNativeHandle(long nativeHandle, long platform);

  /** Translates an option of a compiler's front end. */
  @NativeCall(
      "piPluginGetBackendOption(pi_platform platform, const char *frontend_option, "
          + "const char **backend_option)")
  int pluginGetBackendOption(long platform, long frontendOption, long backendOption);

  // ---- Devices

  /** Lists the root devices of a type; none is a success with 0. */
  @NativeCall(
      "piDevicesGet(pi_platform platform, pi_device_type type, pi_uint32 num_entries, "
          + "pi_device *devices, pi_uint32 *num_devices)")
  int devicesGet(long platform, long type, int numEntries, long devices, long numDevices);

  /** Asks a device. */
  @NativeCall(
      "piDeviceGetInfo(pi_device device, pi_device_info name, size_t size, void "
          + "*value, size_t *size_ret)")
  int deviceGetInfo(long device, int name, long size, long value, long sizeRet);

  /** Makes sub-devices. */
  @NativeCall(
      "piDevicePartition(pi_device device, const pi_device_partition_property "
          + "*properties, pi_uint32 num_entries, pi_device *devices, pi_uint32 "
          + "*num_devices)")
  int devicePartition(long device, long properties, int numEntries, long devices, long numDevices);

  /** Holds on to a device. */
  @NativeCall("piDeviceRetain(pi_device device)")
  int deviceRetain(long device);

  /** Lets go of a device. */
  @NativeCall("piDeviceRelease(pi_device device)")
  int deviceRelease(long device);

  /** Chooses the most fitting device binary, by its index. */
  @NativeCall(
      "piextDeviceSelectBinary(pi_device device, pi_device_binary *binaries, "
          + "pi_uint32 num_binaries, pi_uint32 *selected)")
  int deviceSelectBinary(long device, long binaries, int numBinaries, long selected);

  /** Finds a function on the device. */
  @NativeCall(
      "piextGetDeviceFunctionPointer(pi_device device, pi_program program, const char "
          + "*name, pi_uint64 *pointer)")
  int getDeviceFunctionPointer(long device, long program, long name, long pointer);

  /** Finds a global variable on the device. */
  @NativeCall(
      "piextGetGlobalVariablePointer(pi_device device, pi_program program, const char "
          + "*name, size_t *size, void **pointer)")
  int getGlobalVariablePointer(long device, long program, long name, long size, long pointer);

  /** Gives the handle of the runtime below. */
  @NativeCall("piextDeviceGetNativeHandle(pi_device device, pi_native_handle *native)")
  int deviceGetNativeHandle(long device, long nativeHandle);

  /** Makes a device of a handle of the runtime below. */
  @NativeCall(
      "piextDeviceCreateWithNativeHandle(pi_native_handle native, pi_platform "
          + "platform, pi_device *device)")
  int deviceCreateWithNativeHandle(long nativeHandle, long platform, long device);

  /** Reads both clocks at one moment, in nanoseconds. */
  @NativeCall(
      "piGetDeviceAndHostTimer(pi_device device, pi_uint64 *device_time, pi_uint64 "
          + "*host_time)")
  int getDeviceAndHostTimer(long device, long deviceTime, long hostTime);

  /** Lets a device reach the memory of another. */
  @NativeCall("piextEnablePeerAccess(pi_device device, pi_device peer)")
  int enablePeerAccess(long device, long peer);

  /** Ends what {@link #enablePeerAccess} began. */
  @NativeCall("piextDisablePeerAccess(pi_device device, pi_device peer)")
  int disablePeerAccess(long device, long peer);

  /** Asks what a device can do with the memory of another. */
  @NativeCall(
      "piextPeerAccessGetInfo(pi_device device, pi_device peer, pi_peer_attr name, "
          + "size_t size, void *value, size_t *size_ret)")
  int peerAccessGetInfo(long device, long peer, int name, long size, long value, long sizeRet);

  // ---- UnitReservations

  /** Makes a context. */
  @NativeCall(
      "piContextCreate(const pi_context_properties *properties, pi_uint32 "
          + "num_devices, const pi_device *devices, pi_context_notify notify, void "
          + "*user_data, pi_context *context)")
  int contextCreate(
      long properties, int numDevices, long devices, long notify, long userData, long context);

  /** Asks a context. */
  @NativeCall(
      "piContextGetInfo(pi_context context, pi_context_info name, size_t size, void "
          + "*value, size_t *size_ret)")
  int contextGetInfo(long context, int name, long size, long value, long sizeRet);

  /** Holds on to a context. */
  @NativeCall("piContextRetain(pi_context context)")
  int contextRetain(long context);

  /** Lets go of a context. */
  @NativeCall("piContextRelease(pi_context context)")
  int contextRelease(long context);

  /** Has a function called when the context dies. */
  @NativeCall(
      "piextContextSetExtendedDeleter(pi_context context, pi_context_extended_deleter "
          + "deleter, void *user_data)")
  int contextSetExtendedDeleter(long context, long deleter, long userData);

  /** Gives the handle of the runtime below. */
  @NativeCall("piextContextGetNativeHandle(pi_context context, pi_native_handle *native)")
  int contextGetNativeHandle(long context, long nativeHandle);

  /** Makes a context of a handle of the runtime below. */
  @NativeCall(
      "piextContextCreateWithNativeHandle(pi_native_handle native, pi_uint32 "
          + "num_devices, const pi_device *devices, bool own, pi_context *context)")
  int contextCreateWithNativeHandle(
      long nativeHandle, int numDevices, long devices, int own, long context);

  // ---- Queues

  /** Makes a queue, the old way. */
  @NativeCall(
      "piQueueCreate(pi_context context, pi_device device, pi_queue_properties flags, "
          + "pi_queue *queue)")
  int queueCreateWithFlags(long context, long device, long flags, long queue);

  /** Makes a queue; the list of pairs ends with 0. */
  @NativeCall(
      "piextQueueCreate(pi_context context, pi_device device, pi_queue_properties "
          + "*properties, pi_queue *queue)")
  int queueCreate(long context, long device, long properties, long queue);

  /** Asks a queue; 0x2096 asks whether it is empty. */
  @NativeCall(
      "piQueueGetInfo(pi_queue queue, pi_queue_info name, size_t size, void *value, "
          + "size_t *size_ret)")
  int queueGetInfo(long queue, int name, long size, long value, long sizeRet);

  /** Waits until the queue is empty. */
  @NativeCall("piQueueFinish(pi_queue queue)")
  int queueFinish(long queue);

  /** Hands to the device what was enqueued. */
  @NativeCall("piQueueFlush(pi_queue queue)")
  int queueFlush(long queue);

  /** Holds on to a queue. */
  @NativeCall("piQueueRetain(pi_queue queue)")
  int queueRetain(long queue);

  /** Lets go of a queue. */
  @NativeCall("piQueueRelease(pi_queue queue)")
  int queueRelease(long queue);

  /** Gives the handle of the runtime below. */
  @NativeCall(
      "piextQueueGetNativeHandle(pi_queue queue, pi_native_handle *native, pi_int32 "
          + "*description)")
  int queueGetNativeHandle(long queue, long nativeHandle, long description);

  /** Makes a queue of a handle of the runtime below. */
  @NativeCall(
      "piextQueueCreateWithNativeHandle(pi_native_handle native, pi_int32 "
          + "description, pi_context context, pi_device device, bool own, "
          + "pi_queue_properties *properties, pi_queue *queue)")
  int queueCreateWithNativeHandle(
      long nativeHandle,
      int description,
      long context,
      long device,
      int own,
      long properties,
      long queue);

  // ---- Memory

  /** Makes a buffer. */
  @NativeCall(
      "piMemBufferCreate(pi_context context, pi_mem_flags flags, size_t size, void "
          + "*host, pi_mem *mem, const pi_mem_properties *properties)")
  int memBufferCreate(long context, long flags, long size, long host, long mem, long properties);

  /** Makes an image. */
  @NativeCall(
      "piMemImageCreate(pi_context context, pi_mem_flags flags, const pi_image_format "
          + "*format, const pi_image_desc *description, void *host, pi_mem *mem)")
  int memImageCreate(long context, long flags, long format, long description, long host, long mem);

  /** Asks a buffer. */
  @NativeCall(
      "piMemGetInfo(pi_mem mem, pi_mem_info name, size_t size, void *value, size_t " + "*size_ret)")
  int memGetInfo(long mem, int name, long size, long value, long sizeRet);

  /** Asks an image. */
  @NativeCall(
      "piMemImageGetInfo(pi_mem mem, pi_image_info name, size_t size, void *value, "
          + "size_t *size_ret)")
  int memImageGetInfo(long mem, int name, long size, long value, long sizeRet);

  /** Holds on to a buffer. */
  @NativeCall("piMemRetain(pi_mem mem)")
  int memRetain(long mem);

  /** Lets go of a buffer. */
  @NativeCall("piMemRelease(pi_mem mem)")
  int memRelease(long mem);

  /** Makes a buffer of a part of one. */
  @NativeCall(
      "piMemBufferPartition(pi_mem mem, pi_mem_flags flags, pi_buffer_create_type "
          + "type, void *region, pi_mem *part)")
  int memBufferPartition(long mem, long flags, int type, long region, long part);

  /** Gives the handle of the runtime below. */
  @NativeCall(
      "piextMemGetNativeHandle(pi_mem mem, pi_device device, pi_native_handle " + "*native)")
  int memGetNativeHandle(long mem, long device, long nativeHandle);

  /** Makes a buffer of a handle of the runtime below. */
  @NativeCall(
      "piextMemCreateWithNativeHandle(pi_native_handle native, pi_context context, "
          + "bool own, pi_mem *mem)")
  int memCreateWithNativeHandle(long nativeHandle, long context, int own, long mem);

  /** Makes an image of a handle of the runtime below. */
  @NativeCall(
      "piextMemImageCreateWithNativeHandle(pi_native_handle native, pi_context "
          + "context, bool own, const pi_image_format *format, const pi_image_desc "
          + "*description, pi_mem *mem)")
  int memImageCreateWithNativeHandle(
      long nativeHandle, long context, int own, long format, long description, long mem);

  // ---- Programs

  /**
   * Makes a program of source text. Not in the table any more; beyond it, where a plugin compiles.
   */
  @NativeCall(
      "piclProgramCreateWithSource(pi_context context, pi_uint32 count, const char "
          + "**strings, const size_t *lengths, pi_program *program)")
  int programCreateWithSource(long context, int count, long strings, long lengths, long program);

  /** Makes a program of SPIR-V. */
  @NativeCall(
      "piProgramCreate(pi_context context, const void *il, size_t length, pi_program "
          + "*program)")
  int programCreate(long context, long il, long length, long program);

  /** Makes a program of native binaries. */
  @NativeCall(
      "piProgramCreateWithBinary(pi_context context, pi_uint32 num_devices, const "
          + "pi_device *devices, const size_t *lengths, const unsigned char **binaries, "
          + "size_t num_metadata, const pi_device_binary_property *metadata, pi_int32 "
          + "*binary_status, pi_program *program)")
  int programCreateWithBinary(
      long context,
      int numDevices,
      long devices,
      long lengths,
      long binaries,
      long numMetadata,
      long metadata,
      long binaryStatus,
      long program);

  /** Asks a program. */
  @NativeCall(
      "piProgramGetInfo(pi_program program, pi_program_info name, size_t size, void "
          + "*value, size_t *size_ret)")
  int programGetInfo(long program, int name, long size, long value, long sizeRet);

  /** Compiles without linking. */
  @NativeCall(
      "piProgramCompile(pi_program program, pi_uint32 num_devices, const pi_device "
          + "*devices, const char *options, pi_uint32 num_headers, const pi_program "
          + "*headers, const char **header_names, pi_program_notify notify, void "
          + "*user_data)")
  int programCompile(
      long program,
      int numDevices,
      long devices,
      long options,
      int numHeaders,
      long headers,
      long headerNames,
      long notify,
      long userData);

  /** Compiles and links. */
  @NativeCall(
      "piProgramBuild(pi_program program, pi_uint32 num_devices, const pi_device "
          + "*devices, const char *options, pi_program_notify notify, void *user_data)")
  int programBuild(
      long program, int numDevices, long devices, long options, long notify, long userData);

  /** Links compiled programs. */
  @NativeCall(
      "piProgramLink(pi_context context, pi_uint32 num_devices, const pi_device "
          + "*devices, const char *options, pi_uint32 num_programs, const pi_program "
          + "*programs, pi_program_notify notify, void *user_data, pi_program *program)")
  int programLink(
      long context,
      int numDevices,
      long devices,
      long options,
      int numPrograms,
      long programs,
      long notify,
      long userData,
      long program);

  /** Asks for status, options, log and kind. */
  @NativeCall(
      "piProgramGetBuildInfo(pi_program program, pi_device device, "
          + "pi_program_build_info name, size_t size, void *value, size_t *size_ret)")
  int programGetBuildInfo(long program, long device, int name, long size, long value, long sizeRet);

  /** Holds on to a program. */
  @NativeCall("piProgramRetain(pi_program program)")
  int programRetain(long program);

  /** Lets go of a program. */
  @NativeCall("piProgramRelease(pi_program program)")
  int programRelease(long program);

  /** Sets a specialization constant before the build. */
  @NativeCall(
      "piextProgramSetSpecializationConstant(pi_program program, pi_uint32 id, size_t "
          + "size, const void *value)")
  int programSetSpecializationConstant(long program, int id, long size, long value);

  /** Gives the handle of the runtime below. */
  @NativeCall("piextProgramGetNativeHandle(pi_program program, pi_native_handle *native)")
  int programGetNativeHandle(long program, long nativeHandle);

  /** Makes a program of a handle of the runtime below. */
  @NativeCall(
      "piextProgramCreateWithNativeHandle(pi_native_handle native, pi_context "
          + "context, bool own, pi_program *program)")
  int programCreateWithNativeHandle(long nativeHandle, long context, int own, long program);

  // ---- Kernels

  /** Makes a kernel. */
  @NativeCall("piKernelCreate(pi_program program, const char *name, pi_kernel *kernel)")
  int kernelCreate(long program, long name, long kernel);

  /** Sets an argument by value, or local memory. */
  @NativeCall(
      "piKernelSetArg(pi_kernel kernel, pi_uint32 index, size_t size, const void " + "*value)")
  int kernelSetArg(long kernel, int index, long size, long value);

  /** Sets a buffer. */
  @NativeCall(
      "piextKernelSetArgMemObj(pi_kernel kernel, pi_uint32 index, const "
          + "pi_mem_obj_property *properties, const pi_mem *mem)")
  int kernelSetArgMemObj(long kernel, int index, long properties, long mem);

  /** Sets a sampler. */
  @NativeCall(
      "piextKernelSetArgSampler(pi_kernel kernel, pi_uint32 index, const pi_sampler " + "*sampler)")
  int kernelSetArgSampler(long kernel, int index, long sampler);

  /** Sets a pointer to unified memory. */
  @NativeCall(
      "piextKernelSetArgPointer(pi_kernel kernel, pi_uint32 index, size_t size, const "
          + "void *pointer)")
  int kernelSetArgPointer(long kernel, int index, long size, long pointer);

  /** Asks a kernel. */
  @NativeCall(
      "piKernelGetInfo(pi_kernel kernel, pi_kernel_info name, size_t size, void "
          + "*value, size_t *size_ret)")
  int kernelGetInfo(long kernel, int name, long size, long value, long sizeRet);

  /**
   * Asks for an argument by OpenCL's numbers. Not in the table; beyond it, where a plugin knows.
   */
  @NativeCall(
      "piclKernelGetArgInfo(pi_kernel kernel, pi_uint32 index, pi_uint32 name, size_t "
          + "size, void *value, size_t *size_ret)")
  int kernelGetArgInfo(long kernel, int index, int name, long size, long value, long sizeRet);

  /** Asks for limits of work groups. */
  @NativeCall(
      "piKernelGetGroupInfo(pi_kernel kernel, pi_device device, pi_kernel_group_info "
          + "name, size_t size, void *value, size_t *size_ret)")
  int kernelGetGroupInfo(long kernel, long device, int name, long size, long value, long sizeRet);

  /** Asks for limits of sub-groups. */
  @NativeCall(
      "piKernelGetSubGroupInfo(pi_kernel kernel, pi_device device, "
          + "pi_kernel_sub_group_info name, size_t input_size, const void *input, size_t "
          + "size, void *value, size_t *size_ret)")
  int kernelGetSubGroupInfo(
      long kernel,
      long device,
      int name,
      long inputSize,
      long input,
      long size,
      long value,
      long sizeRet);

  /** Holds on to a kernel. */
  @NativeCall("piKernelRetain(pi_kernel kernel)")
  int kernelRetain(long kernel);

  /** Lets go of a kernel. */
  @NativeCall("piKernelRelease(pi_kernel kernel)")
  int kernelRelease(long kernel);

  /** Says more of how it executes. */
  @NativeCall(
      "piKernelSetExecInfo(pi_kernel kernel, pi_kernel_exec_info name, size_t size, "
          + "const void *value)")
  int kernelSetExecInfo(long kernel, int name, long size, long value);

  /** Gives the handle of the runtime below. */
  @NativeCall("piextKernelGetNativeHandle(pi_kernel kernel, pi_native_handle *native)")
  int kernelGetNativeHandle(long kernel, long nativeHandle);

  /** Makes a kernel of a handle of the runtime below. */
  @NativeCall(
      "piextKernelCreateWithNativeHandle(pi_native_handle native, pi_context context, "
          + "pi_program program, bool own, pi_kernel *kernel)")
  int kernelCreateWithNativeHandle(
      long nativeHandle, long context, long program, int own, long kernel);

  // ---- Events

  /** Makes an event that has happened. */
  @NativeCall("piEventCreate(pi_context context, pi_event *event)")
  int eventCreate(long context, long event);

  /**
   * Makes an event that {@link #eventSetStatus} makes happen. Not in the table; beyond it, where a
   * plugin has such.
   */
  @NativeCall("piclUserEventCreate(pi_context context, pi_event *event)")
  int userEventCreate(long context, long event);

  /** Asks an event. */
  @NativeCall(
      "piEventGetInfo(pi_event event, pi_event_info name, size_t size, void *value, "
          + "size_t *size_ret)")
  int eventGetInfo(long event, int name, long size, long value, long sizeRet);

  /** Asks for times, in nanoseconds. */
  @NativeCall(
      "piEventGetProfilingInfo(pi_event event, pi_profiling_info name, size_t size, "
          + "void *value, size_t *size_ret)")
  int eventGetProfilingInfo(long event, int name, long size, long value, long sizeRet);

  /** Waits for all. */
  @NativeCall("piEventsWait(pi_uint32 num_events, const pi_event *events)")
  int eventsWait(int numEvents, long events);

  /** Has a function called when the status changes. */
  @NativeCall(
      "piEventSetCallback(pi_event event, pi_int32 type, pi_event_notify notify, void "
          + "*user_data)")
  int eventSetCallback(long event, int type, long notify, long userData);

  /** Ends an event of the program. */
  @NativeCall("piEventSetStatus(pi_event event, pi_int32 status)")
  int eventSetStatus(long event, int status);

  /** Holds on to an event. */
  @NativeCall("piEventRetain(pi_event event)")
  int eventRetain(long event);

  /** Lets go of an event. */
  @NativeCall("piEventRelease(pi_event event)")
  int eventRelease(long event);

  /** Gives the handle of the runtime below. */
  @NativeCall("piextEventGetNativeHandle(pi_event event, pi_native_handle *native)")
  int eventGetNativeHandle(long event, long nativeHandle);

  /** Makes an event of a handle of the runtime below. */
  @NativeCall(
      "piextEventCreateWithNativeHandle(pi_native_handle native, pi_context context, "
          + "bool own, pi_event *event)")
  int eventCreateWithNativeHandle(long nativeHandle, long context, int own, long event);

  // ---- Samplers

  /** Makes a sampler. */
  @NativeCall(
      "piSamplerCreate(pi_context context, const pi_sampler_properties *properties, "
          + "pi_sampler *sampler)")
  int samplerCreate(long context, long properties, long sampler);

  /** Asks a sampler. */
  @NativeCall(
      "piSamplerGetInfo(pi_sampler sampler, pi_sampler_info name, size_t size, void "
          + "*value, size_t *size_ret)")
  int samplerGetInfo(long sampler, int name, long size, long value, long sizeRet);

  /** Holds on to a sampler. */
  @NativeCall("piSamplerRetain(pi_sampler sampler)")
  int samplerRetain(long sampler);

  /** Lets go of a sampler. */
  @NativeCall("piSamplerRelease(pi_sampler sampler)")
  int samplerRelease(long sampler);

  // ---- Commands

  /** Launches a kernel over a range. */
  @NativeCall(
      "piEnqueueKernelLaunch(pi_queue queue, pi_kernel kernel, pi_uint32 dimensions, "
          + "const size_t *offset, const size_t *global, const size_t *local, pi_uint32 "
          + "num_events, const pi_event *events, pi_event *event)")
  int enqueueKernelLaunch(
      long queue,
      long kernel,
      int dimensions,
      long offset,
      long global,
      long local,
      int numEvents,
      long events,
      long event);

  /** Marks when events have happened. */
  @NativeCall(
      "piEnqueueEventsWait(pi_queue queue, pi_uint32 num_events, const pi_event "
          + "*events, pi_event *event)")
  int enqueueEventsWait(long queue, int numEvents, long events, long event);

  /** Holds back what follows until events have happened. */
  @NativeCall(
      "piEnqueueEventsWaitWithBarrier(pi_queue queue, pi_uint32 num_events, const "
          + "pi_event *events, pi_event *event)")
  int enqueueEventsWaitWithBarrier(long queue, int numEvents, long events, long event);

  /** Copies to the host. */
  @NativeCall(
      "piEnqueueMemBufferRead(pi_queue queue, pi_mem mem, pi_bool blocking, size_t "
          + "offset, size_t size, void *target, pi_uint32 num_events, const pi_event "
          + "*events, pi_event *event)")
  int enqueueMemBufferRead(
      long queue,
      long mem,
      int blocking,
      long offset,
      long size,
      long target,
      int numEvents,
      long events,
      long event);

  /** Copies a box to the host. */
  @NativeCall(
      "piEnqueueMemBufferReadRect(pi_queue queue, pi_mem mem, pi_bool blocking, "
          + "pi_buff_rect_offset buffer_offset, pi_buff_rect_offset host_offset, "
          + "pi_buff_rect_region region, size_t buffer_row, size_t buffer_slice, size_t "
          + "host_row, size_t host_slice, void *target, pi_uint32 num_events, const "
          + "pi_event *events, pi_event *event)")
  int enqueueMemBufferReadRect(
      long queue,
      long mem,
      int blocking,
      long bufferOffset,
      long hostOffset,
      long region,
      long bufferRow,
      long bufferSlice,
      long hostRow,
      long hostSlice,
      long target,
      int numEvents,
      long events,
      long event);

  /** Copies from the host. */
  @NativeCall(
      "piEnqueueMemBufferWrite(pi_queue queue, pi_mem mem, pi_bool blocking, size_t "
          + "offset, size_t size, const void *source, pi_uint32 num_events, const pi_event "
          + "*events, pi_event *event)")
  int enqueueMemBufferWrite(
      long queue,
      long mem,
      int blocking,
      long offset,
      long size,
      long source,
      int numEvents,
      long events,
      long event);

  /** Copies a box from the host. */
  @NativeCall(
      "piEnqueueMemBufferWriteRect(pi_queue queue, pi_mem mem, pi_bool blocking, "
          + "pi_buff_rect_offset buffer_offset, pi_buff_rect_offset host_offset, "
          + "pi_buff_rect_region region, size_t buffer_row, size_t buffer_slice, size_t "
          + "host_row, size_t host_slice, const void *source, pi_uint32 num_events, const "
          + "pi_event *events, pi_event *event)")
  int enqueueMemBufferWriteRect(
      long queue,
      long mem,
      int blocking,
      long bufferOffset,
      long hostOffset,
      long region,
      long bufferRow,
      long bufferSlice,
      long hostRow,
      long hostSlice,
      long source,
      int numEvents,
      long events,
      long event);

  /** Copies on the device. */
  @NativeCall(
      "piEnqueueMemBufferCopy(pi_queue queue, pi_mem source, pi_mem target, size_t "
          + "source_offset, size_t target_offset, size_t size, pi_uint32 num_events, const "
          + "pi_event *events, pi_event *event)")
  int enqueueMemBufferCopy(
      long queue,
      long source,
      long target,
      long sourceOffset,
      long targetOffset,
      long size,
      int numEvents,
      long events,
      long event);

  /** Copies a box on the device. */
  @NativeCall(
      "piEnqueueMemBufferCopyRect(pi_queue queue, pi_mem source, pi_mem target, "
          + "pi_buff_rect_offset source_offset, pi_buff_rect_offset target_offset, "
          + "pi_buff_rect_region region, size_t source_row, size_t source_slice, size_t "
          + "target_row, size_t target_slice, pi_uint32 num_events, const pi_event *events, "
          + "pi_event *event)")
  int enqueueMemBufferCopyRect(
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
      long event);

  /** Repeats a pattern. */
  @NativeCall(
      "piEnqueueMemBufferFill(pi_queue queue, pi_mem mem, const void *pattern, size_t "
          + "pattern_size, size_t offset, size_t size, pi_uint32 num_events, const pi_event "
          + "*events, pi_event *event)")
  int enqueueMemBufferFill(
      long queue,
      long mem,
      long pattern,
      long patternSize,
      long offset,
      long size,
      int numEvents,
      long events,
      long event);

  /** Copies an image to the host. */
  @NativeCall(
      "piEnqueueMemImageRead(pi_queue queue, pi_mem mem, pi_bool blocking, "
          + "pi_image_offset origin, pi_image_region region, size_t row, size_t slice, void "
          + "*target, pi_uint32 num_events, const pi_event *events, pi_event *event)")
  int enqueueMemImageRead(
      long queue,
      long mem,
      int blocking,
      long origin,
      long region,
      long row,
      long slice,
      long target,
      int numEvents,
      long events,
      long event);

  /** Copies an image from the host. */
  @NativeCall(
      "piEnqueueMemImageWrite(pi_queue queue, pi_mem mem, pi_bool blocking, "
          + "pi_image_offset origin, pi_image_region region, size_t row, size_t slice, "
          + "const void *source, pi_uint32 num_events, const pi_event *events, pi_event "
          + "*event)")
  int enqueueMemImageWrite(
      long queue,
      long mem,
      int blocking,
      long origin,
      long region,
      long row,
      long slice,
      long source,
      int numEvents,
      long events,
      long event);

  /** Copies an image on the device. */
  @NativeCall(
      "piEnqueueMemImageCopy(pi_queue queue, pi_mem source, pi_mem target, "
          + "pi_image_offset source_origin, pi_image_offset target_origin, pi_image_region "
          + "region, pi_uint32 num_events, const pi_event *events, pi_event *event)")
  int enqueueMemImageCopy(
      long queue,
      long source,
      long target,
      long sourceOrigin,
      long targetOrigin,
      long region,
      int numEvents,
      long events,
      long event);

  /** Fills an image with a color. */
  @NativeCall(
      "piEnqueueMemImageFill(pi_queue queue, pi_mem mem, const void *color, const "
          + "size_t *origin, const size_t *region, pi_uint32 num_events, const pi_event "
          + "*events, pi_event *event)")
  int enqueueMemImageFill(
      long queue,
      long mem,
      long color,
      long origin,
      long region,
      int numEvents,
      long events,
      long event);

  /** Shows a buffer to the host. */
  @NativeCall(
      "piEnqueueMemBufferMap(pi_queue queue, pi_mem mem, pi_bool blocking, "
          + "pi_map_flags flags, size_t offset, size_t size, pi_uint32 num_events, const "
          + "pi_event *events, pi_event *event, void **mapped)")
  int enqueueMemBufferMap(
      long queue,
      long mem,
      int blocking,
      long flags,
      long offset,
      long size,
      int numEvents,
      long events,
      long event,
      long mapped);

  /** Ends what {@link #enqueueMemBufferMap} began. */
  @NativeCall(
      "piEnqueueMemUnmap(pi_queue queue, pi_mem mem, void *mapped, pi_uint32 "
          + "num_events, const pi_event *events, pi_event *event)")
  int enqueueMemUnmap(long queue, long mem, long mapped, int numEvents, long events, long event);

  // ---- Unified shared memory

  /** Allocates memory of the host. */
  @NativeCall(
      "piextUSMHostAlloc(void **pointer, pi_context context, pi_usm_mem_properties "
          + "*properties, size_t size, pi_uint32 alignment)")
  int usmHostAlloc(long pointer, long context, long properties, long size, int alignment);

  /** Allocates memory of the device. */
  @NativeCall(
      "piextUSMDeviceAlloc(void **pointer, pi_context context, pi_device device, "
          + "pi_usm_mem_properties *properties, size_t size, pi_uint32 alignment)")
  int usmDeviceAlloc(
      long pointer, long context, long device, long properties, long size, int alignment);

  /** Allocates memory that moves between both. */
  @NativeCall(
      "piextUSMSharedAlloc(void **pointer, pi_context context, pi_device device, "
          + "pi_usm_mem_properties *properties, size_t size, pi_uint32 alignment)")
  int usmSharedAlloc(
      long pointer, long context, long device, long properties, long size, int alignment);

  /** Frees it. */
  @NativeCall("piextUSMFree(pi_context context, void *pointer)")
  int usmFree(long context, long pointer);

  /** Sets every byte. */
  @NativeCall(
      "piextUSMEnqueueMemset(pi_queue queue, void *pointer, pi_int32 value, size_t "
          + "count, pi_uint32 num_events, const pi_event *events, pi_event *event)")
  int usmEnqueueMemset(
      long queue, long pointer, int value, long count, int numEvents, long events, long event);

  /** Copies. */
  @NativeCall(
      "piextUSMEnqueueMemcpy(pi_queue queue, pi_bool blocking, void *target, const "
          + "void *source, size_t size, pi_uint32 num_events, const pi_event *events, "
          + "pi_event *event)")
  int usmEnqueueMemcpy(
      long queue,
      int blocking,
      long target,
      long source,
      long size,
      int numEvents,
      long events,
      long event);

  /** Hints that the device will need it soon. */
  @NativeCall(
      "piextUSMEnqueuePrefetch(pi_queue queue, const void *pointer, size_t size, "
          + "pi_usm_migration_flags flags, pi_uint32 num_events, const pi_event *events, "
          + "pi_event *event)")
  int usmEnqueuePrefetch(
      long queue, long pointer, long size, long flags, int numEvents, long events, long event);

  /** Hints how it will be used. */
  @NativeCall(
      "piextUSMEnqueueMemAdvise(pi_queue queue, const void *pointer, size_t length, "
          + "pi_mem_advice advice, pi_event *event)")
  int usmEnqueueMemAdvise(long queue, long pointer, long length, int advice, long event);

  /** Asks what a pointer points to. */
  @NativeCall(
      "piextUSMGetMemAllocInfo(pi_context context, const void *pointer, "
          + "pi_mem_alloc_info name, size_t size, void *value, size_t *size_ret)")
  int usmGetMemAllocInfo(long context, long pointer, int name, long size, long value, long sizeRet);

  /** Pins memory of the host. */
  @NativeCall("piextUSMImport(const void *pointer, size_t size, pi_context context)")
  int usmImport(long pointer, long size, long context);

  /** Ends what {@link #usmImport} began. */
  @NativeCall("piextUSMRelease(const void *pointer, pi_context context)")
  int usmRelease(long pointer, long context);

  // ---- The plugin itself

  /**
   * Tells what PI_ERROR_PLUGIN_SPECIFIC_ERROR meant; its own result says whether it was an error or
   * a warning.
   */
  @NativeCall("piPluginGetLastError(char **message)")
  int pluginGetLastError(long message);

  /** Has the plugin let go of everything; nothing is called after it. */
  @NativeCall("piTearDown(void *parameter)")
  int tearDown(long parameter);
}
