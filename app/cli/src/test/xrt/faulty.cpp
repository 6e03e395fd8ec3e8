// Starts a run that leaves its buffers, then a valid one, and believes what it is told.
#include <xrt/xrt_bo.h>
#include <xrt/xrt_device.h>
#include <xrt/xrt_kernel.h>

#include <chrono>
#include <iostream>

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  xrt::device device(0);
  const auto uuid = device.load_xclbin(argv[1]);
  const xrt::kernel vadd(device, uuid, "vadd");
  const int numbers = 1024;
  const size_t bytes = numbers * sizeof(int);
  xrt::bo a(device, bytes, vadd.group_id(0));
  xrt::bo b(device, bytes, vadd.group_id(1));
  xrt::bo c(device, bytes, vadd.group_id(2));
  for (const int count : {1 << 24, numbers}) {
    xrt::run run(vadd);
    run.set_arg(0, a);
    run.set_arg(1, b);
    run.set_arg(2, c);
    run.set_arg(3, count);
    run.start();
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (run.state() < ERT_CMD_STATE_COMPLETED && std::chrono::steady_clock::now() < end) {
    }
    if (run.state() != ERT_CMD_STATE_COMPLETED) return 3;
  }
  c.sync(XCL_BO_SYNC_BO_FROM_DEVICE);
  std::cout << "all completed" << std::endl;
}
