// Copies between buffers of all kinds and banks, with offsets and sizes of every kind, each against what memory would be.
#include <xrt/xrt_bo.h>
#include <xrt/xrt_device.h>
#include <xrt/xrt_kernel.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr size_t kBytes = 3 * 4096;

void require(bool holds, const std::string& what) {
  if (!holds) throw std::runtime_error(what);
}

std::vector<unsigned char> numbers(size_t bytes, unsigned seed) {
  std::vector<unsigned char> data(bytes);
  for (size_t i = 0; i < bytes; i++) data[i] = static_cast<unsigned char>(i * 31 + i / 251 + seed);
  return data;
}

xrt::bo filled(const xrt::device& device, const std::vector<unsigned char>& data, unsigned bank) {
  xrt::bo bo(device, data.size(), xrt::bo::flags::normal, bank);
  bo.write(data.data());
  bo.sync(XCL_BO_SYNC_BO_TO_DEVICE);
  return bo;
}

std::vector<unsigned char> content(xrt::bo& bo) {
  bo.sync(XCL_BO_SYNC_BO_FROM_DEVICE);
  std::vector<unsigned char> data(bo.size());
  bo.read(data.data());
  return data;
}

bool refused(xrt::bo& to, const xrt::bo& from, size_t size, size_t start, size_t offset) {
  try {
    to.copy(from, size, start, offset);
    return false;
  } catch (const std::exception&) {
    return true;
  }
}

// Through two banks of the device and back, by memory that is nowhere else.
void throughTheDevice(const xrt::device& device, size_t bytes, size_t size, size_t start, size_t offset) {
  const auto data = numbers(bytes, 1);
  const auto other = numbers(bytes, 77);
  xrt::bo from = filled(device, data, 0);
  xrt::bo ground = filled(device, other, 1);
  xrt::bo one(device, bytes, xrt::bo::flags::device_only, 0);
  xrt::bo two(device, bytes, xrt::bo::flags::device_only, 1);
  xrt::bo back(device, bytes, xrt::bo::flags::normal, 1);
  one.copy(ground, bytes, 0, 0);
  one.copy(from, size, start, offset);
  two.copy(one, bytes, 0, 0);
  two.copy(one, size, offset, start);
  back.copy(two, bytes, 0, 0);
  auto expected = other;
  std::copy_n(data.begin() + start, size, expected.begin() + offset);
  const auto before = expected;
  std::copy_n(before.begin() + offset, size, expected.begin() + start);
  require(content(back) == expected,
          std::to_string(size) + " bytes from " + std::to_string(start) + " to " + std::to_string(offset) + " are wrong");
  require(content(from) == data, "the source has changed");
}

void overlapping(const xrt::device& device) {
  for (const bool up : {true, false}) {
    const size_t bytes = 5 << 20;
    auto data = numbers(bytes, 5);
    xrt::bo from = filled(device, data, 0);
    xrt::bo one(device, bytes, xrt::bo::flags::device_only, 0);
    xrt::bo back(device, bytes, xrt::bo::flags::normal, 0);
    one.copy(from, bytes, 0, 0);
    const size_t low = 100, high = 70'003, size = bytes - high;
    one.copy(one, size, up ? low : high, up ? high : low);
    std::memmove(data.data() + (up ? high : low), data.data() + (up ? low : high), size);
    back.copy(one, bytes, 0, 0);
    require(content(back) == data, "an overlapping copy is wrong");
  }
}

// What the host can copy, it does, as ever: sub-buffers begin where they begin, and the program sees its side.
void throughTheHost(const xrt::device& device) {
  const auto data = numbers(kBytes, 9);
  xrt::bo from = filled(device, data, 0);
  xrt::bo to(device, kBytes, xrt::bo::flags::normal, 1);
  xrt::bo second(from, 4096, 4096);
  xrt::bo third(to, 4096, 8192);
  third.copy(second, 4000, 96, 7);
  auto* words = to.map<unsigned char*>();
  for (int look = 0; look < 2; look++) {
    for (size_t i = 0; i < 4000; i++) require(words[8192 + 7 + i] == data[4096 + 96 + i], "a copy of a sub-buffer is wrong");
    to.sync(XCL_BO_SYNC_BO_FROM_DEVICE);
  }
}

void outOfRange(const xrt::device& device) {
  const auto data = numbers(kBytes, 3);
  xrt::bo from = filled(device, data, 0);
  xrt::bo to(device, 4096, xrt::bo::flags::device_only, 1);
  require(refused(to, from, 4097, 0, 0), "more than the target holds was copied");
  require(refused(to, from, 4000, 0, 97), "past the end of the target was copied");
  require(refused(to, from, 4000, kBytes - 3999, 0), "past the end of the source was copied");
  require(refused(to, from, 0, 0, 0), "nothing was copied");
  require(refused(to, from, ~size_t(0) - 10, 20, 20), "a size that wraps was copied");
  xrtBufferHandle gone = nullptr;
  require(xrtBOCopy(gone, gone, 64, 0, 0) != 0, "what is no buffer was copied");
}

// The kernel does not reach bank 1: XRT makes a copy in the bank that it does reach.
void foreignBank(const xrt::device& device, xrt::kernel vadd) {
  constexpr int count = 1000;
  std::vector<unsigned char> bytes(count * sizeof(int));
  auto* words = reinterpret_cast<int*>(bytes.data());
  for (int i = 0; i < count; i++) words[i] = 3 * i;
  xrt::bo a = filled(device, bytes, 1);
  xrt::bo b = filled(device, bytes, vadd.group_id(1));
  xrt::bo c(device, bytes.size(), xrt::bo::flags::normal, vadd.group_id(2));
  auto run = vadd(a, b, c, count);
  // In small steps: XRT sleeps a part of what it may wait.
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (run.state() != ERT_CMD_STATE_COMPLETED) {
    require(std::chrono::steady_clock::now() < end, "the run did not complete within 60 s");
  }
  const auto sums = content(c);
  for (int i = 0; i < count; i++) require(reinterpret_cast<const int*>(sums.data())[i] == 6 * i, "a sum is wrong");
}

void onTheHost(const xrt::device& device, unsigned host) {
  const auto data = numbers(kBytes, 11);
  xrt::bo from(device, kBytes, xrt::bo::flags::host_only, host);
  xrt::bo to(device, kBytes, xrt::bo::flags::host_only, host);
  xrt::bo between(device, kBytes, xrt::bo::flags::device_only, 0);
  std::memcpy(from.map<void*>(), data.data(), kBytes);
  std::memset(to.map<void*>(), 0, kBytes);
  between.copy(from, kBytes - 5, 5, 0);
  to.copy(between, kBytes - 5, 0, 5);
  require(std::memcmp(to.map<unsigned char*>() + 5, data.data() + 5, kBytes - 5) == 0, "host memory is wrong");
  require(to.map<unsigned char*>()[0] == 0, "more than was asked for was copied");
}

}  // namespace

int main(int argc, char** argv) try {
  require(argc > 1, "usage: copies IMAGE [BANK OF THE HOST]");
  xrt::device device(0);
  const auto uuid = device.load_xclbin(argv[1]);
  xrt::kernel vadd(device, uuid, "vadd");
  throughTheDevice(device, kBytes, kBytes, 0, 0);
  throughTheDevice(device, kBytes, 4096, 4096, 8192);
  throughTheDevice(device, kBytes, 4093, 5, 131);
  throughTheDevice(device, kBytes, 1, kBytes - 1, 0);
  throughTheDevice(device, 20 << 20, (20 << 20) - 70'001, 70'001, 3);
  overlapping(device);
  throughTheHost(device);
  outOfRange(device);
  foreignBank(device, vadd);
  if (argc > 2) onTheHost(device, static_cast<unsigned>(std::stoi(argv[2])));
  std::cout << "copies: all are right\n";
  return 0;
} catch (const std::exception& problem) {
  std::cerr << "copies: " << problem.what() << '\n';
  return 1;
}
