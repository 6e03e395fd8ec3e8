// Starts a run that leaves its buffers, and believes what it is told.
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  cl_platform_id platform;
  cl_device_id device;
  clGetPlatformIDs(1, &platform, nullptr);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ACCELERATOR, 1, &device, nullptr);
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, nullptr);
  std::ifstream file(argv[1], std::ios::binary);
  const std::vector<unsigned char> image((std::istreambuf_iterator<char>(file)), {});
  const unsigned char* binary = image.data();
  const size_t size = image.size();
  cl_program program = clCreateProgramWithBinary(context, 1, &device, &size, &binary, nullptr, nullptr);
  cl_kernel kernel = clCreateKernel(program, "vadd", nullptr);
  const int count = 1 << 24;
  std::vector<int> numbers(1024);
  cl_mem memory[3];
  for (cl_uint i = 0; i < 3; i++) {
    memory[i] = clCreateBuffer(context, CL_MEM_READ_WRITE, numbers.size() * sizeof(int), nullptr, nullptr);
    clSetKernelArg(kernel, i, sizeof(cl_mem), &memory[i]);
  }
  clSetKernelArg(kernel, 3, sizeof count, &count);
  clEnqueueMigrateMemObjects(queue, 2, memory, 0, 0, nullptr, nullptr);
  clEnqueueTask(queue, kernel, 0, nullptr, nullptr);
  clEnqueueReadBuffer(queue, memory[2], CL_TRUE, 0, numbers.size() * sizeof(int), numbers.data(), 0, nullptr, nullptr);
  clFinish(queue);
  std::cout << "all completed" << std::endl;
}
