package dev.backplane.pi.table;

import dev.backplane.api.contract.Functions;
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
@Functions(
    prefixes = {"piext", "picl", "pi"},
    narrow = {
      "bool",
      "int",
      "pi_bool",
      "pi_int32",
      "pi_uint32",
      "pi_buffer_create_type",
      "pi_mem_advice",
      "pi_peer_attr"
    },
    absent = PiResult.UNSUPPORTED_FEATURE,
    value =
        """
        // Platforms
        /** Lists platforms; none is a success with 0. */
        piPlatformsGet(pi_uint32 num_entries, pi_platform *platforms, pi_uint32 *num_platforms);
        /** Asks a platform; 0x21000 asks for its backend. */
        piPlatformGetInfo(pi_platform platform, pi_platform_info name, size_t size, void *value,
            size_t *size_ret) = clGetPlatformInfo;
        /** Gives the handle of the runtime below. */
        piextPlatformGetNativeHandle(pi_platform platform, pi_native_handle *native);
        /** Makes a platform of a handle of the runtime below. */
        piextPlatformCreateWithNativeHandle(pi_native_handle native, pi_platform *platform);
        /** Translates an option of a compiler's front end. */
        piPluginGetBackendOption(pi_platform platform, const char *frontend_option,
            const char **backend_option);

        // Devices
        /** Lists the root devices of a type; none is a success with 0. */
        piDevicesGet(pi_platform platform, pi_device_type type, pi_uint32 num_entries,
            pi_device *devices, pi_uint32 *num_devices) = clGetDeviceIDs;
        /** Asks a device. */
        piDeviceGetInfo(pi_device device, pi_device_info name, size_t size, void *value,
            size_t *size_ret) = clGetDeviceInfo;
        /** Makes sub-devices. */
        piDevicePartition(pi_device device, const pi_device_partition_property *properties,
            pi_uint32 num_entries, pi_device *devices, pi_uint32 *num_devices) = clCreateSubDevices;
        /** Holds on to a device. */
        piDeviceRetain(pi_device device) = clRetainDevice;
        /** Lets go of a device. */
        piDeviceRelease(pi_device device) = clReleaseDevice;
        /** Chooses the most fitting device binary, by its index. */
        piextDeviceSelectBinary(pi_device device, pi_device_binary *binaries, pi_uint32 num_binaries,
            pi_uint32 *selected);
        /** Finds a function on the device. */
        piextGetDeviceFunctionPointer(pi_device device, pi_program program, const char *name,
            pi_uint64 *pointer) = clGetDeviceFunctionPointerINTEL;
        /** Finds a global variable on the device. */
        piextGetGlobalVariablePointer(pi_device device, pi_program program, const char *name,
            size_t *size, void **pointer) = clGetDeviceGlobalVariablePointerINTEL;
        /** Gives the handle of the runtime below. */
        piextDeviceGetNativeHandle(pi_device device, pi_native_handle *native);
        /** Makes a device of a handle of the runtime below. */
        piextDeviceCreateWithNativeHandle(pi_native_handle native, pi_platform platform,
            pi_device *device);
        /** Reads both clocks at one moment, in nanoseconds. */
        piGetDeviceAndHostTimer(pi_device device, pi_uint64 *device_time, pi_uint64 *host_time)
            = clGetDeviceAndHostTimer;
        /** Lets a device reach the memory of another. */
        piextEnablePeerAccess(pi_device device, pi_device peer);
        /** Ends what {@link #enablePeerAccess} began. */
        piextDisablePeerAccess(pi_device device, pi_device peer);
        /** Asks what a device can do with the memory of another. */
        piextPeerAccessGetInfo(pi_device device, pi_device peer, pi_peer_attr name, size_t size,
            void *value, size_t *size_ret);

        // Contexts
        /** Makes a context. */
        piContextCreate(const pi_context_properties *properties, pi_uint32 num_devices,
            const pi_device *devices, pi_context_notify notify, void *user_data, pi_context *context)
            *context = clCreateContext;
        /** Asks a context. */
        piContextGetInfo(pi_context context, pi_context_info name, size_t size, void *value,
            size_t *size_ret) = clGetContextInfo;
        /** Holds on to a context. */
        piContextRetain(pi_context context) = clRetainContext;
        /** Lets go of a context. */
        piContextRelease(pi_context context) = clReleaseContext;
        /** Has a function called when the context dies. */
        piextContextSetExtendedDeleter(pi_context context, pi_context_extended_deleter deleter,
            void *user_data);
        /** Gives the handle of the runtime below. */
        piextContextGetNativeHandle(pi_context context, pi_native_handle *native);
        /** Makes a context of a handle of the runtime below. */
        piextContextCreateWithNativeHandle(pi_native_handle native, pi_uint32 num_devices,
            const pi_device *devices, bool own, pi_context *context);

        // Queues
        /** Makes a queue, the old way. */
        queueCreateWithFlags: piQueueCreate(pi_context context, pi_device device,
            pi_queue_properties flags, pi_queue *queue) *queue = clCreateCommandQueue;
        /** Makes a queue; the list of pairs ends with 0. */
        piextQueueCreate(pi_context context, pi_device device, pi_queue_properties *properties,
            pi_queue *queue) *queue = clCreateCommandQueueWithProperties;
        /** Asks a queue; 0x2096 asks whether it is empty. */
        piQueueGetInfo(pi_queue queue, pi_queue_info name, size_t size, void *value, size_t *size_ret)
            = clGetCommandQueueInfo;
        /** Waits until the queue is empty. */
        piQueueFinish(pi_queue queue) = clFinish;
        /** Hands to the device what was enqueued. */
        piQueueFlush(pi_queue queue) = clFlush;
        /** Holds on to a queue. */
        piQueueRetain(pi_queue queue) = clRetainCommandQueue;
        /** Lets go of a queue. */
        piQueueRelease(pi_queue queue) = clReleaseCommandQueue;
        /** Gives the handle of the runtime below. */
        piextQueueGetNativeHandle(pi_queue queue, pi_native_handle *native, pi_int32 *description);
        /** Makes a queue of a handle of the runtime below. */
        piextQueueCreateWithNativeHandle(pi_native_handle native, pi_int32 description,
            pi_context context, pi_device device, bool own, pi_queue_properties *properties,
            pi_queue *queue);

        // Memory
        /** Makes a buffer. */
        piMemBufferCreate(pi_context context, pi_mem_flags flags, size_t size, void *host, pi_mem *mem,
            const pi_mem_properties *properties);
        /** Makes an image. */
        piMemImageCreate(pi_context context, pi_mem_flags flags, const pi_image_format *format,
            const pi_image_desc *description, void *host, pi_mem *mem) *mem = clCreateImage;
        /** Lists the formats of images. Not in the table; beyond it, where a plugin tells. */
        piclGetSupportedImageFormats(pi_context context, pi_mem_flags flags, pi_uint32 type,
            pi_uint32 num_entries, pi_image_format *formats, pi_uint32 *num_formats)
            = clGetSupportedImageFormats;
        /** Asks a buffer. */
        piMemGetInfo(pi_mem mem, pi_mem_info name, size_t size, void *value, size_t *size_ret)
            = clGetMemObjectInfo;
        /** Asks an image. */
        piMemImageGetInfo(pi_mem mem, pi_image_info name, size_t size, void *value, size_t *size_ret)
            = clGetImageInfo;
        /** Holds on to a buffer. */
        piMemRetain(pi_mem mem) = clRetainMemObject;
        /** Lets go of a buffer. */
        piMemRelease(pi_mem mem) = clReleaseMemObject;
        /** Makes a buffer of a part of one. */
        piMemBufferPartition(pi_mem mem, pi_mem_flags flags, pi_buffer_create_type type, void *region,
            pi_mem *part) *part = clCreateSubBuffer;
        /** Gives the handle of the runtime below. */
        piextMemGetNativeHandle(pi_mem mem, pi_device device, pi_native_handle *native);
        /** Makes a buffer of a handle of the runtime below. */
        piextMemCreateWithNativeHandle(pi_native_handle native, pi_context context, bool own,
            pi_mem *mem);
        /** Makes an image of a handle of the runtime below. */
        piextMemImageCreateWithNativeHandle(pi_native_handle native, pi_context context, bool own,
            const pi_image_format *format, const pi_image_desc *description, pi_mem *mem);

        // Programs
        /** Makes a program of source text. Not in the table any more; beyond it, where a plugin
         * compiles. */
        piclProgramCreateWithSource(pi_context context, pi_uint32 count, const char **strings,
            const size_t *lengths, pi_program *program) *program = clCreateProgramWithSource;
        /** Makes a program of SPIR-V. */
        piProgramCreate(pi_context context, const void *il, size_t length, pi_program *program)
            *program = clCreateProgramWithIL;
        /** Makes a program of native binaries. */
        piProgramCreateWithBinary(pi_context context, pi_uint32 num_devices, const pi_device *devices,
            const size_t *lengths, const unsigned char **binaries, size_t num_metadata,
            const pi_device_binary_property *metadata, pi_int32 *binary_status, pi_program *program);
        /** Asks a program. */
        piProgramGetInfo(pi_program program, pi_program_info name, size_t size, void *value,
            size_t *size_ret) = clGetProgramInfo;
        /** Compiles without linking. */
        piProgramCompile(pi_program program, pi_uint32 num_devices, const pi_device *devices,
            const char *options, pi_uint32 num_headers, const pi_program *headers,
            const char **header_names, pi_program_notify notify, void *user_data) = clCompileProgram;
        /** Compiles and links. */
        piProgramBuild(pi_program program, pi_uint32 num_devices, const pi_device *devices,
            const char *options, pi_program_notify notify, void *user_data) = clBuildProgram;
        /** Links compiled programs. */
        piProgramLink(pi_context context, pi_uint32 num_devices, const pi_device *devices,
            const char *options, pi_uint32 num_programs, const pi_program *programs,
            pi_program_notify notify, void *user_data, pi_program *program) *program = clLinkProgram;
        /** Asks for status, options, log and kind. */
        piProgramGetBuildInfo(pi_program program, pi_device device, pi_program_build_info name,
            size_t size, void *value, size_t *size_ret) = clGetProgramBuildInfo;
        /** Holds on to a program. */
        piProgramRetain(pi_program program) = clRetainProgram;
        /** Lets go of a program. */
        piProgramRelease(pi_program program) = clReleaseProgram;
        /** Sets a specialization constant before the build. */
        piextProgramSetSpecializationConstant(pi_program program, pi_uint32 id, size_t size,
            const void *value) = clSetProgramSpecializationConstant;
        /** Gives the handle of the runtime below. */
        piextProgramGetNativeHandle(pi_program program, pi_native_handle *native);
        /** Makes a program of a handle of the runtime below. */
        piextProgramCreateWithNativeHandle(pi_native_handle native, pi_context context, bool own,
            pi_program *program);

        // Kernels
        /** Makes a kernel. */
        piKernelCreate(pi_program program, const char *name, pi_kernel *kernel)
            *kernel = clCreateKernel;
        /** Sets an argument by value, or local memory. */
        piKernelSetArg(pi_kernel kernel, pi_uint32 index, size_t size, const void *value)
            = clSetKernelArg;
        /** Sets a buffer. */
        piextKernelSetArgMemObj(pi_kernel kernel, pi_uint32 index,
            const pi_mem_obj_property *properties, const pi_mem *mem);
        /** Sets a sampler. */
        piextKernelSetArgSampler(pi_kernel kernel, pi_uint32 index, const pi_sampler *sampler);
        /** Sets a pointer to unified memory. */
        piextKernelSetArgPointer(pi_kernel kernel, pi_uint32 index, size_t size, const void *pointer);
        /** Asks a kernel. */
        piKernelGetInfo(pi_kernel kernel, pi_kernel_info name, size_t size, void *value,
            size_t *size_ret) = clGetKernelInfo;
        /** Asks for an argument by OpenCL's numbers. Not in the table; beyond it, where a plugin
         * knows. */
        piclKernelGetArgInfo(pi_kernel kernel, pi_uint32 index, pi_uint32 name, size_t size,
            void *value, size_t *size_ret) = clGetKernelArgInfo;
        /** Asks for limits of work groups. */
        piKernelGetGroupInfo(pi_kernel kernel, pi_device device, pi_kernel_group_info name, size_t size,
            void *value, size_t *size_ret) = clGetKernelWorkGroupInfo;
        /** Asks for limits of sub-groups. */
        piKernelGetSubGroupInfo(pi_kernel kernel, pi_device device, pi_kernel_sub_group_info name,
            size_t input_size, const void *input, size_t size, void *value, size_t *size_ret)
            = clGetKernelSubGroupInfo;
        /** Holds on to a kernel. */
        piKernelRetain(pi_kernel kernel) = clRetainKernel;
        /** Lets go of a kernel. */
        piKernelRelease(pi_kernel kernel) = clReleaseKernel;
        /** Says more of how it executes. */
        piKernelSetExecInfo(pi_kernel kernel, pi_kernel_exec_info name, size_t size, const void *value)
            = clSetKernelExecInfo;
        /** Gives the handle of the runtime below. */
        piextKernelGetNativeHandle(pi_kernel kernel, pi_native_handle *native);
        /** Makes a kernel of a handle of the runtime below. */
        piextKernelCreateWithNativeHandle(pi_native_handle native, pi_context context,
            pi_program program, bool own, pi_kernel *kernel);

        // Events
        /** Makes an event that has happened. */
        piEventCreate(pi_context context, pi_event *event);
        /** Makes an event that {@link #eventSetStatus} makes happen. Not in the table; beyond it,
         * where a plugin has such. */
        piclUserEventCreate(pi_context context, pi_event *event) *event = clCreateUserEvent;
        /** Asks an event. */
        piEventGetInfo(pi_event event, pi_event_info name, size_t size, void *value, size_t *size_ret)
            = clGetEventInfo;
        /** Asks for times, in nanoseconds. */
        piEventGetProfilingInfo(pi_event event, pi_profiling_info name, size_t size, void *value,
            size_t *size_ret) = clGetEventProfilingInfo;
        /** Waits for all. */
        piEventsWait(pi_uint32 num_events, const pi_event *events) = clWaitForEvents;
        /** Has a function called when the status changes. */
        piEventSetCallback(pi_event event, pi_int32 type, pi_event_notify notify, void *user_data)
            = clSetEventCallback;
        /** Ends an event of the program. */
        piEventSetStatus(pi_event event, pi_int32 status) = clSetUserEventStatus;
        /** Holds on to an event. */
        piEventRetain(pi_event event) = clRetainEvent;
        /** Lets go of an event. */
        piEventRelease(pi_event event) = clReleaseEvent;
        /** Gives the handle of the runtime below. */
        piextEventGetNativeHandle(pi_event event, pi_native_handle *native);
        /** Makes an event of a handle of the runtime below. */
        piextEventCreateWithNativeHandle(pi_native_handle native, pi_context context, bool own,
            pi_event *event);

        // Samplers
        /** Makes a sampler. */
        piSamplerCreate(pi_context context, const pi_sampler_properties *properties,
            pi_sampler *sampler) *sampler = clCreateSamplerWithProperties;
        /** Asks a sampler. */
        piSamplerGetInfo(pi_sampler sampler, pi_sampler_info name, size_t size, void *value,
            size_t *size_ret) = clGetSamplerInfo;
        /** Holds on to a sampler. */
        piSamplerRetain(pi_sampler sampler) = clRetainSampler;
        /** Lets go of a sampler. */
        piSamplerRelease(pi_sampler sampler) = clReleaseSampler;

        // Commands
        /** Launches a kernel over a range. */
        piEnqueueKernelLaunch(pi_queue queue, pi_kernel kernel, pi_uint32 dimensions,
            const size_t *offset, const size_t *global, const size_t *local, pi_uint32 num_events,
            const pi_event *events, pi_event *event) = clEnqueueNDRangeKernel;
        /** Marks when events have happened. */
        piEnqueueEventsWait(pi_queue queue, pi_uint32 num_events, const pi_event *events,
            pi_event *event) = clEnqueueMarkerWithWaitList;
        /** Holds back what follows until events have happened. */
        piEnqueueEventsWaitWithBarrier(pi_queue queue, pi_uint32 num_events, const pi_event *events,
            pi_event *event) = clEnqueueBarrierWithWaitList;
        /** Copies to the host. */
        piEnqueueMemBufferRead(pi_queue queue, pi_mem mem, pi_bool blocking, size_t offset, size_t size,
            void *target, pi_uint32 num_events, const pi_event *events, pi_event *event)
            = clEnqueueReadBuffer;
        /** Copies a box to the host. */
        piEnqueueMemBufferReadRect(pi_queue queue, pi_mem mem, pi_bool blocking,
            pi_buff_rect_offset buffer_offset, pi_buff_rect_offset host_offset,
            pi_buff_rect_region region, size_t buffer_row, size_t buffer_slice, size_t host_row,
            size_t host_slice, void *target, pi_uint32 num_events, const pi_event *events,
            pi_event *event) = clEnqueueReadBufferRect;
        /** Copies from the host. */
        piEnqueueMemBufferWrite(pi_queue queue, pi_mem mem, pi_bool blocking, size_t offset,
            size_t size, const void *source, pi_uint32 num_events, const pi_event *events,
            pi_event *event) = clEnqueueWriteBuffer;
        /** Copies a box from the host. */
        piEnqueueMemBufferWriteRect(pi_queue queue, pi_mem mem, pi_bool blocking,
            pi_buff_rect_offset buffer_offset, pi_buff_rect_offset host_offset,
            pi_buff_rect_region region, size_t buffer_row, size_t buffer_slice, size_t host_row,
            size_t host_slice, const void *source, pi_uint32 num_events, const pi_event *events,
            pi_event *event) = clEnqueueWriteBufferRect;
        /** Copies on the device. */
        piEnqueueMemBufferCopy(pi_queue queue, pi_mem source, pi_mem target, size_t source_offset,
            size_t target_offset, size_t size, pi_uint32 num_events, const pi_event *events,
            pi_event *event) = clEnqueueCopyBuffer;
        /** Copies a box on the device. */
        piEnqueueMemBufferCopyRect(pi_queue queue, pi_mem source, pi_mem target,
            pi_buff_rect_offset source_offset, pi_buff_rect_offset target_offset,
            pi_buff_rect_region region, size_t source_row, size_t source_slice, size_t target_row,
            size_t target_slice, pi_uint32 num_events, const pi_event *events, pi_event *event)
            = clEnqueueCopyBufferRect;
        /** Repeats a pattern. */
        piEnqueueMemBufferFill(pi_queue queue, pi_mem mem, const void *pattern, size_t pattern_size,
            size_t offset, size_t size, pi_uint32 num_events, const pi_event *events, pi_event *event)
            = clEnqueueFillBuffer;
        /** Copies an image to the host. */
        piEnqueueMemImageRead(pi_queue queue, pi_mem mem, pi_bool blocking, pi_image_offset origin,
            pi_image_region region, size_t row, size_t slice, void *target, pi_uint32 num_events,
            const pi_event *events, pi_event *event) = clEnqueueReadImage;
        /** Copies an image from the host. */
        piEnqueueMemImageWrite(pi_queue queue, pi_mem mem, pi_bool blocking, pi_image_offset origin,
            pi_image_region region, size_t row, size_t slice, const void *source, pi_uint32 num_events,
            const pi_event *events, pi_event *event) = clEnqueueWriteImage;
        /** Copies an image on the device. */
        piEnqueueMemImageCopy(pi_queue queue, pi_mem source, pi_mem target,
            pi_image_offset source_origin, pi_image_offset target_origin, pi_image_region region,
            pi_uint32 num_events, const pi_event *events, pi_event *event) = clEnqueueCopyImage;
        /** Fills an image with a color. */
        piEnqueueMemImageFill(pi_queue queue, pi_mem mem, const void *color, const size_t *origin,
            const size_t *region, pi_uint32 num_events, const pi_event *events, pi_event *event)
            = clEnqueueFillImage;
        /** Shows a buffer to the host. */
        piEnqueueMemBufferMap(pi_queue queue, pi_mem mem, pi_bool blocking, pi_map_flags flags,
            size_t offset, size_t size, pi_uint32 num_events, const pi_event *events, pi_event *event,
            void **mapped) *mapped = clEnqueueMapBuffer;
        /** Shows an image to the host. Not in the table; beyond it, where a plugin can. */
        piclEnqueueMemImageMap(pi_queue queue, pi_mem mem, pi_bool blocking, pi_map_flags flags,
            const size_t *origin, const size_t *region, size_t *row, size_t *slice,
            pi_uint32 num_events, const pi_event *events, pi_event *event, void **mapped)
            *mapped = clEnqueueMapImage;
        /** Ends what {@link #enqueueMemBufferMap} began. */
        piEnqueueMemUnmap(pi_queue queue, pi_mem mem, void *mapped, pi_uint32 num_events,
            const pi_event *events, pi_event *event) = clEnqueueUnmapMemObject;

        // Unified shared memory
        /** Allocates memory of the host. */
        piextUSMHostAlloc(void **pointer, pi_context context, pi_usm_mem_properties *properties,
            size_t size, pi_uint32 alignment);
        /** Allocates memory of the device. */
        piextUSMDeviceAlloc(void **pointer, pi_context context, pi_device device,
            pi_usm_mem_properties *properties, size_t size, pi_uint32 alignment);
        /** Allocates memory that moves between both. */
        piextUSMSharedAlloc(void **pointer, pi_context context, pi_device device,
            pi_usm_mem_properties *properties, size_t size, pi_uint32 alignment);
        /** Frees it. */
        piextUSMFree(pi_context context, void *pointer);
        /** Sets every byte. */
        piextUSMEnqueueMemset(pi_queue queue, void *pointer, pi_int32 value, size_t count,
            pi_uint32 num_events, const pi_event *events, pi_event *event);
        /** Copies. */
        piextUSMEnqueueMemcpy(pi_queue queue, pi_bool blocking, void *target, const void *source,
            size_t size, pi_uint32 num_events, const pi_event *events, pi_event *event);
        /** Hints that the device will need it soon. */
        piextUSMEnqueuePrefetch(pi_queue queue, const void *pointer, size_t size,
            pi_usm_migration_flags flags, pi_uint32 num_events, const pi_event *events,
            pi_event *event);
        /** Hints how it will be used. */
        piextUSMEnqueueMemAdvise(pi_queue queue, const void *pointer, size_t length,
            pi_mem_advice advice, pi_event *event);
        /** Asks what a pointer points to. */
        piextUSMGetMemAllocInfo(pi_context context, const void *pointer, pi_mem_alloc_info name,
            size_t size, void *value, size_t *size_ret);
        /** Pins memory of the host. */
        piextUSMImport(const void *pointer, size_t size, pi_context context);
        /** Ends what {@link #usmImport} began. */
        piextUSMRelease(const void *pointer, pi_context context);

        // The plugin itself
        /** Tells what PI_ERROR_PLUGIN_SPECIFIC_ERROR meant; its own result says whether it was an
         * error or a warning. */
        piPluginGetLastError(char **message);
        /** Has the plugin let go of everything; nothing is called after it. */
        piTearDown(void *parameter);
        """)
public interface Pi extends PiFunctions, NativeTable {
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
}
