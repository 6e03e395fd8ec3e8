// The ends of the streams of a kernel: AXI4-Stream.
#pragma once
#include "memory.h"

// Sends a packet, a beat at a time.
template <class Pins> class StreamSender {
  World& world;
  Pins pins;
  const std::vector<uint8_t>* packet = nullptr;
  size_t at = 0;
  bool offered = false;

 public:
  StreamSender(World& world, Model& model) : world(world), pins{model} {}

  const char* name() const { return Pins::NAME; }

  void send(const std::vector<uint8_t>& bytes) {
    packet = &bytes;
    at = 0;
  }

  void sample() {
    if (offered && pins.tready()) {
      world.progress();
      offered = false;
      at += Pins::BYTES;
      if (at >= packet->size()) packet = nullptr;
    }
  }

  void drive() {
    if (offered) return;
    offered = packet;
    pins.tvalid(offered);
    if (!offered) return;
    size_t left = std::min<size_t>(packet->size() - at, Pins::BYTES);
    if (left < Pins::BYTES && !Pins::HAS_KEEP) fail(Pins::NAME, world.cycle, "null bytes, and no TKEEP");
    uint8_t lanes[Pins::BYTES] = {}, keep[(Pins::BYTES + 7) / 8] = {};
    std::memcpy(lanes, packet->data() + at, left);
    for (size_t i = 0; i < left; i++) keep[i / 8] |= 1 << i % 8;
    pins.tdata(lanes);
    pins.tkeep(keep);
    pins.tstrb(keep);
    pins.tlast(at + left == packet->size());
  }
};

// Receives bytes until the end of a packet.
template <class Pins> class StreamReceiver {
  World& world;
  Pins pins;
  Held<Pins::T_WORDS> held;
  bool ready = false;

 public:
  std::vector<uint8_t> bytes;
  unsigned packets = 0;

  StreamReceiver(World& world, Model& model) : world(world), pins{model} {}

  void sample() {
    if (!held.taken(Pins::NAME, world.cycle, pins.tvalid(), ready || !Pins::HAS_READY, [this](uint64_t* to) { pins.tPayload(to); })) return;
    world.progress();
    const uint8_t* data = pins.tdata();
    const uint8_t* keep = pins.tkeep();
    bool last = pins.tlast(), null = false;
    for (unsigned i = 0; i < Pins::BYTES; i++) {
      bool there = keep[i / 8] >> i % 8 & 1;
      if (there && null) fail(Pins::NAME, world.cycle, "data after a null byte");
      if (there) bytes.push_back(data[i]);
      null |= !there;
    }
    if (null && !last) fail(Pins::NAME, world.cycle, "null bytes in a beat without TLAST");
    packets += last;
  }

  void drive() {
    ready = true;
    pins.tready(true);
  }

  void checkQuiet() {
    if (pins.tvalid()) fail(Pins::NAME, world.cycle, "TVALID is high in reset");
  }
};
