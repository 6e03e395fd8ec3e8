/* The same OpenCL calls as the workers in Java make, through the ICD loader that the linker finds.
 * Answers lines "WHAT NANOS" with a count and the nanoseconds that it took. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *SOURCE =
    "__kernel void tiny(__global int *a, int n) { if (n < 0) a[get_global_id(0)] = n; }";
static const size_t LARGE = 64u << 20;

static cl_device_id device;
static cl_command_queue queue;
static cl_kernel kernel;
static cl_mem buffers[2];
static cl_mem large;
static void *host;
static cl_uint sum;

static void check(cl_int result, const char *what) {
  if (result != CL_SUCCESS) {
    fprintf(stderr, "%s: %d\n", what, result);
    exit(1);
  }
}

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void set_up(void) {
  cl_platform_id platform;
  cl_int result;
  check(clGetPlatformIDs(1, &platform, NULL), "platforms");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "devices");
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &result);
  check(result, "context");
  queue = clCreateCommandQueue(context, device, 0, &result);
  check(result, "queue");
  cl_program program = clCreateProgramWithSource(context, 1, &SOURCE, NULL, &result);
  check(result, "program");
  check(clBuildProgram(program, 1, &device, "", NULL, NULL), "build");
  kernel = clCreateKernel(program, "tiny", &result);
  check(result, "kernel");
  for (int i = 0; i < 2; i++) {
    buffers[i] = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, &result);
    check(result, "buffer");
  }
  large = clCreateBuffer(context, CL_MEM_READ_WRITE, LARGE, NULL, &result);
  check(result, "large buffer");
  host = aligned_alloc(4096, LARGE);
  memset(host, 1, LARGE);
  int n = 1;
  check(clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffers[0]), "argument");
  check(clSetKernelArg(kernel, 1, sizeof n, &n), "argument");
}

static void buffer_argument(int times) {
  cl_int failed = 0;
  for (int i = 0; i < times; i++) {
    failed |= clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffers[i & 1]);
  }
  check(failed, "buffer argument");
}

static void int_argument(int times) {
  cl_int failed = 0;
  for (int i = 0; i < times; i++) {
    failed |= clSetKernelArg(kernel, 1, sizeof i, &i);
  }
  check(failed, "int argument");
}

static void query(int times) {
  cl_int failed = 0;
  for (int i = 0; i < times; i++) {
    cl_uint value;
    failed |= clGetDeviceInfo(device, CL_DEVICE_VENDOR_ID, sizeof value, &value, NULL);
    sum += value;
  }
  check(failed, "query");
}

static void launch(int times) {
  const size_t one = 1;
  cl_int failed = 0;
  for (int i = 0; i < times; i++) {
    failed |= clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
    failed |= clFinish(queue);
  }
  check(failed, "launch");
}

static void batch(int times) {
  const size_t one = 1;
  cl_int failed = 0;
  for (int i = 0; i < times; i++) {
    failed |= clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
  }
  failed |= clFinish(queue);
  check(failed, "batch");
}

static void write_large(int times) {
  for (int i = 0; i < times; i++) {
    check(clEnqueueWriteBuffer(queue, large, CL_TRUE, 0, LARGE, host, 0, NULL, NULL), "write");
  }
}

static void read_large(int times) {
  for (int i = 0; i < times; i++) {
    check(clEnqueueReadBuffer(queue, large, CL_TRUE, 0, LARGE, host, 0, NULL, NULL), "read");
  }
}

static const struct {
  const char *name;
  void (*work)(int times);
  int times;
} WORKS[] = {
    {"buffer-argument", buffer_argument, 10000},
    {"int-argument", int_argument, 10000},
    {"query", query, 10000},
    {"launch", launch, 100},
    {"batch", batch, 2000},
    {"write", write_large, 1},
    {"read", read_large, 1},
};

int main(void) {
  char line[256];
  char name[128];
  long long nanos;
  set_up();
  puts("ready");
  fflush(stdout);
  while (fgets(line, sizeof line, stdin) != NULL) {
    if (sscanf(line, "%127s %lld", name, &nanos) != 2) {
      fprintf(stderr, "no question: %s", line);
      return 1;
    }
    for (size_t i = 0; i < sizeof WORKS / sizeof WORKS[0]; i++) {
      if (strcmp(name, WORKS[i].name) == 0) {
        long long count = 0;
        long long begin = now();
        long long took;
        do {
          WORKS[i].work(WORKS[i].times);
          count += WORKS[i].times;
          took = now() - begin;
        } while (took < nanos);
        printf("%lld %lld\n", count, took);
        fflush(stdout);
      }
    }
  }
  return sum == 1;
}
