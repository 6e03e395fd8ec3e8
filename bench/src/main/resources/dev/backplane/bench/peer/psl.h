// A PSL: memory by lines of 128 bytes, commands served in order after a latency, two halves of a line per transfer, one response per
// cycle. The checks of commands are those of the pins in Java.
#pragma once
#include "worker.h"

static const unsigned LINE = 128, TAGS = 256, CREDITS = 64, LATENCY = 5, BUFFER_LATENCY = 1;
static const unsigned RESET_JOB = 0x80, START_JOB = 0x90, TIMEBASE_JOB = 0x42, READ = 0x0a00, WRITE = 0x0d00;

inline unsigned odd(uint64_t value) { return ~__builtin_popcountll(value) & 1; }

// Tags that wait: a ring, the oldest first.
struct Queue {
  uint8_t tags[TAGS];
  uint64_t ready[TAGS];
  unsigned begin = 0, size = 0;
  void add(unsigned tag, uint64_t cycle) {
    unsigned at = (begin + size++) % TAGS;
    tags[at] = tag, ready[at] = cycle;
  }
  int take(uint64_t cycle) {
    if (!size || ready[begin] > cycle) return -1;
    unsigned tag = tags[begin];
    begin = (begin + 1) % TAGS, size--;
    return tag;
  }
};

template <class Pins> class Psl {
  Pins& pins;
  const uint64_t base, bytes;
  uint8_t* const memory;
  bool taken[TAGS] = {};
  uint64_t addresses[TAGS];
  unsigned sizes[TAGS];
  uint8_t lines[TAGS][LINE];
  Queue toRead, toServe, toWrite, toRespond;
  int writing = -1, reading = -1, due[16];
  unsigned writeParity = 0, credits = CREDITS;
  bool jobGiven = false, timebase = false;

 public:
  uint64_t cycle = 0, commands = 0;
  bool done = false;

  Psl(Pins& p, uint8_t* m, uint64_t b, uint64_t n) : pins(p), base(b), bytes(n), memory(m) {
    for (int& each : due) each = -1;
  }

  void job(unsigned code, uint64_t argument) {
    pins.job(1, code, odd(code), argument, odd(argument));
    jobGiven = true;
    if (code != TIMEBASE_JOB) done = false;
    if (code == START_JOB) pins.room(CREDITS), credits = CREDITS;
  }

  void sample(bool inJob) {
    if (pins.isDone()) done = true;
    timebase |= inJob && pins.asksTimebase();
    if (!inJob) return;
    int& slot = due[cycle % 16];
    if (slot >= 0) {
      unsigned tag = slot >> 1, half = slot & 1;
      slot = -1;
      unsigned parity = pins.takeHalf(lines[tag] + half * LINE / 2);
      if (pins.readParity() != parity) fail("psl", cycle, "wrong parity of a buffer read");
      if (half) toServe.add(tag, cycle + 1);
    }
    if (pins.commandValid()) accept();
    if (pins.latency() != BUFFER_LATENCY) fail("psl", cycle, "another latency");
  }

  void drive() {
    if (jobGiven) jobGiven = false;
    else pins.job(0, 0, 0, 0, 0);
    if (timebase && !jobGiven) timebase = false, job(TIMEBASE_JOB, cycle * 2);
    int tag = toServe.take(cycle);
    if (tag >= 0) serve(tag);
    pins.writeParity(writeParity);
    if (writing >= 0) {
      writeParity = pins.give(1, writing, odd(writing), 1, lines[writing] + LINE / 2);
      toRespond.add(writing, cycle + 1);
      writing = -1;
    } else if ((tag = toWrite.take(cycle)) >= 0) {
      writeParity = pins.give(1, tag, odd(tag), 0, lines[tag]);
      writing = tag;
    } else {
      pins.giveNone();
    }
    if (reading >= 0) {
      ask(reading, 1);
      reading = -1;
    } else if ((tag = toRead.take(cycle)) >= 0) {
      ask(tag, 0);
      reading = tag;
    } else {
      pins.ask(0, 0, 0, 0);
    }
    if ((tag = toRespond.take(cycle)) >= 0) {
      pins.respond(1, tag, odd(tag), 0, 1);
      taken[tag] = false;
      credits++;
    } else {
      pins.respond(0, 0, 0, 0, 0);
    }
  }

 private:
  void ask(unsigned tag, unsigned half) {
    pins.ask(1, tag, odd(tag), half);
    due[(cycle + BUFFER_LATENCY + 1) % 16] = tag << 1 | half;
  }

  void accept() {
    unsigned tag = pins.tag(), code = pins.code(), size = pins.size();
    uint64_t address = pins.address();
    if (!credits--) fail("psl", cycle, "no credit");
    if (taken[tag]) fail("psl", cycle, "a tag that is outstanding");
    if (odd(tag) != pins.tagParity() || odd(code) != pins.codeParity() || odd(address) != pins.addressParity())
      fail("psl", cycle, "wrong parity of a command");
    if (code != READ && code != WRITE) fail("psl", cycle, "a command without a model");
    if (size > LINE || (size & (size - 1)) || (address & (size - 1))) fail("psl", cycle, "wrong size or alignment");
    if (address - base >= bytes || address - base + size > bytes) fail("psl", cycle, "no memory is there");
    taken[tag] = true;
    addresses[tag] = address;
    sizes[tag] = code == WRITE ? size : 0;
    commands++;
    (code == WRITE ? toRead : toServe).add(tag, cycle + LATENCY);
  }

  void serve(unsigned tag) {
    uint64_t at = addresses[tag] - base;
    if (sizes[tag]) {
      std::memcpy(memory + at, lines[tag] + at % LINE, sizes[tag]);
      toRespond.add(tag, cycle + 1);
    } else {
      std::memcpy(lines[tag], memory + at / LINE * LINE, LINE);
      toWrite.add(tag, cycle);
    }
  }
};
