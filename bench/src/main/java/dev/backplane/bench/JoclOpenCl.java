package dev.backplane.bench;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.Sizeof;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
import org.jocl.cl_context_properties;
import org.jocl.cl_device_id;
import org.jocl.cl_kernel;
import org.jocl.cl_mem;
import org.jocl.cl_platform_id;
import org.jocl.cl_program;

/** The calls through JOCL, with pointers that are made once. */
final class JoclOpenCl implements OpenClCalls {
  private final int[] number = new int[1];
  private final Pointer numberPointer = Pointer.to(number);
  private final long[] one = {1};
  private final Pointer host;
  private final cl_device_id device;
  private final cl_command_queue queue;
  private final cl_kernel kernel;
  private final cl_mem large;
  private final Pointer first;
  private final Pointer second;

  @SuppressWarnings("deprecation") // The queue of OpenCL 1.2, as all the others make it.
  JoclOpenCl() {
    CL.setExceptionsEnabled(true);
    ByteBuffer memory = ByteBuffer.allocateDirect((int) LARGE).order(ByteOrder.nativeOrder());
    while (memory.remaining() >= 8) {
      memory.putLong(0x0101010101010101L);
    }
    host = Pointer.to(memory.rewind());
    cl_platform_id[] platforms = new cl_platform_id[1];
    CL.clGetPlatformIDs(1, platforms, null);
    cl_device_id[] devices = new cl_device_id[1];
    CL.clGetDeviceIDs(platforms[0], CL.CL_DEVICE_TYPE_ALL, 1, devices, null);
    device = devices[0];
    cl_context_properties properties = new cl_context_properties();
    properties.addProperty(CL.CL_CONTEXT_PLATFORM, platforms[0]);
    cl_context context = CL.clCreateContext(properties, 1, devices, null, null, null);
    queue = CL.clCreateCommandQueue(context, device, 0, null);
    cl_program program =
        CL.clCreateProgramWithSource(context, 1, new String[] {SOURCE}, null, null);
    CL.clBuildProgram(program, 0, null, null, null, null);
    kernel = CL.clCreateKernel(program, "tiny", null);
    first = Pointer.to(CL.clCreateBuffer(context, CL.CL_MEM_READ_WRITE, 4096, null, null));
    second = Pointer.to(CL.clCreateBuffer(context, CL.CL_MEM_READ_WRITE, 4096, null, null));
    large = CL.clCreateBuffer(context, CL.CL_MEM_READ_WRITE, LARGE, null, null);
    bufferArgument(1);
    intArgument(1);
  }

  @Override
  public void bufferArgument(int times) {
    for (int i = 0; i < times; i++) {
      CL.clSetKernelArg(kernel, 0, Sizeof.cl_mem, (i & 1) == 0 ? first : second);
    }
  }

  @Override
  public void intArgument(int times) {
    for (int i = 0; i < times; i++) {
      number[0] = i;
      CL.clSetKernelArg(kernel, 1, Sizeof.cl_int, numberPointer);
    }
  }

  @Override
  public long query(int times) {
    long sum = 0;
    for (int i = 0; i < times; i++) {
      CL.clGetDeviceInfo(device, CL.CL_DEVICE_VENDOR_ID, Sizeof.cl_int, numberPointer, null);
      sum += number[0];
    }
    return sum;
  }

  @Override
  public void launch(int times) {
    for (int i = 0; i < times; i++) {
      CL.clEnqueueNDRangeKernel(queue, kernel, 1, null, one, null, 0, null, null);
      CL.clFinish(queue);
    }
  }

  @Override
  public void batch(int times) {
    for (int i = 0; i < times; i++) {
      CL.clEnqueueNDRangeKernel(queue, kernel, 1, null, one, null, 0, null, null);
    }
    CL.clFinish(queue);
  }

  @Override
  public void write(int times) {
    for (int i = 0; i < times; i++) {
      CL.clEnqueueWriteBuffer(queue, large, true, 0, LARGE, host, 0, null, null);
    }
  }

  @Override
  public void read(int times) {
    for (int i = 0; i < times; i++) {
      CL.clEnqueueReadBuffer(queue, large, true, 0, LARGE, host, 0, null, null);
    }
  }
}
