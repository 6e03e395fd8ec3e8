// The peer of the AXI models in Java: the same work around the same compiled model, in C++. One AXI4-Lite master, two masters that read and
// one that writes, with the latency and the rules of the harness in Java.
//
// axi LIBRARY DATA-FOLDER WORDS NANOSECONDS NAME=INDEX...   prints cycles of one run, then cycles and CPU nanoseconds of the measured runs
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <dlfcn.h>
#include <map>
#include <string>
#include <time.h>
#include <vector>

static const uint64_t BASE = 0x4000000000;
static const uint64_t LATENCY = 16;
static const size_t OUTSTANDING = 16;
static std::vector<uint8_t> memory(2 << 20);
static void* model;
static int (*evaluate)(void*);
static void* (*pin)(void*, int);
static std::map<std::string, int> names;
static uint64_t cycle;

[[noreturn]] static void fail(const char* port, const char* what) {
  std::fprintf(stderr, "%s @cycle %llu: %s\n", port, (unsigned long long)cycle, what);
  std::exit(1);
}

template <class T> static T& at(const std::string& name) {
  auto found = names.find(name);
  if (found == names.end()) fail(name.c_str(), "no such pin");
  return *static_cast<T*>(pin(model, found->second));
}

struct Burst {
  uint64_t address;
  uint32_t beats, done;
  uint64_t ready;
};

static Burst accept(const char* port, uint64_t address, uint8_t len, uint8_t size, uint8_t type) {
  uint32_t beats = len + 1u;
  if (type != 1) fail(port, "burst type");
  if (size != 2) fail(port, "burst size");
  if ((address >> 12) != ((address + 4ull * beats - 1) >> 12)) fail(port, "burst crosses 4 KiB");
  if (address < BASE || address + 4ull * beats > BASE + memory.size()) fail(port, "address outside memory");
  return {address, beats, 0, cycle + LATENCY};
}

// An address channel: its VALID does not drop and its payload does not change before READY.
struct Address {
  const char* port;
  uint8_t &valid, &ready, &len, &size, &type;
  uint64_t& address;
  bool waiting = false;
  uint64_t heldAddress = 0;
  uint32_t held = 0;
  Address(const char* port, const std::string& p)
      : port(port), valid(at<uint8_t>(p + "valid")), ready(at<uint8_t>(p + "ready")), len(at<uint8_t>(p + "len")), size(at<uint8_t>(p + "size")),
        type(at<uint8_t>(p + "burst")), address(at<uint64_t>(p + "addr")) {}
  bool taken() {
    uint32_t now = len | size << 8 | type << 16;
    if (waiting && !valid) fail(port, "VALID dropped");
    if (waiting && (address != heldAddress || now != held)) fail(port, "payload changed");
    waiting = valid && !ready;
    heldAddress = address;
    held = now;
    return valid && ready;
  }
};

struct Reader {
  Address ar;
  uint8_t &rvalid, &rready, &rresp, &rlast;
  uint32_t& rdata;
  std::deque<Burst> open;
  Reader(const char* port, const std::string& p)
      : ar(port, p + "ar"), rvalid(at<uint8_t>(p + "rvalid")), rready(at<uint8_t>(p + "rready")), rresp(at<uint8_t>(p + "rresp")),
        rlast(at<uint8_t>(p + "rlast")), rdata(at<uint32_t>(p + "rdata")) {}
  bool shown = false, asked = false;
  Burst next{};
  void sample() {
    asked = ar.taken();
    if (asked) next = accept(ar.port, ar.address, ar.len, ar.size, ar.type);
    shown = rvalid && rready;
  }
  void drive() {
    if (asked) open.push_back(next);
    if (shown && ++open.front().done == open.front().beats) open.pop_front();
    ar.ready = open.size() < OUTSTANDING;
    bool valid = !open.empty() && open.front().ready <= cycle;
    rvalid = valid;
    if (valid) {
      Burst& burst = open.front();
      std::memcpy(&rdata, &memory[burst.address - BASE + 4ull * burst.done], 4);
      rlast = burst.done + 1 == burst.beats;
      rresp = 0;
    }
  }
};

struct Writer {
  Address aw;
  uint8_t &wvalid, &wready, &wlast, &wstrb, &bvalid, &bready, &bresp;
  uint32_t& wdata;
  std::deque<Burst> open;
  std::deque<uint64_t> answers;
  bool waiting = false;
  uint32_t heldData = 0, held = 0;
  bool asked = false, wrote = false, answered = false;
  Burst next{};
  uint32_t data = 0;
  uint8_t strobes = 0, last = 0;
  Writer(const char* port, const std::string& p)
      : aw(port, p + "aw"), wvalid(at<uint8_t>(p + "wvalid")), wready(at<uint8_t>(p + "wready")), wlast(at<uint8_t>(p + "wlast")),
        wstrb(at<uint8_t>(p + "wstrb")), bvalid(at<uint8_t>(p + "bvalid")), bready(at<uint8_t>(p + "bready")), bresp(at<uint8_t>(p + "bresp")),
        wdata(at<uint32_t>(p + "wdata")) {}
  void sample() {
    asked = aw.taken();
    if (asked) next = accept(aw.port, aw.address, aw.len, aw.size, aw.type);
    uint32_t now = wlast | wstrb << 8;
    if (waiting && !wvalid) fail(aw.port, "WVALID dropped");
    if (waiting && (wdata != heldData || now != held)) fail(aw.port, "W payload changed");
    waiting = wvalid && !wready;
    heldData = wdata;
    held = now;
    wrote = wvalid && wready;
    data = wdata, strobes = wstrb, last = wlast;
    answered = bvalid && bready;
  }
  void drive() {
    if (asked) open.push_back(next);
    if (wrote) {
      if (open.empty()) fail(aw.port, "data before its address");
      Burst& burst = open.front();
      if (last != (burst.done + 1 == burst.beats)) fail(aw.port, "WLAST in the wrong beat");
      uint8_t* to = &memory[burst.address - BASE + 4ull * burst.done];
      for (int i = 0; i < 4; i++)
        if (strobes >> i & 1) to[i] = data >> 8 * i;
      if (++burst.done == burst.beats) {
        answers.push_back(cycle + LATENCY);
        open.pop_front();
      }
    }
    if (answered) answers.pop_front();
    aw.ready = open.size() + answers.size() < OUTSTANDING;
    wready = !open.empty();
    bvalid = !answers.empty() && answers.front() <= cycle;
    bresp = 0;
  }
};

static Reader *a, *b;
static Writer* c;
static uint8_t* clk;

static void eval() {
  if (evaluate(model)) fail("model", "failed");
}

static void step() {
  eval();
  a->sample(), b->sample(), c->sample();
  *clk = 1;
  eval();
  *clk = 0;
  cycle++;
  a->drive(), b->drive(), c->drive();
}

static void write(uint16_t offset, uint32_t value) {
  auto& awvalid = at<uint8_t>("s_axi_control_awvalid");
  auto& wvalid = at<uint8_t>("s_axi_control_wvalid");
  auto& bready = at<uint8_t>("s_axi_control_bready");
  at<uint16_t>("s_axi_control_awaddr") = offset;
  at<uint32_t>("s_axi_control_wdata") = value;
  at<uint8_t>("s_axi_control_wstrb") = 15;
  awvalid = wvalid = bready = 1;
  for (bool done = false; !done;) {
    eval();
    bool aw = awvalid && at<uint8_t>("s_axi_control_awready"), w = wvalid && at<uint8_t>("s_axi_control_wready");
    done = at<uint8_t>("s_axi_control_bvalid");
    step();
    if (aw) awvalid = 0;
    if (w) wvalid = 0;
  }
  bready = 0;
}

static uint32_t read(uint16_t offset) {
  auto& arvalid = at<uint8_t>("s_axi_control_arvalid");
  auto& rready = at<uint8_t>("s_axi_control_rready");
  at<uint16_t>("s_axi_control_araddr") = offset;
  arvalid = rready = 1;
  uint32_t value = 0;
  for (bool done = false; !done;) {
    eval();
    bool ar = arvalid && at<uint8_t>("s_axi_control_arready");
    done = at<uint8_t>("s_axi_control_rvalid");
    value = at<uint32_t>("s_axi_control_rdata");
    step();
    if (ar) arvalid = 0;
  }
  rready = 0;
  return value;
}

static uint64_t run() {
  uint64_t begun = cycle;
  write(0, 1);
  uint8_t& interrupt = at<uint8_t>("interrupt");
  while (!interrupt) {
    step();
    if (cycle - begun > 100000000) fail("kernel", "no progress");
  }
  uint64_t taken = cycle - begun;
  read(0);
  read(0x0c);
  uint32_t left = read(0x0c);
  if (left) write(0x0c, left);
  return taken;
}

static uint64_t nanos() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1000000000ull + now.tv_nsec;
}

int main(int count, char** arguments) {
  if (count < 6) return 2;
  void* library = dlopen(arguments[1], RTLD_NOW);
  if (!library) fail("library", dlerror());
  uint32_t words = std::atoi(arguments[3]);
  uint64_t budget = std::strtoull(arguments[4], nullptr, 10);
  for (int i = 5; i < count; i++) {
    std::string text = arguments[i];
    names[text.substr(0, text.find('='))] = std::atoi(text.substr(text.find('=') + 1).c_str());
  }
  evaluate = reinterpret_cast<int (*)(void*)>(dlsym(library, "bp_eval"));
  pin = reinterpret_cast<void* (*)(void*, int)>(dlsym(library, "bp_pin"));
  model = reinterpret_cast<void* (*)(const char*, int)>(dlsym(library, "bp_open"))(arguments[2], 0);
  clk = &at<uint8_t>("ap_clk");
  a = new Reader("m_axi_a", "m_axi_a_");
  b = new Reader("m_axi_b", "m_axi_b_");
  c = new Writer("m_axi_c", "m_axi_c_");
  for (int i = 0; i < 16; i++) step();
  at<uint8_t>("ap_rst_n") = 1;
  for (int i = 0; i < 4; i++) step();

  uint64_t room = memory.size() / 3 & ~4095ull;
  uint32_t seed = 1;
  for (uint8_t& byte : memory) byte = (seed = seed * 1664525 + 1013904223) >> 24;
  uint64_t addresses[] = {BASE, BASE + room, BASE + 2 * room};
  for (int i = 0; i < 3; i++) {
    write(0x10 + 12 * i, addresses[i]);
    write(0x14 + 12 * i, addresses[i] >> 32);
  }
  write(0x34, words);
  write(8, 1);
  write(4, 1);
  std::printf("%llu\n", (unsigned long long)run());
  for (uint32_t i = 0; i < words; i++) {
    uint32_t left, right, sum;
    std::memcpy(&left, &memory[4ull * i], 4);
    std::memcpy(&right, &memory[room + 4ull * i], 4);
    std::memcpy(&sum, &memory[2 * room + 4ull * i], 4);
    if (sum != left + right) fail("kernel", "wrong sum");
  }
  uint64_t begun = nanos(), first = cycle;
  while (nanos() - begun < budget) run();
  std::printf("%llu %llu\n", (unsigned long long)(cycle - first), (unsigned long long)(nanos() - begun));
  return 0;
}
