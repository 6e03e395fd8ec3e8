package dev.backplane.bench;

import static org.lwjgl.opencl.CL10.CL_DEVICE_TYPE_ALL;
import static org.lwjgl.opencl.CL10.CL_DEVICE_VENDOR_ID;
import static org.lwjgl.opencl.CL10.CL_MEM_READ_WRITE;
import static org.lwjgl.opencl.CL10.CL_SUCCESS;
import static org.lwjgl.opencl.CL10.clBuildProgram;
import static org.lwjgl.opencl.CL10.clCreateBuffer;
import static org.lwjgl.opencl.CL10.clCreateCommandQueue;
import static org.lwjgl.opencl.CL10.clCreateContext;
import static org.lwjgl.opencl.CL10.clCreateKernel;
import static org.lwjgl.opencl.CL10.clCreateProgramWithSource;
import static org.lwjgl.opencl.CL10.clEnqueueNDRangeKernel;
import static org.lwjgl.opencl.CL10.clEnqueueReadBuffer;
import static org.lwjgl.opencl.CL10.clEnqueueWriteBuffer;
import static org.lwjgl.opencl.CL10.clFinish;
import static org.lwjgl.opencl.CL10.clGetDeviceIDs;
import static org.lwjgl.opencl.CL10.clGetDeviceInfo;
import static org.lwjgl.opencl.CL10.clGetPlatformIDs;
import static org.lwjgl.opencl.CL10.clSetKernelArg1i;
import static org.lwjgl.opencl.CL10.clSetKernelArg1p;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import org.lwjgl.BufferUtils;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryUtil;

/** The calls through LWJGL, with buffers that are made once. */
final class LwjglOpenCl implements OpenClCalls {
  private final IntBuffer error = BufferUtils.createIntBuffer(1);
  private final IntBuffer number = BufferUtils.createIntBuffer(1);
  private final PointerBuffer one = BufferUtils.createPointerBuffer(1).put(0, 1);
  private final ByteBuffer host = MemoryUtil.memAlignedAlloc(4096, (int) LARGE);
  private final long device;
  private final long queue;
  private final long kernel;
  private final long first;
  private final long second;
  private final long large;

  LwjglOpenCl() {
    MemoryUtil.memSet(host, 1);
    PointerBuffer platform = BufferUtils.createPointerBuffer(1);
    check(clGetPlatformIDs(platform, (IntBuffer) null));
    PointerBuffer devices = BufferUtils.createPointerBuffer(1);
    check(clGetDeviceIDs(platform.get(0), CL_DEVICE_TYPE_ALL, devices, (IntBuffer) null));
    device = devices.get(0);
    PointerBuffer properties =
        BufferUtils.createPointerBuffer(3).put(0x1084).put(platform.get(0)).put(0).flip();
    long context = clCreateContext(properties, device, null, 0, error);
    check(error.get(0));
    queue = clCreateCommandQueue(context, device, 0, error);
    check(error.get(0));
    long program = clCreateProgramWithSource(context, SOURCE, error);
    check(error.get(0));
    check(clBuildProgram(program, device, "", null, 0));
    kernel = clCreateKernel(program, "tiny", error);
    check(error.get(0));
    first = buffer(context, 4096);
    second = buffer(context, 4096);
    large = buffer(context, LARGE);
    bufferArgument(1);
    intArgument(1);
  }

  private long buffer(long context, long bytes) {
    long made = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, error);
    check(error.get(0));
    return made;
  }

  private static void check(int result) {
    if (result != CL_SUCCESS) {
      throw new IllegalStateException("OpenCL says " + result);
    }
  }

  @Override
  public void bufferArgument(int times) {
    for (int i = 0; i < times; i++) {
      check(clSetKernelArg1p(kernel, 0, (i & 1) == 0 ? first : second));
    }
  }

  @Override
  public void intArgument(int times) {
    for (int i = 0; i < times; i++) {
      check(clSetKernelArg1i(kernel, 1, i));
    }
  }

  @Override
  public long query(int times) {
    long sum = 0;
    for (int i = 0; i < times; i++) {
      check(clGetDeviceInfo(device, CL_DEVICE_VENDOR_ID, number, null));
      sum += number.get(0);
    }
    return sum;
  }

  @Override
  public void launch(int times) {
    for (int i = 0; i < times; i++) {
      check(clEnqueueNDRangeKernel(queue, kernel, 1, null, one, null, null, null));
      check(clFinish(queue));
    }
  }

  @Override
  public void batch(int times) {
    for (int i = 0; i < times; i++) {
      check(clEnqueueNDRangeKernel(queue, kernel, 1, null, one, null, null, null));
    }
    check(clFinish(queue));
  }

  @Override
  public void write(int times) {
    for (int i = 0; i < times; i++) {
      check(clEnqueueWriteBuffer(queue, large, true, 0, host, null, null));
    }
  }

  @Override
  public void read(int times) {
    for (int i = 0; i < times; i++) {
      check(clEnqueueReadBuffer(queue, large, true, 0, host, null, null));
    }
  }
}
