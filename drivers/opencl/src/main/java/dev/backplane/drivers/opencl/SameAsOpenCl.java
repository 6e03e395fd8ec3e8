package dev.backplane.drivers.opencl;

import dev.backplane.drivers.opencl.icd.ClTable;
import dev.backplane.pi.Pi;
import dev.backplane.pi.PiCalls;
import java.lang.foreign.MemorySegment;

/**
 * The functions of the plugin interface that OpenCL has under another name: same arguments, same
 * numbers, same handles.
 */
abstract class SameAsOpenCl implements Pi {
  private final MemorySegment createSubDevices;
  private final MemorySegment retainDevice;
  private final MemorySegment releaseDevice;
  private final MemorySegment retainContext;
  private final MemorySegment releaseContext;
  private final MemorySegment finish;
  private final MemorySegment flush;
  private final MemorySegment retainCommandQueue;
  private final MemorySegment releaseCommandQueue;
  private final MemorySegment getMemObjectInfo;
  private final MemorySegment getImageInfo;
  private final MemorySegment retainMemObject;
  private final MemorySegment releaseMemObject;
  private final MemorySegment getProgramInfo;
  private final MemorySegment compileProgram;
  private final MemorySegment buildProgram;
  private final MemorySegment getProgramBuildInfo;
  private final MemorySegment retainProgram;
  private final MemorySegment releaseProgram;
  private final MemorySegment setKernelArg;
  private final MemorySegment getKernelInfo;
  private final MemorySegment getKernelArgInfo;
  private final MemorySegment getKernelWorkGroupInfo;
  private final MemorySegment retainKernel;
  private final MemorySegment releaseKernel;
  private final MemorySegment getEventInfo;
  private final MemorySegment getEventProfilingInfo;
  private final MemorySegment waitForEvents;
  private final MemorySegment setEventCallback;
  private final MemorySegment setUserEventStatus;
  private final MemorySegment retainEvent;
  private final MemorySegment releaseEvent;
  private final MemorySegment getSamplerInfo;
  private final MemorySegment retainSampler;
  private final MemorySegment releaseSampler;
  private final MemorySegment enqueueNDRangeKernel;
  private final MemorySegment enqueueMarkerWithWaitList;
  private final MemorySegment enqueueBarrierWithWaitList;
  private final MemorySegment enqueueReadBuffer;
  private final MemorySegment enqueueReadBufferRect;
  private final MemorySegment enqueueWriteBuffer;
  private final MemorySegment enqueueWriteBufferRect;
  private final MemorySegment enqueueCopyBuffer;
  private final MemorySegment enqueueCopyBufferRect;
  private final MemorySegment enqueueFillBuffer;
  private final MemorySegment enqueueReadImage;
  private final MemorySegment enqueueWriteImage;
  private final MemorySegment enqueueCopyImage;
  private final MemorySegment enqueueFillImage;
  private final MemorySegment enqueueUnmapMemObject;

  SameAsOpenCl(ClTable table) {
    createSubDevices = table.function("clCreateSubDevices");
    retainDevice = table.function("clRetainDevice");
    releaseDevice = table.function("clReleaseDevice");
    retainContext = table.function("clRetainContext");
    releaseContext = table.function("clReleaseContext");
    finish = table.function("clFinish");
    flush = table.function("clFlush");
    retainCommandQueue = table.function("clRetainCommandQueue");
    releaseCommandQueue = table.function("clReleaseCommandQueue");
    getMemObjectInfo = table.function("clGetMemObjectInfo");
    getImageInfo = table.function("clGetImageInfo");
    retainMemObject = table.function("clRetainMemObject");
    releaseMemObject = table.function("clReleaseMemObject");
    getProgramInfo = table.function("clGetProgramInfo");
    compileProgram = table.function("clCompileProgram");
    buildProgram = table.function("clBuildProgram");
    getProgramBuildInfo = table.function("clGetProgramBuildInfo");
    retainProgram = table.function("clRetainProgram");
    releaseProgram = table.function("clReleaseProgram");
    setKernelArg = table.function("clSetKernelArg");
    getKernelInfo = table.function("clGetKernelInfo");
    getKernelArgInfo = table.function("clGetKernelArgInfo");
    getKernelWorkGroupInfo = table.function("clGetKernelWorkGroupInfo");
    retainKernel = table.function("clRetainKernel");
    releaseKernel = table.function("clReleaseKernel");
    getEventInfo = table.function("clGetEventInfo");
    getEventProfilingInfo = table.function("clGetEventProfilingInfo");
    waitForEvents = table.function("clWaitForEvents");
    setEventCallback = table.function("clSetEventCallback");
    setUserEventStatus = table.function("clSetUserEventStatus");
    retainEvent = table.function("clRetainEvent");
    releaseEvent = table.function("clReleaseEvent");
    getSamplerInfo = table.function("clGetSamplerInfo");
    retainSampler = table.function("clRetainSampler");
    releaseSampler = table.function("clReleaseSampler");
    enqueueNDRangeKernel = table.function("clEnqueueNDRangeKernel");
    enqueueMarkerWithWaitList = table.function("clEnqueueMarkerWithWaitList");
    enqueueBarrierWithWaitList = table.function("clEnqueueBarrierWithWaitList");
    enqueueReadBuffer = table.function("clEnqueueReadBuffer");
    enqueueReadBufferRect = table.function("clEnqueueReadBufferRect");
    enqueueWriteBuffer = table.function("clEnqueueWriteBuffer");
    enqueueWriteBufferRect = table.function("clEnqueueWriteBufferRect");
    enqueueCopyBuffer = table.function("clEnqueueCopyBuffer");
    enqueueCopyBufferRect = table.function("clEnqueueCopyBufferRect");
    enqueueFillBuffer = table.function("clEnqueueFillBuffer");
    enqueueReadImage = table.function("clEnqueueReadImage");
    enqueueWriteImage = table.function("clEnqueueWriteImage");
    enqueueCopyImage = table.function("clEnqueueCopyImage");
    enqueueFillImage = table.function("clEnqueueFillImage");
    enqueueUnmapMemObject = table.function("clEnqueueUnmapMemObject");
  }

  @Override
  public final int devicePartition(
      long device, long properties, int numEntries, long devices, long numDevices) {
    return PiCalls.call(createSubDevices, device, properties, numEntries, devices, numDevices);
  }

  @Override
  public final int deviceRetain(long device) {
    return PiCalls.call(retainDevice, device);
  }

  @Override
  public final int deviceRelease(long device) {
    return PiCalls.call(releaseDevice, device);
  }

  @Override
  public final int contextRetain(long context) {
    return PiCalls.call(retainContext, context);
  }

  @Override
  public final int contextRelease(long context) {
    return PiCalls.call(releaseContext, context);
  }

  @Override
  public final int queueFinish(long queue) {
    return PiCalls.call(finish, queue);
  }

  @Override
  public final int queueFlush(long queue) {
    return PiCalls.call(flush, queue);
  }

  @Override
  public final int queueRetain(long queue) {
    return PiCalls.call(retainCommandQueue, queue);
  }

  @Override
  public final int queueRelease(long queue) {
    return PiCalls.call(releaseCommandQueue, queue);
  }

  @Override
  public final int memGetInfo(long mem, int name, long size, long value, long sizeRet) {
    return PiCalls.call(getMemObjectInfo, mem, name, size, value, sizeRet);
  }

  @Override
  public final int memImageGetInfo(long mem, int name, long size, long value, long sizeRet) {
    return PiCalls.call(getImageInfo, mem, name, size, value, sizeRet);
  }

  @Override
  public final int memRetain(long mem) {
    return PiCalls.call(retainMemObject, mem);
  }

  @Override
  public final int memRelease(long mem) {
    return PiCalls.call(releaseMemObject, mem);
  }

  @Override
  public final int programGetInfo(long program, int name, long size, long value, long sizeRet) {
    return PiCalls.call(getProgramInfo, program, name, size, value, sizeRet);
  }

  @Override
  public final int programCompile(
      long program,
      int numDevices,
      long devices,
      long options,
      int numHeaders,
      long headers,
      long headerNames,
      long notify,
      long userData) {
    return PiCalls.call(
        compileProgram,
        program,
        numDevices,
        devices,
        options,
        numHeaders,
        headers,
        headerNames,
        notify,
        userData);
  }

  @Override
  public final int programBuild(
      long program, int numDevices, long devices, long options, long notify, long userData) {
    return PiCalls.call(buildProgram, program, numDevices, devices, options, notify, userData);
  }

  @Override
  public final int programGetBuildInfo(
      long program, long device, int name, long size, long value, long sizeRet) {
    return PiCalls.call(getProgramBuildInfo, program, device, name, size, value, sizeRet);
  }

  @Override
  public final int programRetain(long program) {
    return PiCalls.call(retainProgram, program);
  }

  @Override
  public final int programRelease(long program) {
    return PiCalls.call(releaseProgram, program);
  }

  @Override
  public final int kernelSetArg(long kernel, int index, long size, long value) {
    return PiCalls.call(setKernelArg, kernel, index, size, value);
  }

  @Override
  public final int kernelGetInfo(long kernel, int name, long size, long value, long sizeRet) {
    return PiCalls.call(getKernelInfo, kernel, name, size, value, sizeRet);
  }

  @Override
  public final int kernelGetArgInfo(
      long kernel, int index, int name, long size, long value, long sizeRet) {
    return PiCalls.call(getKernelArgInfo, kernel, index, name, size, value, sizeRet);
  }

  @Override
  public final int kernelGetGroupInfo(
      long kernel, long device, int name, long size, long value, long sizeRet) {
    return PiCalls.call(getKernelWorkGroupInfo, kernel, device, name, size, value, sizeRet);
  }

  @Override
  public final int kernelRetain(long kernel) {
    return PiCalls.call(retainKernel, kernel);
  }

  @Override
  public final int kernelRelease(long kernel) {
    return PiCalls.call(releaseKernel, kernel);
  }

  @Override
  public final int eventGetInfo(long event, int name, long size, long value, long sizeRet) {
    return PiCalls.call(getEventInfo, event, name, size, value, sizeRet);
  }

  @Override
  public final int eventGetProfilingInfo(
      long event, int name, long size, long value, long sizeRet) {
    return PiCalls.call(getEventProfilingInfo, event, name, size, value, sizeRet);
  }

  @Override
  public final int eventsWait(int numEvents, long events) {
    return PiCalls.call(waitForEvents, numEvents, events);
  }

  @Override
  public final int eventSetCallback(long event, int type, long notify, long userData) {
    return PiCalls.call(setEventCallback, event, type, notify, userData);
  }

  @Override
  public final int eventSetStatus(long event, int status) {
    return PiCalls.call(setUserEventStatus, event, status);
  }

  @Override
  public final int eventRetain(long event) {
    return PiCalls.call(retainEvent, event);
  }

  @Override
  public final int eventRelease(long event) {
    return PiCalls.call(releaseEvent, event);
  }

  @Override
  public final int samplerGetInfo(long sampler, int name, long size, long value, long sizeRet) {
    return PiCalls.call(getSamplerInfo, sampler, name, size, value, sizeRet);
  }

  @Override
  public final int samplerRetain(long sampler) {
    return PiCalls.call(retainSampler, sampler);
  }

  @Override
  public final int samplerRelease(long sampler) {
    return PiCalls.call(releaseSampler, sampler);
  }

  @Override
  public final int enqueueKernelLaunch(
      long queue,
      long kernel,
      int dimensions,
      long offset,
      long global,
      long local,
      int numEvents,
      long events,
      long event) {
    return PiCalls.call(
        enqueueNDRangeKernel,
        queue,
        kernel,
        dimensions,
        offset,
        global,
        local,
        numEvents,
        events,
        event);
  }

  @Override
  public final int enqueueEventsWait(long queue, int numEvents, long events, long event) {
    return PiCalls.call(enqueueMarkerWithWaitList, queue, numEvents, events, event);
  }

  @Override
  public final int enqueueEventsWaitWithBarrier(
      long queue, int numEvents, long events, long event) {
    return PiCalls.call(enqueueBarrierWithWaitList, queue, numEvents, events, event);
  }

  @Override
  public final int enqueueMemBufferRead(
      long queue,
      long mem,
      int blocking,
      long offset,
      long size,
      long target,
      int numEvents,
      long events,
      long event) {
    return PiCalls.call(
        enqueueReadBuffer, queue, mem, blocking, offset, size, target, numEvents, events, event);
  }

  @Override
  public final int enqueueMemBufferReadRect(
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
      long event) {
    return PiCalls.call(
        enqueueReadBufferRect,
        queue,
        mem,
        blocking,
        bufferOffset,
        hostOffset,
        region,
        bufferRow,
        bufferSlice,
        hostRow,
        hostSlice,
        target,
        numEvents,
        events,
        event);
  }

  @Override
  public final int enqueueMemBufferWrite(
      long queue,
      long mem,
      int blocking,
      long offset,
      long size,
      long source,
      int numEvents,
      long events,
      long event) {
    return PiCalls.call(
        enqueueWriteBuffer, queue, mem, blocking, offset, size, source, numEvents, events, event);
  }

  @Override
  public final int enqueueMemBufferWriteRect(
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
      long event) {
    return PiCalls.call(
        enqueueWriteBufferRect,
        queue,
        mem,
        blocking,
        bufferOffset,
        hostOffset,
        region,
        bufferRow,
        bufferSlice,
        hostRow,
        hostSlice,
        source,
        numEvents,
        events,
        event);
  }

  @Override
  public final int enqueueMemBufferCopy(
      long queue,
      long source,
      long target,
      long sourceOffset,
      long targetOffset,
      long size,
      int numEvents,
      long events,
      long event) {
    return PiCalls.call(
        enqueueCopyBuffer,
        queue,
        source,
        target,
        sourceOffset,
        targetOffset,
        size,
        numEvents,
        events,
        event);
  }

  @Override
  public final int enqueueMemBufferCopyRect(
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
    return PiCalls.call(
        enqueueCopyBufferRect,
        queue,
        source,
        target,
        sourceOffset,
        targetOffset,
        region,
        sourceRow,
        sourceSlice,
        targetRow,
        targetSlice,
        numEvents,
        events,
        event);
  }

  @Override
  public final int enqueueMemBufferFill(
      long queue,
      long mem,
      long pattern,
      long patternSize,
      long offset,
      long size,
      int numEvents,
      long events,
      long event) {
    return PiCalls.call(
        enqueueFillBuffer,
        queue,
        mem,
        pattern,
        patternSize,
        offset,
        size,
        numEvents,
        events,
        event);
  }

  @Override
  public final int enqueueMemImageRead(
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
      long event) {
    return PiCalls.call(
        enqueueReadImage,
        queue,
        mem,
        blocking,
        origin,
        region,
        row,
        slice,
        target,
        numEvents,
        events,
        event);
  }

  @Override
  public final int enqueueMemImageWrite(
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
      long event) {
    return PiCalls.call(
        enqueueWriteImage,
        queue,
        mem,
        blocking,
        origin,
        region,
        row,
        slice,
        source,
        numEvents,
        events,
        event);
  }

  @Override
  public final int enqueueMemImageCopy(
      long queue,
      long source,
      long target,
      long sourceOrigin,
      long targetOrigin,
      long region,
      int numEvents,
      long events,
      long event) {
    return PiCalls.call(
        enqueueCopyImage,
        queue,
        source,
        target,
        sourceOrigin,
        targetOrigin,
        region,
        numEvents,
        events,
        event);
  }

  @Override
  public final int enqueueMemImageFill(
      long queue,
      long mem,
      long color,
      long origin,
      long region,
      int numEvents,
      long events,
      long event) {
    return PiCalls.call(
        enqueueFillImage, queue, mem, color, origin, region, numEvents, events, event);
  }

  @Override
  public final int enqueueMemUnmap(
      long queue, long mem, long mapped, int numEvents, long events, long event) {
    return PiCalls.call(enqueueUnmapMemObject, queue, mem, mapped, numEvents, events, event);
  }
}
