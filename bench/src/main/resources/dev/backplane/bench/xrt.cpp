// What XRT itself costs: kernels started and awaited through the native API on the noop shim, which completes every command at
// once. One question a line, one answer a line: "runs IN_FLIGHT NANOS" gives runs and nanoseconds, "latency COUNT" gives the
// 50th and 99th percentile from start to complete in nanoseconds, "buffers NANOS" gives 4 KiB buffers made and freed.
#include <xrt/xrt_bo.h>
#include <xrt/xrt_device.h>
#include <xrt/xrt_kernel.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

using Clock = std::chrono::steady_clock;

static int64_t since(Clock::time_point begin) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count();
}

int main(int, char **arguments) {
  xrt::device device(0);
  auto uuid = device.load_xclbin(arguments[1]);
  xrt::kernel kernel(device, uuid, "vadd");
  xrt::bo a(device, 4096, kernel.group_id(0)), b(device, 4096, kernel.group_id(1)), c(device, 4096, kernel.group_id(2));
  auto prepared = [&] {
    xrt::run run(kernel);
    run.set_arg(0, a);
    run.set_arg(1, b);
    run.set_arg(2, c);
    run.set_arg(3, 1);
    return run;
  };
  std::cout << "ready" << std::endl;
  std::string question;
  while (std::cin >> question) {
    if (question == "runs") {
      int in_flight;
      int64_t nanos, count = 0;
      std::cin >> in_flight >> nanos;
      std::vector<xrt::run> runs;
      for (int i = 0; i < in_flight; i++) runs.push_back(prepared());
      auto begin = Clock::now();
      do {
        for (int turn = 0; turn < 1000; turn += in_flight) {
          for (auto &run : runs) run.start();
          for (auto &run : runs) run.wait();
          count += in_flight;
        }
      } while (since(begin) < nanos);
      std::cout << count << " " << since(begin) << std::endl;
    } else if (question == "latency") {
      int count;
      std::cin >> count;
      std::vector<int64_t> each(count);
      auto run = prepared();
      for (auto &nanos : each) {
        auto begin = Clock::now();
        run.start();
        run.wait();
        nanos = since(begin);
      }
      std::sort(each.begin(), each.end());
      std::cout << each[count / 2] << " " << each[count / 100 * 99] << std::endl;
    } else if (question == "buffers") {
      int64_t nanos, count = 0;
      std::cin >> nanos;
      auto begin = Clock::now();
      do {
        for (int i = 0; i < 100; i++) xrt::bo freed(device, 4096, kernel.group_id(0));
        count += 100;
      } while (since(begin) < nanos);
      std::cout << count << " " << since(begin) << std::endl;
    } else {
      std::cerr << "no such question: " << question << std::endl;
      return 1;
    }
  }
}
