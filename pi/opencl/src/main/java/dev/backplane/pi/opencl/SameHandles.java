package dev.backplane.pi.opencl;

import dev.backplane.ffi.RawMemory;
import dev.backplane.pi.opencl.icd.ClPlatform;
import dev.backplane.pi.table.PiResult;
import dev.backplane.pi.table.SameAsOpenCl;
import java.lang.foreign.MemorySegment;

/**
 * The interoperability functions: here every handle of the plugin interface is OpenCL's own. What
 * is made of a handle that its owner keeps holds on to the object, so that both can let go of it.
 */
abstract class SameHandles extends SameAsOpenCl {
  SameHandles(ClPlatform platform) {
    super(name -> function(platform, name));
  }

  /** Some are found under the name of the extension that they were before, or still are. */
  private static MemorySegment function(ClPlatform platform, String name) {
    MemorySegment function = platform.table().function(name);
    String extension =
        switch (name) {
          case "clCreateProgramWithIL", "clGetKernelSubGroupInfo" -> name + "KHR";
          case "clSetProgramSpecializationConstant",
              "clGetDeviceFunctionPointerINTEL",
              "clGetDeviceGlobalVariablePointerINTEL" ->
              name;
          default -> "";
        };
    if (function.address() != 0 || extension.isEmpty()) {
      return function;
    }
    MemorySegment inTable = platform.table().function(extension);
    return inTable.address() == 0 ? platform.extension(extension) : inTable;
  }

  private static int give(long handle, long to) {
    if (to == 0) {
      return PiResult.INVALID_VALUE;
    }
    RawMemory.putLong(to, handle);
    return PiResult.SUCCESS;
  }

  /** {@return the result, after the object was given if it is sound} */
  private static int take(int held, long handle, long to) {
    return held == PiResult.SUCCESS ? give(handle, to) : held;
  }

  @Override
  public final int platformGetNativeHandle(long platform, long nativeHandle) {
    return give(platform, nativeHandle);
  }

  @Override
  public final int platformCreateWithNativeHandle(long nativeHandle, long platform) {
    return give(nativeHandle, platform);
  }

  @Override
  public final int deviceGetNativeHandle(long device, long nativeHandle) {
    return give(device, nativeHandle);
  }

  @Override
  public final int deviceCreateWithNativeHandle(long nativeHandle, long platform, long device) {
    return give(nativeHandle, device);
  }

  @Override
  public final int contextGetNativeHandle(long context, long nativeHandle) {
    return give(context, nativeHandle);
  }

  @Override
  public final int contextCreateWithNativeHandle(
      long nativeHandle, int numDevices, long devices, int own, long context) {
    return take(own == 0 ? contextRetain(nativeHandle) : 0, nativeHandle, context);
  }

  @Override
  public final int queueGetNativeHandle(long queue, long nativeHandle, long description) {
    if (description != 0) {
      RawMemory.putInt(description, 0);
    }
    return give(queue, nativeHandle);
  }

  @Override
  public final int queueCreateWithNativeHandle(
      long nativeHandle,
      int description,
      long context,
      long device,
      int own,
      long properties,
      long queue) {
    return take(own == 0 ? queueRetain(nativeHandle) : 0, nativeHandle, queue);
  }

  @Override
  public final int memGetNativeHandle(long mem, long device, long nativeHandle) {
    return give(mem, nativeHandle);
  }

  @Override
  public final int memCreateWithNativeHandle(long nativeHandle, long context, int own, long mem) {
    return take(own == 0 ? memRetain(nativeHandle) : 0, nativeHandle, mem);
  }

  @Override
  public final int memImageCreateWithNativeHandle(
      long nativeHandle, long context, int own, long format, long description, long mem) {
    return take(own == 0 ? memRetain(nativeHandle) : 0, nativeHandle, mem);
  }

  @Override
  public final int programGetNativeHandle(long program, long nativeHandle) {
    return give(program, nativeHandle);
  }

  @Override
  public final int programCreateWithNativeHandle(
      long nativeHandle, long context, int own, long program) {
    return take(own == 0 ? programRetain(nativeHandle) : 0, nativeHandle, program);
  }

  @Override
  public final int kernelGetNativeHandle(long kernel, long nativeHandle) {
    return give(kernel, nativeHandle);
  }

  @Override
  public final int kernelCreateWithNativeHandle(
      long nativeHandle, long context, long program, int own, long kernel) {
    return take(own == 0 ? kernelRetain(nativeHandle) : 0, nativeHandle, kernel);
  }

  @Override
  public final int eventGetNativeHandle(long event, long nativeHandle) {
    return give(event, nativeHandle);
  }

  @Override
  public final int eventCreateWithNativeHandle(
      long nativeHandle, long context, int own, long event) {
    return take(own == 0 ? eventRetain(nativeHandle) : 0, nativeHandle, event);
  }
}
