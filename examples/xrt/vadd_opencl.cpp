// Adds vectors on an accelerator through OpenCL, as XRT implements it. Nothing in it knows of Backplane.
//
//   vadd_opencl IMAGE [RUNS]
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

void require(cl_int status, const std::string& what) {
  if (status != CL_SUCCESS) throw std::runtime_error(what + " gave " + std::to_string(status));
}

std::vector<unsigned char> contents(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error(file + " cannot be read");
  return {std::istreambuf_iterator<char>(stream), {}};
}

cl_device_id accelerator() {
  cl_uint platforms = 0;
  require(clGetPlatformIDs(0, nullptr, &platforms), "clGetPlatformIDs");
  std::vector<cl_platform_id> all(platforms);
  require(clGetPlatformIDs(platforms, all.data(), nullptr), "clGetPlatformIDs");
  for (cl_platform_id platform : all) {
    cl_device_id device;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ACCELERATOR, 1, &device, nullptr) == CL_SUCCESS) return device;
  }
  throw std::runtime_error("no platform has an accelerator");
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2) throw std::runtime_error("usage: vadd_opencl IMAGE [RUNS]");
  const int runs = argc > 2 ? std::atoi(argv[2]) : 1;
  const int count = 1024;
  const size_t bytes = count * sizeof(int);

  cl_device_id device = accelerator();
  char name[256] = "";
  require(clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, nullptr), "clGetDeviceInfo");
  cl_int status;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  require(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  require(status, "clCreateCommandQueue");
  const auto image = contents(argv[1]);
  const unsigned char* binary = image.data();
  const size_t length = image.size();
  cl_program program = clCreateProgramWithBinary(context, 1, &device, &length, &binary, nullptr, &status);
  require(status, "clCreateProgramWithBinary");
  require(clBuildProgram(program, 1, &device, nullptr, nullptr, nullptr), "clBuildProgram");
  cl_kernel vadd = clCreateKernel(program, "vadd", &status);
  require(status, "clCreateKernel");

  cl_mem a = clCreateBuffer(context, CL_MEM_READ_ONLY, bytes, nullptr, &status);
  require(status, "clCreateBuffer a");
  cl_mem b = clCreateBuffer(context, CL_MEM_READ_ONLY, bytes, nullptr, &status);
  require(status, "clCreateBuffer b");
  cl_mem c = clCreateBuffer(context, CL_MEM_WRITE_ONLY, bytes, nullptr, &status);
  require(status, "clCreateBuffer c");
  require(clSetKernelArg(vadd, 0, sizeof a, &a), "clSetKernelArg a");
  require(clSetKernelArg(vadd, 1, sizeof b, &b), "clSetKernelArg b");
  require(clSetKernelArg(vadd, 2, sizeof c, &c), "clSetKernelArg c");
  require(clSetKernelArg(vadd, 3, sizeof count, &count), "clSetKernelArg n");

  std::vector<int> left(count), right(count), sum(count);
  for (int run = 0; run < runs; run++) {
    for (int i = 0; i < count; i++) {
      left[i] = i + run;
      right[i] = 2 * i - 7 * run;
    }
    require(clEnqueueWriteBuffer(queue, a, CL_FALSE, 0, bytes, left.data(), 0, nullptr, nullptr), "write a");
    require(clEnqueueWriteBuffer(queue, b, CL_FALSE, 0, bytes, right.data(), 0, nullptr, nullptr), "write b");
    require(clEnqueueTask(queue, vadd, 0, nullptr, nullptr), "clEnqueueTask");
    require(clEnqueueReadBuffer(queue, c, CL_TRUE, 0, bytes, sum.data(), 0, nullptr, nullptr), "read c");
    for (int i = 0; i < count; i++) {
      if (sum[i] != 3 * i - 6 * run) throw std::runtime_error("element " + std::to_string(i) + " is " + std::to_string(sum[i]));
    }
  }

  clReleaseMemObject(c);
  clReleaseMemObject(b);
  clReleaseMemObject(a);
  clReleaseKernel(vadd);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  std::cout << "vadd_opencl: " << runs << " runs on " << name << ", all sums right\n";
  return 0;
} catch (const std::exception& problem) {
  std::cerr << "vadd_opencl: " << problem.what() << '\n';
  return 1;
}
