/* A library that is no ICD: it exports OpenCL's functions themselves, each of which goes to the slot of an ICD's table. */
#include <dlfcn.h>
#include <stdint.h>
#include <string.h>

#ifndef TARGET
#define TARGET "libpocl.so.2.10.0"
#endif

__attribute__((visibility("hidden"))) void *slots[149];

__attribute__((constructor)) static void find(void) {
  void *library = dlopen(TARGET, RTLD_NOW | RTLD_LOCAL);
  void *(*get)(const char *) = (void *(*)(const char *))dlsym(library, "clGetExtensionFunctionAddress");
  int32_t (*list)(uint32_t, void **, uint32_t *) = (int32_t(*)(uint32_t, void **, uint32_t *))get("clIcdGetPlatformIDsKHR");
  void *platform;
  list(1, &platform, 0);
  memcpy(slots, *(void **)platform, sizeof slots);
}

#if defined(__x86_64__)
#define FORWARD(name, slot) \
  __asm__(".globl " #name "\n.type " #name ", @function\n" #name ":\n  jmp *slots+8*" #slot "(%rip)\n");
#elif defined(__aarch64__)
#define FORWARD(name, slot) \
  __asm__(".globl " #name "\n.type " #name ", %function\n" #name ":\n  adrp x16, slots\n  add x16, x16, :lo12:slots\n" \
          "  ldr x16, [x16, 8*" #slot "]\n  br x16\n");
#endif
