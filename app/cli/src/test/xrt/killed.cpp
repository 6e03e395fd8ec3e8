// With "die": queues runs and copies and is killed while they are under way. Otherwise: watches its own memory for a while.
#include <xrt/xrt_bo.h>
#include <xrt/xrt_device.h>
#include <xrt/xrt_kernel.h>

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  xrt::device device(0);
  const auto uuid = device.load_xclbin(argv[1]);
  xrt::kernel vadd(device, uuid, "vadd");
  const int numbers = 4096;
  std::vector<xrt::bo> buffers;
  for (int i = 0; i < 36; i++) {
    buffers.emplace_back(device, numbers * sizeof(int), vadd.group_id(i % 3));
    std::fill_n(buffers.back().map<int*>(), numbers, 0x5555);
    buffers.back().sync(XCL_BO_SYNC_BO_TO_DEVICE);
  }
  if (std::string(argv[2]) == "die") {
    std::vector<xrt::run> runs;
    for (int i = 0; i < 12; i++) {
      xrt::run run(vadd);
      run.set_arg(0, buffers[3 * i]);
      run.set_arg(1, buffers[3 * i + 1]);
      run.set_arg(2, buffers[3 * i + 2]);
      run.set_arg(3, numbers);
      runs.push_back(run);
    }
    for (auto& run : runs) run.start();
    std::thread copies([&] {
      for (;;) buffers[0].sync(XCL_BO_SYNC_BO_TO_DEVICE);
    });
    usleep(300'000);
    kill(getpid(), SIGKILL);
  }
  long foreign = 0;
  for (int look = 0; look < 4; look++) {
    for (auto& buffer : buffers) {
      buffer.sync(XCL_BO_SYNC_BO_FROM_DEVICE);
      const int* numbersNow = buffer.map<int*>();
      foreign += numbers - std::count(numbersNow, numbersNow + numbers, 0x5555);
    }
    usleep(500'000);
  }
  auto run = vadd(buffers[0], buffers[1], buffers[2], numbers);
  const auto state = run.wait(std::chrono::milliseconds(20'000));
  std::cout << foreign << " foreign numbers, state " << static_cast<int>(state) << std::endl;
  return foreign == 0 && state == ERT_CMD_STATE_COMPLETED ? 0 : 3;
}
