// Copies between OpenCL buffers, some of which are only on the device.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

void require(bool holds, const std::string& what) {
  if (!holds) throw std::runtime_error(what);
}

}  // namespace

int main(int argc, char** argv) try {
  require(argc > 1, "usage: copies_opencl IMAGE");
  cl_platform_id platform;
  cl_device_id device;
  require(clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS, "there is no platform");
  require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ACCELERATOR, 1, &device, nullptr) == CL_SUCCESS, "there is no device");
  cl_int error;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
  std::ifstream file(argv[1], std::ios::binary);
  std::vector<unsigned char> image((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const unsigned char* bytes = image.data();
  const size_t size = image.size();
  cl_program program = clCreateProgramWithBinary(context, 1, &device, &size, &bytes, nullptr, &error);
  require(error == CL_SUCCESS, "the image is refused");

  const size_t count = 12'288;
  std::vector<unsigned char> data(count), back(count, 0);
  for (size_t i = 0; i < count; i++) data[i] = static_cast<unsigned char>(i * 31 + i / 251);
  cl_mem from = clCreateBuffer(context, CL_MEM_READ_WRITE, count, nullptr, &error);
  cl_mem between = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS, count, nullptr, &error);
  cl_mem to = clCreateBuffer(context, CL_MEM_READ_WRITE, count, nullptr, &error);
  require(clEnqueueWriteBuffer(queue, from, CL_TRUE, 0, count, data.data(), 0, nullptr, nullptr) == CL_SUCCESS, "write");
  require(clEnqueueMigrateMemObjects(queue, 1, &from, 0, 0, nullptr, nullptr) == CL_SUCCESS, "migrate");
  require(clEnqueueCopyBuffer(queue, from, between, 5, 131, 8000, 0, nullptr, nullptr) == CL_SUCCESS, "copy there");
  require(clEnqueueCopyBuffer(queue, between, to, 131, 7, 8000, 0, nullptr, nullptr) == CL_SUCCESS, "copy back");
  require(clFinish(queue) == CL_SUCCESS, "the copies failed");
  require(clEnqueueReadBuffer(queue, to, CL_TRUE, 0, count, back.data(), 0, nullptr, nullptr) == CL_SUCCESS, "read");
  for (size_t i = 0; i < 8000; i++) require(back[7 + i] == data[5 + i], "byte " + std::to_string(i) + " is wrong");
  require(clEnqueueCopyBuffer(queue, from, between, 0, 1, count, 0, nullptr, nullptr) != CL_SUCCESS, "too much was copied");
  clReleaseMemObject(from);
  clReleaseMemObject(between);
  clReleaseMemObject(to);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  std::cout << "copies_opencl: all are right\n";
  return 0;
} catch (const std::exception& problem) {
  std::cerr << "copies_opencl: " << problem.what() << '\n';
  return 1;
}
