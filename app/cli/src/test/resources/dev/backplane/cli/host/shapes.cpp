// Kernels of unusual shapes, as any XRT host uses them.
//   shapes streams IMAGE           feeder reads memory and gives a stream, collector writes what comes
//   shapes ponder IMAGE CYCLES MODE
#include <xrt/xrt_bo.h>
#include <xrt/xrt_device.h>
#include <xrt/xrt_kernel.h>

#include <iostream>
#include <string>

static int streams(xrt::device& device, const xrt::uuid& uuid) {
  const int count = 64;
  auto feeder = xrt::kernel(device, uuid, "feeder");
  auto collector = xrt::kernel(device, uuid, "collector");
  auto in = xrt::bo(device, count * sizeof(int), feeder.group_id(0));
  auto out = xrt::bo(device, count * sizeof(int), collector.group_id(0));
  int* given = in.map<int*>();
  for (int i = 0; i < count; i++) given[i] = 3 * i;
  in.sync(XCL_BO_SYNC_BO_TO_DEVICE);
  xrt::run taking(collector);
  taking.set_arg(0, out);
  taking.set_arg(1, count);
  taking.start();
  xrt::run giving(feeder);
  giving.set_arg(0, in);
  giving.set_arg(1, count);
  giving.start();
  giving.wait();
  taking.wait();
  out.sync(XCL_BO_SYNC_BO_FROM_DEVICE);
  int* taken = out.map<int*>();
  for (int i = 0; i < count; i++) {
    if (taken[i] != 3 * i) return 1;
  }
  std::cout << "streams are right" << std::endl;
  return 0;
}

static int ponder(xrt::device& device, const xrt::uuid& uuid, int cycles, int mode) {
  auto kernel = xrt::kernel(device, uuid, "ponder");
  auto run = kernel(cycles, mode, 0);
  auto state = run.wait();
  std::cout << "state " << state << std::endl;
  return state == ERT_CMD_STATE_COMPLETED ? 0 : 1;
}

int main(int count, char** arguments) {
  if (count < 3) return 2;
  xrt::device device(0);
  auto uuid = device.load_xclbin(arguments[2]);
  if (std::string(arguments[1]) == "streams") return streams(device, uuid);
  return count < 5 ? 2 : ponder(device, uuid, std::stoi(arguments[3]), std::stoi(arguments[4]));
}
