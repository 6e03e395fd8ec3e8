// The memory of a kernel, and bursts in it.
#pragma once
#include "worker.h"

static const uint64_t BASE = 0x4000000000;
static const uint64_t LATENCY = 8;
static const unsigned OUTSTANDING = 32;

// Where the simulation stands; what all channels know.
struct World {
  uint64_t cycle = 0;
  uint64_t lastProgress = 0;
  std::vector<uint8_t> memory;

  void progress() { lastProgress = cycle; }

  uint8_t* find(const char* port, uint64_t address, uint64_t bytes) {
    uint64_t offset = address - BASE;
    if (offset > memory.size() || bytes > memory.size() - offset) fail(port, cycle, "address outside memory");
    return &memory[offset];
  }
};

// A queue of fixed capacity.
template <class T, unsigned CAPACITY> class Queue {
  static_assert((CAPACITY & (CAPACITY - 1)) == 0, "a power of two");
  T items[CAPACITY];
  unsigned head = 0, count = 0;

 public:
  bool empty() const { return count == 0; }
  bool full() const { return count == CAPACITY; }
  unsigned size() const { return count; }
  T& front() { return items[head]; }
  T& push() { return items[(head + count++) & (CAPACITY - 1)]; }
  void pop() {
    head = (head + 1) & (CAPACITY - 1);
    count--;
  }
};

enum BurstType { FIXED, INCR, WRAP };

struct Burst {
  uint64_t start, address, id, ready;
  uint32_t beats, beat, bytes;
  unsigned type;
  bool whole;       // adjacent beats that use all lanes
  uint8_t* memory;  // of the current beat of such a burst

  // Checks what AXI says about the beginning of a burst, and that all of it is in memory.
  void begin(const char* port, World& world, unsigned busBytes, uint64_t at, unsigned length, unsigned size, unsigned burstType, uint64_t name) {
    start = address = at;
    beats = length + 1;
    beat = 0;
    bytes = 1u << size;
    type = burstType;
    id = name;
    if (bytes > busBytes) fail(port, world.cycle, "beats wider than the bus");
    uint64_t aligned = at & -(uint64_t)bytes, total = (uint64_t)beats * bytes;
    switch (type) {
      case INCR:
        if (aligned >> 12 != (aligned + total - 1) >> 12) fail(port, world.cycle, "INCR burst crosses a 4 KiB boundary");
        break;
      case FIXED:
        if (beats > 16) fail(port, world.cycle, "FIXED burst is longer than 16 beats");
        total = bytes;
        break;
      case WRAP:
        if (beats != 2 && beats != 4 && beats != 8 && beats != 16) fail(port, world.cycle, "length of a WRAP burst");
        if (at != aligned) fail(port, world.cycle, "WRAP burst starts off a multiple of its beat size");
        aligned = at & -total;
        break;
      default: fail(port, world.cycle, "reserved burst type");
    }
    uint8_t* found = world.find(port, aligned, total);
    whole = type == INCR && bytes == busBytes && at == aligned;
    memory = found;
  }

  bool last() const { return beat + 1 == beats; }
  uint64_t end() const { return (address & -(uint64_t)bytes) + bytes; }

  void advance() {
    beat++;
    memory += bytes;
    if (type == FIXED) return;
    address = end();
    uint64_t container = (uint64_t)bytes * beats;
    if (type == WRAP && address == (start & -container) + container) address = start & -container;
  }
};

// VALID and payload of a channel that the kernel drives have to stay until READY.
template <int WORDS> class Held {
  uint64_t words[WORDS];
  bool waiting = false;

 public:
  // Whether the transfer takes place; payload(to) gives the words of the payload.
  template <class Payload> bool taken(const char* port, uint64_t cycle, bool valid, bool ready, Payload payload) {
    if (!waiting) {
      if (!valid || ready) return valid;
      payload(words);
      waiting = true;
      return false;
    }
    uint64_t now[WORDS];
    payload(now);
    if (!valid) fail(port, cycle, "VALID dropped before READY");
    if (std::memcmp(now, words, sizeof now)) fail(port, cycle, "the payload changed while VALID waits for READY");
    waiting = !ready;
    return ready;
  }
};
