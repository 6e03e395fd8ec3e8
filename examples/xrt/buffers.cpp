// What buffers can do in XRT's native C++ API: parts of them synchronised, parts of them handed to a kernel, copies.
//
//   buffers IMAGE
#include <xrt/xrt_bo.h>
#include <xrt/xrt_device.h>
#include <xrt/xrt_kernel.h>

#include <chrono>
#include <iostream>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr int page = 4096;
constexpr int pages = 6;
constexpr int count = page / sizeof(int);

void require(bool holds, const std::string& what) {
  if (!holds) throw std::runtime_error(what);
}

// One run over whole pages, as short as its data: waits in small steps, whole seconds would be slept otherwise.
void add(const xrt::kernel& vadd, const xrt::bo& a, const xrt::bo& b, const xrt::bo& c) {
  xrt::run run(vadd);
  run.set_arg(0, a);
  run.set_arg(1, b);
  run.set_arg(2, c);
  run.set_arg(3, count);
  run.start();
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  for (auto state = run.state(); state != ERT_CMD_STATE_COMPLETED; state = run.state()) {
    require(state < ERT_CMD_STATE_COMPLETED || state == ERT_CMD_STATE_SUBMITTED, "the run failed");
    require(std::chrono::steady_clock::now() < end, "the run did not complete within 60 s");
  }
}

}  // namespace

int main(int argc, char** argv) try {
  require(argc > 1, "usage: buffers IMAGE");
  xrt::device device(0);
  const auto uuid = device.load_xclbin(argv[1]);
  xrt::kernel vadd(device, uuid, "vadd");

  // Larger than a packet of the emulation, so that it travels in pieces.
  xrt::bo large(device, pages * 64 * page, vadd.group_id(0));
  std::vector<int> numbers(large.size() / sizeof(int));
  std::iota(numbers.begin(), numbers.end(), -5);
  large.write(numbers.data());
  large.sync(XCL_BO_SYNC_BO_TO_DEVICE);
  std::vector<int> back(numbers.size());
  std::fill_n(large.map<int*>(), back.size(), 0);
  large.sync(XCL_BO_SYNC_BO_FROM_DEVICE);
  large.read(back.data());
  require(back == numbers, "a buffer in pieces came back changed");

  // Only the middle page of what the host changed reaches the device.
  xrt::bo part(device, 3 * page, vadd.group_id(0));
  int* words = part.map<int*>();
  std::fill_n(words, 3 * count, 1);
  part.sync(XCL_BO_SYNC_BO_TO_DEVICE);
  std::fill_n(words, 3 * count, 2);
  part.sync(XCL_BO_SYNC_BO_TO_DEVICE, page, page);
  std::fill_n(words, 3 * count, 3);
  part.sync(XCL_BO_SYNC_BO_FROM_DEVICE, 2 * page, 0);
  require(words[0] == 1 && words[count - 1] == 1, "the first page is not as it was");
  require(words[count] == 2 && words[2 * count - 1] == 2, "the second page did not arrive");
  require(words[2 * count] == 3, "the third page was read and should not be");

  // A kernel on parts of one buffer: its first page and its second give its third.
  xrt::bo whole(device, 3 * page, vadd.group_id(0));
  int* cells = whole.map<int*>();
  for (int i = 0; i < count; i++) {
    cells[i] = 10 * i;
    cells[count + i] = i;
    cells[2 * count + i] = 0;
  }
  whole.sync(XCL_BO_SYNC_BO_TO_DEVICE);
  xrt::bo first(whole, page, 0);
  xrt::bo second(whole, page, page);
  xrt::bo third(whole, page, 2 * page);
  add(vadd, first, second, third);
  whole.sync(XCL_BO_SYNC_BO_FROM_DEVICE);
  for (int i = 0; i < count; i++) require(cells[2 * count + i] == 11 * i, "sum " + std::to_string(i) + " is wrong");

  // A copy on the device, which the shim makes through the host.
  xrt::bo copy(device, page, vadd.group_id(2));
  copy.copy(whole, page, 2 * page, 0);
  copy.sync(XCL_BO_SYNC_BO_FROM_DEVICE);
  for (int i = 0; i < count; i++) require(copy.map<int*>()[i] == 11 * i, "the copy differs at " + std::to_string(i));

  std::cout << "buffers: pieces, parts, sub-buffers and copies are right\n";
  return 0;
} catch (const std::exception& problem) {
  std::cerr << "buffers: " << problem.what() << '\n';
  return 1;
}
