// Native loop-back behind CCI-P. A line "copy LINES" is answered with the cycles that the accelerator reports, and nanoseconds.
#include "ccip.h"
#include "adapter.h"
#include <utility>

static const unsigned RESET_CYCLES = 32, IDLE_AFTER_RESET = 4;
static const uint64_t MOST_CYCLES_A_LINE = 64;
static const uint64_t FIRST_LINE = 0x1'0000'0000 / LINE, STATUS_LINES = 64;

struct Loopback {
  Model model;
  std::vector<uint8_t> memory;
  Host host;
  uint64_t lines;

  explicit Loopback(uint64_t count)
      : memory((STATUS_LINES + 2 * count) * LINE), host(memory.data(), FIRST_LINE, STATUS_LINES + 2 * count), lines(count) {
    uint64_t seed = 1;
    for (uint64_t i = 0; i < count * LINE; i++) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      source()[i] = seed >> 56;
    }
    clockPin(model, 0);
    resetPin(model, 1);
    for (unsigned i = 0; i < RESET_CYCLES; i++) edge();
    resetPin(model, 0);
    for (unsigned i = 0; i < IDLE_AFTER_RESET; i++) cycle();
    write(0x110, FIRST_LINE * LINE);
    write(0x120, FIRST_LINE + STATUS_LINES);
    write(0x128, FIRST_LINE + STATUS_LINES + count);
    write(0x130, count);
  }

  uint8_t* source() { return memory.data() + STATUS_LINES * LINE; }
  uint8_t* target() { return source() + lines * LINE; }

  void edge() {
    model.eval();
    clockPin(model, 1);
    model.eval();
    clockPin(model, 0);
  }

  void cycle() {
    model.eval();
    host.sample(tx(model));
    clockPin(model, 1);
    model.eval();
    clockPin(model, 0);
    host.cycle++;
    host.drive(rx(model));
  }

  void write(uint64_t offset, uint64_t value) {
    host.write(offset, value);
    cycle();
    cycle();
  }

  void copy() {
    const volatile uint32_t* complete = reinterpret_cast<uint32_t*>(memory.data() + 0x40);
    std::memset(memory.data(), 0, 2 * LINE);
    std::memset(target(), 0, lines * LINE);
    write(0x138, 1);
    uint64_t begun = nanos(CLOCK_MONOTONIC), end = host.cycle + 1024 + lines * MOST_CYCLES_A_LINE;
    write(0x138, 3);
    while (!*complete) {
      if (host.cycle > end) fail("nlb0", host.cycle, "no status");
      for (int i = 0; i < 64; i++) cycle();
    }
    uint64_t took = nanos(CLOCK_MONOTONIC) - begun, cycles;
    if (std::memcmp(source(), target(), lines * LINE)) fail("nlb0", host.cycle, "something else was copied");
    std::memcpy(&cycles, memory.data() + 0x48, sizeof cycles);
    std::printf("%llu %llu\n", (unsigned long long)cycles, (unsigned long long)took);
    std::fflush(stdout);
  }
};

int main() {
  std::printf("ready\n");
  std::fflush(stdout);
  Loopback* now = nullptr;
  unsigned long long lines;
  while (std::scanf(" copy %llu", &lines) == 1) {
    if (!now || now->lines != lines) {
      delete now;
      now = new Loopback(lines);
    }
    now->copy();
  }
  return 0;
}
