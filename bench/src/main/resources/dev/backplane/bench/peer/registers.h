// The master at the control registers of a kernel, one access at a time: AXI4-Lite.
#pragma once
#include "memory.h"

template <class Pins> class Registers {
  World& world;
  Pins pins;
  bool reading = false, addressTaken = false, dataTaken = false, answerWaits = false, idle = true;
  uint64_t held[2];

 public:
  bool busy = false;
  uint64_t result = 0, writtenAt = 0;

  Registers(World& world, Model& model) : world(world), pins{model} {}

  void beginWrite(uint32_t offset, uint32_t value) {
    pins.awaddr(offset);
    pins.wdata(value);
    pins.wstrb(15);
    begin(false);
  }

  void beginRead(uint32_t offset) {
    pins.araddr(offset);
    begin(true);
  }

  void sample() {
    if (!busy) return;
    if (reading) {
      addressTaken |= pins.arready();
      sampleAnswer(pins.rvalid(), pins.rdata(), pins.rresp());
      if (pins.bvalid()) fail(Pins::NAME, world.cycle, "BVALID without a write");
    } else {
      addressTaken |= pins.awready();
      if (!dataTaken && pins.wready()) {
        dataTaken = true;
        writtenAt = world.cycle;
      }
      sampleAnswer(pins.bvalid(), 0, pins.bresp());
      if (pins.rvalid()) fail(Pins::NAME, world.cycle, "RVALID without a read");
    }
  }

  void drive() {
    if (busy) {
      if (reading) {
        pins.arvalid(!addressTaken);
        pins.rready(1);
      } else {
        pins.awvalid(!addressTaken);
        pins.wvalid(!dataTaken);
        pins.bready(1);
      }
    } else if (!idle) {
      pins.arvalid(0), pins.awvalid(0), pins.wvalid(0), pins.bready(0), pins.rready(0);
    }
    idle = !busy;
  }

  void checkQuiet() {
    if (pins.bvalid() || pins.rvalid()) fail(Pins::NAME, world.cycle, "BVALID or RVALID is high in reset");
  }

 private:
  void begin(bool read) {
    busy = true;
    reading = read;
    addressTaken = false;
    dataTaken = read;
    answerWaits = false;
    drive();
  }

  void sampleAnswer(bool valid, uint64_t data, uint64_t code) {
    if (!valid) {
      if (answerWaits) fail(Pins::NAME, world.cycle, "RVALID or BVALID dropped before it was taken");
      return;
    }
    if (!addressTaken || !dataTaken) fail(Pins::NAME, world.cycle, "an answer before address and data were taken");
    if (code) fail(Pins::NAME, world.cycle, "the kernel refuses the access");
    result = data;
    busy = false;
  }
};
