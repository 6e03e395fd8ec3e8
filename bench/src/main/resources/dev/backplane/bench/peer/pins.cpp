// A design that is driven by its pins: each tick drives the inputs from a table, settles, takes all outputs into a digest, and applies
// the edges. pins TABLE; a row of the table is a mask of edges, then the words of the inputs.
#include "worker.h"
#include "adapter.h"

static const uint64_t CHECKED_TICKS = 5000;

struct Pins {
  Model model;
  std::vector<uint64_t> table;
  size_t rows, row = 0;

  explicit Pins(const char* file) {
    std::vector<uint8_t> bytes = contents(file);
    table.resize(bytes.size() / 8);
    std::memcpy(table.data(), bytes.data(), table.size() * 8);
    rows = table.size() / (1 + INPUT_WORDS);
    powerUp(model, true);
    model.eval();
    powerUp(model, false);
  }

  uint64_t play(uint64_t ticks) {
    uint64_t seen = 0;
    for (uint64_t i = 0; i < ticks; i++) {
      const uint64_t* now = &table[row * (1 + INPUT_WORDS)];
      drive(model, now + 1);
      model.eval();
      seen = seen * 31 + digest(model);
      if (now[0]) {
        raise(model, now[0]);
        model.eval();
        lower(model, now[0]);
      }
      row = row + 1 == rows ? AFTER_RESET : row + 1;
    }
    return seen;
  }

  std::string check() {
    uint64_t seen = play(CHECKED_TICKS);
    return std::to_string(CHECKED_TICKS) + " " + std::to_string((int64_t)seen);
  }

  uint64_t run(uint64_t ticks) {
    static volatile uint64_t sink; // what nobody looks at would not be computed
    sink = play(ticks);
    return ticks;
  }
};

int main(int count, char** arguments) {
  uint64_t begun = nanos(CLOCK_MONOTONIC);
  if (count != 2) return 2;
  static Pins pins(arguments[1]);
  return serve(pins, begun);
}
