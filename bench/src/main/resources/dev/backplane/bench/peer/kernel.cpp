// A kernel behind AXI models: registers, memory and streams, and a job to do again and again.
//
// kernel JOB MEMORY: the job's lines are "register OFFSET VALUE" and "packet PORT FILE"; the other file is the memory at power-up.
#include "worker.h"
#include "adapter.h"
#include <algorithm>
#include <fstream>
#include <map>
#include <tuple>

static const int RESET_CYCLES = 32;
static const int IDLE_AFTER_RESET = 4;
static const uint64_t DRAIN_CYCLES = 1024;
static const uint64_t ACCESS_CYCLES = 1000;
static const uint64_t WATCHDOG_CYCLES = 100000;

template <class Tuple, class Each> static inline void each(Tuple& all, Each action) {
  std::apply([&](auto&... one) { (action(one), ...); }, all);
}

class Kernel {
  World world;
  Model model;
  Registers<ControlPins> registers{world, model};
  Reads reads = makeReads(world, model);
  Writes writes = makeWrites(world, model);
  Senders senders = makeSenders(world, model);
  Receivers receivers = makeReceivers(world, model);
  std::vector<uint8_t> powerUpMemory;
  std::vector<std::pair<uint32_t, uint32_t>> arguments;
  std::map<std::string, std::vector<uint8_t>> packets;
  bool interruptHigh = false, interruptsEnabled = false, seenBusy = false, seenDone = false;

 public:
  Kernel(const char* job, const char* memory) : powerUpMemory(contents(memory)) {
    std::ifstream in(job);
    std::string what, port, file;
    while (in >> what) {
      if (what == "register") {
        uint32_t offset, value;
        in >> offset >> value;
        arguments.push_back({offset, value});
      } else {
        in >> port >> file;
        packets[port] = contents(file);
      }
    }
    reset();
  }

  // The cycles of the job from power-up, and a digest of the memory and of what was received.
  std::string check() {
    prepare();
    uint64_t cycles = run();
    uint64_t digest = 0;
    for (uint8_t byte : world.memory) digest = digest * 31 + byte;
    each(receivers, [&](auto& one) {
      for (uint8_t byte : one.bytes) digest = digest * 31 + byte;
    });
    prepare();
    return std::to_string(cycles) + " " + std::to_string((int64_t)digest);
  }

  uint64_t run(uint64_t cycles) {
    uint64_t done = 0;
    while (done < cycles) done += run();
    return done;
  }

 private:
  void cycle() {
    model.eval();
    registers.sample();
    each(reads, [](auto& one) { one.sample(); });
    each(writes, [](auto& one) { one.sample(); });
    each(senders, [](auto& one) { one.sample(); });
    each(receivers, [](auto& one) { one.sample(); });
    interruptHigh = interruptPin(model);
    edge();
    drive();
  }

  void edge() {
    clockPin(model, 1);
    model.eval();
    clockPin(model, 0);
    world.cycle++;
  }

  void drive() {
    registers.drive();
    each(reads, [](auto& one) { one.drive(); });
    each(writes, [](auto& one) { one.drive(); });
    each(senders, [](auto& one) { one.drive(); });
    each(receivers, [](auto& one) { one.drive(); });
  }

  void checkQuiet() {
    registers.checkQuiet();
    each(reads, [](auto& one) { one.checkQuiet(); });
    each(writes, [](auto& one) { one.checkQuiet(); });
    each(receivers, [](auto& one) { one.checkQuiet(); });
  }

  void reset() {
    powerUp(model, true);
    model.eval();
    powerUp(model, false);
    resetPins(model, true);
    for (int i = 0; i < RESET_CYCLES; i++) {
      model.eval();
      if (i >= RESET_CYCLES / 2) checkQuiet();
      edge();
    }
    resetPins(model, false);
    model.eval();
    checkQuiet();
    edge();
    drive();
    for (int i = 0; i < IDLE_AFTER_RESET; i++) cycle();
  }

  void finishAccess() {
    for (uint64_t end = world.cycle + ACCESS_CYCLES; registers.busy;) {
      if (world.cycle == end) fail("registers", world.cycle, "an access is not answered");
      cycle();
    }
  }

  void write(uint32_t offset, uint32_t value) {
    registers.beginWrite(offset, value);
    finishAccess();
  }

  uint32_t read(uint32_t offset) {
    registers.beginRead(offset);
    finishAccess();
    return registers.result;
  }

  void prepare() {
    world.memory = powerUpMemory;
    for (auto& argument : arguments) write(argument.first, argument.second);
  }

  uint64_t pollInterval(uint64_t started) const {
    return interruptsEnabled ? 4096 : std::min<uint64_t>(256, std::max<uint64_t>(8, (world.cycle - started) / 16));
  }

  // Reads the control register, which clears done.
  void readControl() {
    uint32_t control = read(0);
    bool start = control & 1, idle = control & 4;
    seenDone |= (control & 2) || (!CHAINED && seenBusy && idle && !start);
    seenBusy |= !idle;
  }

  // The cycles from the start to the end of what follows it.
  uint64_t run() {
    each(senders, [&](auto& one) { one.send(packets.at(one.name())); });
    each(receivers, [](auto& one) { one.bytes.clear(), one.packets = 0; });
    if (HAS_INTERRUPT && !interruptsEnabled) {
      write(8, 1);
      write(4, 1);
      interruptsEnabled = true;
    }
    seenBusy = seenDone = false;
    world.progress();
    write(0, 1);
    uint64_t started = registers.writtenAt;
    uint64_t nextPoll = world.cycle + pollInterval(started);
    while (true) {
      bool raised = interruptHigh;
      if (raised || world.cycle >= nextPoll) {
        readControl();
        if (seenDone) {
          finish(raised);
          break;
        }
        nextPoll = world.cycle + pollInterval(started);
      }
      while (world.cycle < nextPoll && !interruptHigh) cycle();
      if (world.cycle - world.lastProgress > WATCHDOG_CYCLES) fail("kernel", world.cycle, "no progress");
    }
    uint64_t cycles = world.cycle - started;
    each(receivers, [&](auto& one) {
      while (!one.packets) {
        if (world.cycle - world.lastProgress > WATCHDOG_CYCLES) fail("kernel", world.cycle, "no packet");
        cycle();
      }
    });
    return cycles;
  }

  void finish(bool raised) {
    if (CHAINED) {
      write(0, 0x10);
      read(0);
    }
    if (raised || interruptHigh) {
      read(0x0c);
      if (uint32_t left = read(0x0c)) write(0x0c, left);
    }
    for (uint64_t end = world.cycle + DRAIN_CYCLES; world.cycle < end && busy();) cycle();
    if (busy()) fail("kernel", world.cycle, "done with outstanding accesses");
  }

  bool busy() {
    bool any = false;
    each(reads, [&](auto& one) { any |= one.busy(); });
    each(writes, [&](auto& one) { any |= one.busy(); });
    return any;
  }
};

int main(int count, char** arguments) {
  uint64_t begun = nanos(CLOCK_MONOTONIC);
  if (count != 3) return 2;
  static Kernel kernel(arguments[1], arguments[2]);
  return serve(kernel, begun);
}
