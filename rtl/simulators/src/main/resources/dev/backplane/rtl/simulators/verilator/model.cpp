// What every model has around it: made, evaluated and looked at by address. Whatever would end the process becomes a message.
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <mutex>
#include <string>

namespace {
struct bp_failure {
  std::string text;
};

struct bp_instance {
  VerilatedContext context;
  BP_MODEL* model = nullptr;
  bool failed = false;
  std::string message;
};

std::string bp_data;

std::string bp_at(const char* file, int line) {
  return file && file[0] ? std::string(" at ") + file + ":" + std::to_string(line) : std::string();
}

template <class Work> int bp_guard(bp_instance* instance, Work work) {
  if (instance->failed) return 1;
  try {
    work();
    return 0;
  } catch (const bp_failure& failure) {
    instance->message = failure.text;
  } catch (const std::exception& e) {
    instance->message = std::string("the model threw ") + e.what();
  }
  instance->failed = true;
  return 1;
}
}  // namespace

// Verilator's runtime is compiled without its own versions of these.
void vl_finish(const char* file, int line, const char*) { throw bp_failure{"the design called $finish" + bp_at(file, line)}; }
void vl_stop(const char* file, int line, const char*) { throw bp_failure{"the design called $stop" + bp_at(file, line)}; }
void vl_fatal(const char* file, int line, const char*, const char* text) {
  throw bp_failure{std::string("the model failed: ") + (text ? text : "") + bp_at(file, line)};
}
std::string bp_file(const std::string& name) {
  BP_FILES
  return name;
}
int bp_printf(const char* format, ...) {
  va_list values;
  va_start(values, format);
  int written = std::vfprintf(stderr, format, values);
  va_end(values);
  return written;
}

// Objects of a thread would keep the library loaded until the thread ends. What they hold is lost instead: little, and only
// of threads that saw a model fail.
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }

#define BP_EXPORT extern "C" __attribute__((visibility("default")))

BP_EXPORT void* bp_open(const char* data, int seed) {
  {
    static std::mutex one;
    std::lock_guard<std::mutex> lock(one);
    bp_data = data;
  }
  bp_instance* instance = new bp_instance;
  if (seed) {
    instance->context.randReset(2);
    instance->context.randSeed(seed);
  }
  bp_guard(instance, [&] { instance->model = new BP_MODEL(&instance->context, "TOP"); });
  return instance;
}

BP_EXPORT int bp_eval(void* opaque) {
  bp_instance* instance = static_cast<bp_instance*>(opaque);
  return bp_guard(instance, [&] { instance->model->eval(); });
}

BP_EXPORT const char* bp_message(void* opaque) { return static_cast<bp_instance*>(opaque)->message.c_str(); }

BP_EXPORT void* bp_pin(void* opaque, int index) {
  BP_MODEL* model = static_cast<bp_instance*>(opaque)->model;
  if (!model) return nullptr;
  switch (index) {
    BP_PINS
    default: return nullptr;
  }
}

// All that the design remembers lies in one object, which has its pins too.
BP_EXPORT uint64_t bp_state(void* opaque) {
  BP_MODEL* model = static_cast<bp_instance*>(opaque)->model;
  if (!model) return 0;
  const char* bytes = reinterpret_cast<const char*>(model->rootp);
  uint64_t hash = 0;
  for (size_t at = 0; at + 8 <= sizeof *model->rootp; at += 8) {
    uint64_t word;
    std::memcpy(&word, bytes + at, 8);
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 29;
  }
  return hash;
}

BP_EXPORT void bp_close(void* opaque) {
  bp_instance* instance = static_cast<bp_instance*>(opaque);
  bp_guard(instance, [&] { instance->model->final(); });
  delete instance->model;
  delete instance;
}
