// The conversation with the benchmark, the same as that of the workers in Java: check, run NANOSECONDS, size.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <time.h>
#include <vector>

[[noreturn]] inline void fail(const char* where, uint64_t cycle, const std::string& what) {
  std::fprintf(stderr, "%s @cycle %llu: %s\n", where, (unsigned long long)cycle, what.c_str());
  std::exit(1);
}

inline std::vector<uint8_t> contents(const std::string& name) {
  std::FILE* file = std::fopen(name.c_str(), "rb");
  if (!file) fail(name.c_str(), 0, "cannot be read");
  std::vector<uint8_t> bytes;
  uint8_t part[65536];
  for (size_t got; (got = std::fread(part, 1, sizeof part, file)) > 0;) bytes.insert(bytes.end(), part, part + got);
  std::fclose(file);
  return bytes;
}

inline uint64_t nanos(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * 1000000000ull + now.tv_nsec;
}

// CPU time of this thread over pieces that grow, so that quick and slow designs both come out near the time wanted.
template <class Work> void timed(Work& work, uint64_t budget) {
  uint64_t begun = nanos(CLOCK_THREAD_CPUTIME_ID), cycles = 0, piece = 64, spent = 0;
  while (spent < budget) {
    cycles += work.run(piece);
    spent = nanos(CLOCK_THREAD_CPUTIME_ID) - begun;
    if (spent < budget / 8) piece *= 2;
  }
  std::printf("%llu %llu\n", (unsigned long long)cycles, (unsigned long long)spent);
}

inline uint64_t residentBytes() {
  uint64_t kilobytes = 0;
  if (std::FILE* status = std::fopen("/proc/self/status", "r")) {
    char line[256];
    while (std::fgets(line, sizeof line, status))
      if (!std::strncmp(line, "VmHWM:", 6)) kilobytes = std::strtoull(line + 6, nullptr, 10);
    std::fclose(status);
  }
  return kilobytes * 1024;
}

template <class Work> int serve(Work& work, uint64_t begun) {
  std::printf("ready %llu\n", (unsigned long long)(nanos(CLOCK_MONOTONIC) - begun));
  std::fflush(stdout);
  char line[256];
  while (std::fgets(line, sizeof line, stdin)) {
    if (!std::strncmp(line, "check", 5)) std::printf("%s\n", work.check().c_str());
    else if (!std::strncmp(line, "size", 4)) std::printf("%llu\n", (unsigned long long)residentBytes());
    else timed(work, std::strtoull(line + 4, nullptr, 10));
    std::fflush(stdout);
  }
  return 0;
}
