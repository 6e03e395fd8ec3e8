// CRC-32C behind a PSL. A line "sum LINES" is answered with commands, the CRC and nanoseconds.
#include "psl.h"
#include "adapter.h"

static const uint64_t BASE = 0x7f0000000000, MOST_CYCLES_A_LINE = 64;

struct Crc {
  Model model;
  Pins pins{model};
  std::vector<uint8_t> memory;
  Psl<Pins> psl;
  uint64_t lines;

  static void put(uint8_t* at, uint64_t value) {
    value = __builtin_bswap64(value);
    std::memcpy(at, &value, sizeof value);
  }
  static uint64_t get(const uint8_t* at) {
    uint64_t value;
    std::memcpy(&value, at, sizeof value);
    return __builtin_bswap64(value);
  }

  explicit Crc(uint64_t count) : memory((count + 1) * LINE), psl(pins, memory.data(), BASE, (count + 1) * LINE), lines(count) {
    uint64_t seed = 1;
    for (uint64_t i = LINE; i < memory.size(); i++) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      memory[i] = seed >> 56;
    }
    put(memory.data(), BASE + LINE);
    put(memory.data() + 8, lines * LINE);
    pins.clock(0);
  }

  void cycle(bool inJob) {
    model.eval();
    psl.sample(inJob);
    pins.clock(1);
    model.eval();
    pins.clock(0);
    psl.cycle++;
    psl.drive();
  }

  void sum() {
    const volatile uint8_t* complete = memory.data() + 0x47;
    put(memory.data() + 0x40, 0);
    uint64_t begun = nanos(CLOCK_MONOTONIC), commands = psl.commands;
    psl.job(RESET_JOB, 0);
    while (!psl.done) cycle(false);
    for (int i = 0; i < 4; i++) cycle(false);
    psl.job(START_JOB, BASE);
    uint64_t end = psl.cycle + 1024 + lines * MOST_CYCLES_A_LINE;
    while (!*complete) {
      if (psl.cycle > end) fail("crc32c", psl.cycle, "no result");
      for (int i = 0; i < 64; i++) cycle(true);
    }
    uint64_t took = nanos(CLOCK_MONOTONIC) - begun;
    std::printf("%llu %llu %llu\n", (unsigned long long)(psl.commands - commands),
                (unsigned long long)get(memory.data() + 0x48), (unsigned long long)took);
    std::fflush(stdout);
  }
};

int main() {
  std::printf("ready\n");
  std::fflush(stdout);
  Crc* now = nullptr;
  unsigned long long lines;
  while (std::scanf(" sum %llu", &lines) == 1) {
    if (!now || now->lines != lines) {
      delete now;
      now = new Crc(lines);
    }
    now->sum();
  }
  return 0;
}
