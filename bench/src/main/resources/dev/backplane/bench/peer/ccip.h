// A host behind CCI-P: memory by lines of 64 bytes, answers after a latency, one per channel and cycle, the oldest first. The checks of
// requests are those of the model in Java.
#pragma once
#include "worker.h"
#include <array>

static const unsigned LINE = 64;
static const unsigned LATENCY = 8, ROOM = 32, AFTER_ALMOST_FULL = 8;

// A field of a packed structure, which lies in words of 32 bits.
template <unsigned LOW, unsigned WIDTH> struct Field {
  static_assert(WIDTH <= 64);
  static uint64_t get(const uint32_t* words) {
    uint64_t value = words[LOW / 32] >> LOW % 32;
    if constexpr (LOW % 32 + WIDTH > 32) value |= (uint64_t)words[LOW / 32 + 1] << (32 - LOW % 32);
    if constexpr (LOW % 32 + WIDTH > 64) value |= (uint64_t)words[LOW / 32 + 2] << (64 - LOW % 32);
    return WIDTH == 64 ? value : value & ((1ull << WIDTH % 64) - 1);
  }
  static void set(uint32_t* words, uint64_t value) {
    static_assert(LOW % 32 + WIDTH <= 32);
    const uint32_t mask = (uint32_t)((1ull << WIDTH) - 1) << LOW % 32;
    words[LOW / 32] = (words[LOW / 32] & ~mask) | ((uint32_t)value << LOW % 32 & mask);
  }
};

// Into the accelerator, from the lowest bit.
namespace into {
using WrittenValid = Field<0, 1>;
using WrittenHeader = Field<1, 28>;
using RegisterWrite = Field<29, 1>;
using RegisterRead = Field<30, 1>;
using LineValid = Field<31, 1>;
static const unsigned DATA_WORD = 1;
using Header = Field<544, 28>;
using WritesFull = Field<572, 1>;
using ReadsFull = Field<573, 1>;
}

// Out of it.
namespace out {
using WriteValid = Field<74, 1>;
static const unsigned DATA_BIT = 75;
using WriteTag = Field<587, 16>;
using WriteAddress = Field<603, 42>;
using WriteReserved0 = Field<645, 6>;
using WriteType = Field<651, 4>;
using WriteLength = Field<655, 2>;
using WriteReserved1 = Field<657, 1>;
using WriteStart = Field<658, 1>;
using WriteReserved2 = Field<661, 6>;
using ReadValid = Field<667, 1>;
using ReadTag = Field<668, 16>;
using ReadAddress = Field<684, 42>;
using ReadReserved0 = Field<726, 6>;
using ReadType = Field<732, 4>;
using ReadLength = Field<736, 2>;
using ReadReserved1 = Field<738, 2>;
}

struct Request {
  uint64_t line, ready;
  uint16_t tag;
  std::array<uint64_t, 8> data;
};

// What was accepted and not answered: a ring.
struct Requests {
  static const unsigned PLACES = 64;
  Request all[PLACES];
  unsigned begin = 0, size = 0, sinceFull = 0;
  bool full = false;

  void check(const char* channel, uint64_t cycle, uint64_t type, uint64_t mostType, uint64_t length, uint64_t reserved) {
    if (full && ++sinceFull > AFTER_ALMOST_FULL) fail(channel, cycle, "a request after almost full");
    if (reserved) fail(channel, cycle, "reserved bits are not zero");
    if (type > mostType) fail(channel, cycle, "this type has no model");
    if (length) fail(channel, cycle, "requests of several lines have no model");
  }
  Request& add() { return all[(begin + size++) % PLACES]; }
  const Request* due(uint64_t cycle) const { return size && all[begin].ready <= cycle ? &all[begin] : nullptr; }
  void remove() { begin = (begin + 1) % PLACES, size--; }
  bool driveFull() {
    bool now = size >= ROOM;
    if (!now || !full) sinceFull = 0;
    return full = now;
  }
};

class Host {
  uint8_t* memory;
  uint64_t base, lines;
  Requests reads, writes;
  bool written = false;
  uint64_t registerHeader = 0, registerValue = 0;

  uint8_t* at(uint64_t line, const char* channel) {
    if (line - base >= lines) fail(channel, cycle, "no memory is there");
    return memory + (line - base) * LINE;
  }

 public:
  uint64_t cycle = 0;

  Host(uint8_t* bytes, uint64_t firstLine, uint64_t count) : memory(bytes), base(firstLine), lines(count) {}

  void write(uint64_t offset, uint64_t value) {
    written = true;
    registerHeader = offset >> 2 << 12 | 1 << 10;
    registerValue = value;
  }

  void sample(const uint32_t* tx) {
    if (out::ReadValid::get(tx)) {
      reads.check("c0", cycle, out::ReadType::get(tx), 1, out::ReadLength::get(tx), out::ReadReserved0::get(tx) | out::ReadReserved1::get(tx));
      Request& request = reads.add();
      request.line = out::ReadAddress::get(tx);
      request.tag = (uint16_t)out::ReadTag::get(tx);
      request.ready = cycle + LATENCY;
    }
    if (out::WriteValid::get(tx)) {
      writes.check("c1", cycle, out::WriteType::get(tx), 2, out::WriteLength::get(tx),
                   out::WriteReserved0::get(tx) | out::WriteReserved1::get(tx) | out::WriteReserved2::get(tx));
      if (!out::WriteStart::get(tx)) fail("c1", cycle, "a line without sop");
      Request& request = writes.add();
      request.line = out::WriteAddress::get(tx);
      request.tag = (uint16_t)out::WriteTag::get(tx);
      request.ready = cycle + LATENCY;
      copyData(tx, request, std::make_index_sequence<8>());
    }
  }

  void drive(uint32_t* rx) {
    into::ReadsFull::set(rx, reads.driveFull());
    const Request* read = written ? nullptr : reads.due(cycle);
    into::RegisterWrite::set(rx, written);
    into::LineValid::set(rx, read != nullptr);
    if (written) {
      into::Header::set(rx, registerHeader);
      std::memcpy(rx + into::DATA_WORD, &registerValue, sizeof registerValue);
      written = false;
    } else if (read) {
      into::Header::set(rx, read->tag);
      std::memcpy(rx + into::DATA_WORD, at(read->line, "c0"), LINE);
      reads.remove();
    }
    into::WritesFull::set(rx, writes.driveFull());
    const Request* write = writes.due(cycle);
    into::WrittenValid::set(rx, write != nullptr);
    if (write) {
      into::WrittenHeader::set(rx, write->tag);
      std::memcpy(at(write->line, "c1"), write->data.data(), LINE);
      writes.remove();
    }
  }

 private:
  template <size_t... WORD> static void copyData(const uint32_t* tx, Request& request, std::index_sequence<WORD...>) {
    ((request.data[WORD] = Field<out::DATA_BIT + 64 * WORD, 64>::get(tx)), ...);
  }
};
