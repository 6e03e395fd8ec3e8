// Adds vectors on an accelerator through XRT's native C++ API. Nothing in it knows of Backplane: it runs on a card or in
// hw_emu, wherever its image is for.
//
//   vadd IMAGE [RUNS [DEPTH [COUNT]]]     RUNS runs of COUNT numbers (1024), DEPTH of them in flight
#include <xrt/xrt_bo.h>
#include <xrt/xrt_device.h>
#include <xrt/xrt_kernel.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

void require(bool holds, const std::string& what) {
  if (!holds) throw std::runtime_error(what);
}

// run.wait() without a time sleeps whole seconds in emulation; the state is there at once.
void finish(const xrt::run& run) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  for (;;) {
    switch (run.state()) {
      case ERT_CMD_STATE_COMPLETED:
        return;
      case ERT_CMD_STATE_NEW:
      case ERT_CMD_STATE_QUEUED:
      case ERT_CMD_STATE_SUBMITTED:
      case ERT_CMD_STATE_RUNNING:
        require(std::chrono::steady_clock::now() < end, "a run did not complete within 60 s");
        break;
      default:
        throw std::runtime_error("a run ended in state " + std::to_string(run.state()));
    }
  }
}

// Buffers of one run in flight.
struct Lane {
  const int count;
  xrt::bo a, b, c;
  xrt::run run;

  Lane(const xrt::device& device, const xrt::kernel& vadd, int seed, int count)
      : count(count),
        a(device, count * sizeof(int), vadd.group_id(0)),
        b(device, count * sizeof(int), vadd.group_id(1)),
        c(device, count * sizeof(int), vadd.group_id(2)),
        run(vadd) {
    int* left = a.map<int*>();
    int* right = b.map<int*>();
    for (int i = 0; i < count; i++) {
      left[i] = seed + i;
      right[i] = 3 * i - seed * 5;
    }
    a.sync(XCL_BO_SYNC_BO_TO_DEVICE);
    b.sync(XCL_BO_SYNC_BO_TO_DEVICE);
    run.set_arg(0, a);
    run.set_arg(1, b);
    run.set_arg(2, c);
    run.set_arg(3, count);
  }

  void check(int seed) {
    c.sync(XCL_BO_SYNC_BO_FROM_DEVICE);
    const int* sum = c.map<int*>();
    for (int i = 0; i < count; i++) {
      require(sum[i] == 4 * i - seed * 4, "element " + std::to_string(i) + " is " + std::to_string(sum[i]));
    }
  }
};

}  // namespace

int main(int argc, char** argv) try {
  require(argc > 1, "usage: vadd IMAGE [RUNS [DEPTH [COUNT]]]");
  const int runs = argc > 2 ? std::atoi(argv[2]) : 1;
  const int depth = argc > 3 ? std::atoi(argv[3]) : 1;
  const int count = argc > 4 ? std::atoi(argv[4]) : 1024;
  require(runs >= depth && depth > 0, "RUNS is at least DEPTH, and DEPTH at least 1");
  require(count > 0 && count <= 1 << 24, "COUNT is 1 to 16 777 216");

  xrt::device device(0);
  const auto uuid = device.load_xclbin(argv[1]);
  xrt::kernel vadd(device, uuid, "vadd");

  std::vector<Lane> lanes;
  for (int i = 0; i < depth; i++) lanes.emplace_back(device, vadd, i, count);
  const auto begun = std::chrono::steady_clock::now();
  for (int i = 0; i < depth; i++) lanes[i].run.start();
  for (int done = 0; done < runs; done++) {
    Lane& lane = lanes[done % depth];
    finish(lane.run);
    if (done + depth < runs) lane.run.start();
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
  for (int i = 0; i < depth; i++) lanes[i].check(i);

  std::cout << "vadd: " << runs << " runs, " << depth << " in flight, " << runs / took.count() << " runs/s, all sums right\n";
  return 0;
} catch (const std::exception& problem) {
  std::cerr << "vadd: " << problem.what() << '\n';
  return 1;
}
