// Before everything of a model. What a design prints goes to the errors: the output belongs to whoever runs the process.
// Files that it reads memories from lie in a folder of the cache, not where the process happens to work.
#include <string>
int bp_printf(const char* format, ...);
#define VL_PRINTF bp_printf
#define VL_USER_FINISH
#define VL_USER_STOP
#define VL_USER_FATAL
#include "verilated.h"
std::string bp_file(const std::string& name);
#ifndef BP_RUNTIME
#define VL_READMEM_N(hex, bits, depth, first, name, ...) VL_READMEM_N(hex, bits, depth, first, bp_file(name), __VA_ARGS__)
#endif
