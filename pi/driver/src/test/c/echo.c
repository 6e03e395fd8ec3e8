/* Every function of the table answers its slot, and keeps what it was called with. functions.h is made by the tests. */
#include "plugin.h"

static long long arguments[14];

pi_result echo_arguments(const long long **out) {
  *out = arguments;
  return PI_SUCCESS;
}

#define FUNCTION(i)                                                                                                      \
  static pi_result f##i(long long a, long long b, long long c, long long d, long long e, long long f, long long g,       \
                        long long h, long long j, long long k, long long l, long long m, long long n, long long o) {     \
    long long all[14] = {a, b, c, d, e, f, g, h, j, k, l, m, n, o};                                                      \
    memcpy(arguments, all, sizeof all);                                                                                  \
    return 1000 + i;                                                                                                     \
  }
#include "functions.h"
#undef FUNCTION

pi_result piPluginInit(struct pi_plugin *plugin) {
  strcpy(plugin->plugin_version, MY_VERSION);
#define FUNCTION(i) plugin->table[i] = (void *)f##i;
#include "functions.h"
  return PI_SUCCESS;
}
