// A model in a process of its own. Pins and requests are in memory that both sides see; the pipe wakes up a process that sleeps,
// and its end says that the other side is gone.
//
// host LIBRARY SHARED-FILE DATA-FOLDER SEED PARENT
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <csignal>
#include <unistd.h>

namespace {
// The layout that ModelProcess has too; 8 bytes each, or as much as is said.
struct Shared {
  std::atomic<uint64_t> request;
  char apart1[56];
  std::atomic<uint64_t> answer;
  uint64_t failed;
  char apart2[48];
  std::atomic<uint64_t> asleep;
  char apart3[56];
  uint64_t edges;
  uint64_t pins;
  uint64_t clocks;
  uint64_t state_wanted;
  uint64_t state;
  uint64_t unused[3];
  char message[1024];
  uint64_t table[];  // for each pin: offset, bytes, whether it is an output; for each clock: pin, active level, idle level
};

pid_t parent;

void look_for_parent(int) {
  if (getppid() != parent) _exit(0);
}

template <class Function> Function symbol(void* library, const char* name) {
  void* found = dlsym(library, name);
  if (!found) {
    std::fprintf(stderr, "no %s\n", name);
    std::exit(2);
  }
  return reinterpret_cast<Function>(found);
}

void wait_for(Shared* shared, uint64_t seen) {
  for (int i = 0; i < 4000; i++) {
    if (shared->request.load(std::memory_order_acquire) != seen) return;
#ifdef __x86_64__
    __builtin_ia32_pause();
#endif
  }
  for (int i = 0; i < 200; i++) {
    if (shared->request.load(std::memory_order_acquire) != seen) return;
    sched_yield();
  }
  while (shared->request.load(std::memory_order_acquire) == seen) {
    // Both sides first say what they do and then look at the other: one of them sees the other.
    shared->asleep.store(1);
    if (shared->request.load() == seen) {
      char byte;
      ssize_t got = read(0, &byte, 1);
      if (got == 0) _exit(0);
    }
    shared->asleep.store(0);
  }
}
}  // namespace

int main(int count, char** arguments) {
  if (count != 6) return 2;
  parent = std::atoi(arguments[5]);
  // Once a second, since a model that never comes back does not see the end of the pipe.
  struct sigaction action {};
  action.sa_handler = look_for_parent;
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, nullptr);
  itimerval every{{1, 0}, {1, 0}};
  setitimer(ITIMER_REAL, &every, nullptr);
  rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);

  int file = open(arguments[2], O_RDWR | O_CLOEXEC);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) {
    std::perror(arguments[2]);
    return 2;
  }
  void* mapped = mmap(nullptr, status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapped == MAP_FAILED) {
    std::perror("mmap");
    return 2;
  }
  Shared* shared = static_cast<Shared*>(mapped);
  char* base = static_cast<char*>(mapped);

  void* library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    std::fprintf(stderr, "%s\n", dlerror());
    return 2;
  }
  auto eval = symbol<int (*)(void*)>(library, "bp_eval");
  auto pin = symbol<void* (*)(void*, int)>(library, "bp_pin");
  auto message = symbol<const char* (*)(void*)>(library, "bp_message");
  auto state = symbol<uint64_t (*)(void*)>(library, "bp_state");
  void* model = symbol<void* (*)(const char*, int)>(library, "bp_open")(arguments[3], std::atoi(arguments[4]));

  uint64_t pins = shared->pins;
  uint64_t* clocks = shared->table + 3 * pins;
  char** members = static_cast<char**>(std::calloc(pins + 1, sizeof(char*)));
  for (uint64_t i = 0; i < pins; i++) members[i] = static_cast<char*>(pin(model, static_cast<int>(i)));
  auto level = [&](uint64_t clock, uint64_t value) { *members[clocks[3 * clock]] = static_cast<char>(value); };

  for (uint64_t seen = 0;;) {
    wait_for(shared, seen);
    seen = shared->request.load(std::memory_order_acquire);
    int failed = 0;
    uint64_t edges = shared->edges;
    if (edges) {
      for (uint64_t rest = edges; rest; rest &= rest - 1) level(__builtin_ctzll(rest), clocks[3 * __builtin_ctzll(rest) + 1]);
      failed = eval(model);
      for (uint64_t rest = edges; rest; rest &= rest - 1) {
        uint64_t idle = clocks[3 * __builtin_ctzll(rest) + 2];
        if (idle <= 1) level(__builtin_ctzll(rest), idle);
      }
    }
    if (!failed) {
      for (uint64_t i = 0; i < pins; i++) {
        uint64_t* row = shared->table + 3 * i;
        if (!row[2] && members[i]) std::memcpy(members[i], base + row[0], row[1]);
      }
      failed = eval(model);
      for (uint64_t i = 0; i < pins; i++) {
        uint64_t* row = shared->table + 3 * i;
        if (row[2] && members[i]) std::memcpy(base + row[0], members[i], row[1]);
      }
    }
    if (shared->state_wanted) shared->state = state(model);
    if (failed) {
      std::strncpy(shared->message, message(model), sizeof shared->message - 1);
      shared->failed = 1;
    }
    shared->answer.store(seen, std::memory_order_release);
  }
}
