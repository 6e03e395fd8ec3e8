// Memory at the master ports of a kernel: the channels of AXI4. Pins is generated for each port, with a function for each signal.
#pragma once
#include "memory.h"

template <class Pins> class ReadChannel {
  World& world;
  Pins pins;
  Held<Pins::AR_WORDS> held;
  Queue<Burst, OUTSTANDING> open;
  bool ready = false, offered = false;

 public:
  ReadChannel(World& world, Model& model) : world(world), pins{model} {}

  bool busy() const { return !open.empty(); }

  void sample() {
    if (offered && pins.rready()) {
      offered = false;
      world.progress();
      Burst& burst = open.front();
      if (burst.last()) open.pop();
      else burst.advance();
    }
    if (held.taken(Pins::NAME, world.cycle, pins.arvalid(), ready, [this](uint64_t* to) { pins.arPayload(to); })) {
      world.progress();
      Burst& burst = open.push();
      burst.begin(Pins::NAME, world, Pins::BYTES, pins.araddr(), pins.arlen(), pins.arsize(), pins.arburst(), pins.arid());
      burst.ready = world.cycle + LATENCY;
    }
  }

  void drive() {
    ready = !open.full();
    pins.arready(ready);
    if (offered) return;
    offered = !open.empty() && open.front().ready <= world.cycle;
    pins.rvalid(offered);
    if (offered) present(open.front());
  }

  void checkQuiet() {
    if (pins.arvalid()) fail(Pins::NAME, world.cycle, "ARVALID is high in reset");
  }

 private:
  void present(Burst& burst) {
    if (burst.whole) {
      pins.rdata(burst.memory);
    } else {
      uint8_t lanes[Pins::BYTES] = {};
      for (uint64_t at = burst.address; at != burst.end(); at++) lanes[at & (Pins::BYTES - 1)] = world.memory[at - BASE];
      pins.rdata(lanes);
    }
    pins.rid(burst.id);
    pins.rlast(burst.last());
    pins.rresp(0);
  }
};

template <class Pins> class WriteChannel {
  static constexpr unsigned EARLY_BEATS = 256;

  struct Beat {
    uint8_t data[Pins::BYTES];
    uint8_t strobes[(Pins::BYTES + 7) / 8];
    bool last;
  };
  struct Answer {
    uint64_t id, ready;
  };

  World& world;
  Pins pins;
  Held<Pins::AW_WORDS> heldAddress;
  Held<Pins::W_WORDS> heldData;
  Queue<Burst, OUTSTANDING> open;
  Queue<Answer, OUTSTANDING> answers;
  Queue<Beat, EARLY_BEATS> early;
  bool addressReady = false, dataReady = false, answering = false;

 public:
  WriteChannel(World& world, Model& model) : world(world), pins{model} {}

  bool busy() const { return !open.empty() || !answers.empty() || !early.empty(); }

  void sample() {
    if (answering && pins.bready()) {
      world.progress();
      answering = false;
      answers.pop();
    }
    if (heldAddress.taken(Pins::NAME, world.cycle, pins.awvalid(), addressReady, [this](uint64_t* to) { pins.awPayload(to); })) {
      world.progress();
      open.push().begin(Pins::NAME, world, Pins::BYTES, pins.awaddr(), pins.awlen(), pins.awsize(), pins.awburst(), pins.awid());
      for (; !early.empty() && !open.empty(); early.pop()) store(early.front().data, early.front().strobes, early.front().last);
    }
    if (heldData.taken(Pins::NAME, world.cycle, pins.wvalid(), dataReady, [this](uint64_t* to) { pins.wPayload(to); })) {
      world.progress();
      if (!open.empty()) {
        store(pins.wdata(), pins.wstrb(), pins.wlast());
      } else {
        Beat& beat = early.push();
        std::memcpy(beat.data, pins.wdata(), sizeof beat.data);
        std::memcpy(beat.strobes, pins.wstrb(), sizeof beat.strobes);
        beat.last = pins.wlast();
      }
    }
  }

  void drive() {
    addressReady = open.size() + answers.size() < OUTSTANDING;
    pins.awready(addressReady);
    dataReady = !early.full();
    pins.wready(dataReady);
    if (answering) return;
    answering = !answers.empty() && answers.front().ready <= world.cycle;
    pins.bvalid(answering);
    if (answering) {
      pins.bid(answers.front().id);
      pins.bresp(0);
    }
  }

  void checkQuiet() {
    if (pins.awvalid() || pins.wvalid()) fail(Pins::NAME, world.cycle, "AWVALID or WVALID is high in reset");
  }

 private:
  static bool all(const uint8_t* strobes) {
    if (Pins::BYTES < 8) return (strobes[0] & ((1u << Pins::BYTES) - 1)) == (1u << Pins::BYTES) - 1;
    for (unsigned i = 0; i < Pins::BYTES / 8; i++)
      if (strobes[i] != 0xff) return false;
    return true;
  }

  void store(const uint8_t* data, const uint8_t* strobes, bool last) {
    Burst& burst = open.front();
    if (Pins::HAS_LAST && last != burst.last()) fail(Pins::NAME, world.cycle, "WLAST in the wrong beat");
    if (burst.whole && all(strobes)) std::memcpy(burst.memory, data, Pins::BYTES);
    else storeBytes(burst, data, strobes);
    if (burst.last()) {
      answers.push() = {burst.id, world.cycle + LATENCY};
      open.pop();
    } else {
      burst.advance();
    }
  }

  void storeBytes(Burst& burst, const uint8_t* data, const uint8_t* strobes) {
    uint64_t container = burst.address & -(uint64_t)Pins::BYTES;
    for (unsigned lane = 0; lane < Pins::BYTES; lane++) {
      if (!(strobes[lane / 8] >> lane % 8 & 1)) continue;
      uint64_t at = container + lane;
      if (at < burst.address || at >= burst.end()) fail(Pins::NAME, world.cycle, "WSTRB selects a lane that is not in the beat");
      world.memory[at - BASE] = data[lane];
    }
  }
};
