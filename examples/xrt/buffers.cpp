// What buffers can do in XRT's native C++ API: parts of them synchronised, parts of them handed to a kernel, copies, and
// each kind there is.
//
//   buffers IMAGE           with banks of the device's memory
//   buffers IMAGE host      with a bank of the host's memory, which the kernel reaches
#include <xrt/xrt_bo.h>
#include <xrt/xrt_device.h>
#include <xrt/xrt_kernel.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>
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

void fill(int* left, int* right, int seed) {
  for (int i = 0; i < count; i++) {
    left[i] = seed + i;
    right[i] = 5 * i;
  }
}

void check(const int* sum, int seed, const std::string& kind) {
  for (int i = 0; i < count; i++) require(sum[i] == 6 * i + seed, kind + ": sum " + std::to_string(i) + " is " + std::to_string(sum[i]));
}

// Device memory mapped into the program: both see it at once.
void peerToPeer(const xrt::device& device, const xrt::kernel& vadd) {
  xrt::bo a(device, page, xrt::bo::flags::p2p, vadd.group_id(0));
  xrt::bo b(device, page, xrt::bo::flags::p2p, vadd.group_id(1));
  xrt::bo c(device, page, xrt::bo::flags::p2p, vadd.group_id(2));
  fill(a.map<int*>(), b.map<int*>(), 3);
  int* sum = c.map<int*>();
  add(vadd, a, b, c);
  check(sum, 3, "p2p");

  // Another name of the same memory, by which something is copied into it.
  xrt::bo named(device, c.export_buffer());
  require(named.size() == c.size(), "an imported buffer has another size");
}

// Memory that the program brings.
void ofTheProgram(const xrt::device& device, const xrt::kernel& vadd) {
  const auto pages = [] {
    return std::unique_ptr<int, decltype(&std::free)>(static_cast<int*>(std::aligned_alloc(page, page)), std::free);
  };
  const auto left = pages();
  const auto right = pages();
  const auto sum = pages();
  xrt::bo a(device, left.get(), page, vadd.group_id(0));
  xrt::bo b(device, right.get(), page, vadd.group_id(1));
  xrt::bo c(device, sum.get(), page, vadd.group_id(2));
  fill(left.get(), right.get(), 7);
  a.sync(XCL_BO_SYNC_BO_TO_DEVICE);
  b.sync(XCL_BO_SYNC_BO_TO_DEVICE);
  add(vadd, a, b, c);
  c.sync(XCL_BO_SYNC_BO_FROM_DEVICE);
  check(sum.get(), 7, "user pointer");
}

// A result that never leaves the device is what the next run works on.
void betweenKernels(const xrt::device& device, const xrt::kernel& vadd) {
  xrt::bo a(device, page, xrt::bo::flags::cacheable, vadd.group_id(0));
  xrt::bo zero(device, page, xrt::bo::flags::cacheable, vadd.group_id(1));
  xrt::bo between(device, page, xrt::bo::flags::device_only, vadd.group_id(2));
  xrt::bo c(device, page, xrt::bo::flags::cacheable, vadd.group_id(2));
  fill(a.map<int*>(), zero.map<int*>(), 9);
  a.sync(XCL_BO_SYNC_BO_TO_DEVICE);
  zero.sync(XCL_BO_SYNC_BO_TO_DEVICE);
  add(vadd, a, zero, between);
  std::fill_n(zero.map<int*>(), count, 0);
  zero.sync(XCL_BO_SYNC_BO_TO_DEVICE);
  add(vadd, between, zero, c);
  c.sync(XCL_BO_SYNC_BO_FROM_DEVICE);
  check(c.map<int*>(), 9, "device only");
}

// Nothing is copied to the device: the kernel reaches into the program's memory. A buffer of several pages has one before it
// and one behind it, which must stay as they are.
void onTheHost(const xrt::device& device, const xrt::kernel& vadd) {
  const auto flags = xrt::bo::flags::host_only;
  xrt::bo a(device, page, flags, vadd.group_id(0));
  xrt::bo before(device, page, flags, vadd.group_id(2));
  xrt::bo c(device, 3 * page, flags, vadd.group_id(2));
  xrt::bo behind(device, page, flags, vadd.group_id(2));
  xrt::bo b(device, page, flags, vadd.group_id(1));
  std::fill_n(before.map<int*>(), count, -1);
  std::fill_n(c.map<int*>(), 3 * count, -2);
  std::fill_n(behind.map<int*>(), count, -3);
  xrt::bo middle(c, page, page);
  for (int round = 0; round < 20; round++) {
    fill(a.map<int*>(), b.map<int*>(), round);
    add(vadd, a, b, middle);
    check(c.map<int*>() + count, round, "host only");
  }
  for (int i = 0; i < count; i++) {
    require(before.map<int*>()[i] == -1 && behind.map<int*>()[i] == -3, "a neighbour was written to");
    require(c.map<int*>()[i] == -2 && c.map<int*>()[2 * count + i] == -2, "more than the sums was written");
  }
}

}  // namespace

int main(int argc, char** argv) try {
  require(argc > 1, "usage: buffers IMAGE");
  xrt::device device(0);
  const auto uuid = device.load_xclbin(argv[1]);
  xrt::kernel vadd(device, uuid, "vadd");

  if (argc > 2 && std::string(argv[2]) == "host") {
    onTheHost(device, vadd);
    std::cout << "buffers: the kernel works on host memory\n";
    return 0;
  }

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

  peerToPeer(device, vadd);
  ofTheProgram(device, vadd);
  betweenKernels(device, vadd);

  std::cout << "buffers: pieces, parts, sub-buffers and copies are right\n";
  return 0;
} catch (const std::exception& problem) {
  std::cerr << "buffers: " << problem.what() << '\n';
  return 1;
}
