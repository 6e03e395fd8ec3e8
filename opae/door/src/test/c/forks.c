/* A child of a process that has used the library is refused, and its parent goes on. */
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static int ended(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void use(void) {
  fpga_token token = find_accelerator();
  fpga_handle handle = NULL;
  uint64_t value = 0;
  OK(fpgaOpen(token, &handle, 0));
  OK(fpgaReadMMIO64(handle, 0, 8, &value));
  HOLDS(value == 0xf89e433683f9040b);
  OK(fpgaClose(handle));
  OK(fpgaDestroyToken(&token));
}

int main(void) {
  /* Before the first call: each has its own. */
  pid_t child = fork();
  if (child == 0) {
    use();
    exit(verdict());
  }
  HOLDS(ended(child) == 0);

  fpga_token token = find_accelerator();
  fpga_handle handle = NULL;
  uint64_t value = 0;
  OK(fpgaOpen(token, &handle, 0));
  OK(fpgaReadMMIO64(handle, 0, 8, &value));
  child = fork();
  if (child == 0) {
    fpga_properties properties = NULL;
    fpga_token again = token;
    uint32_t found = 0;
    char message[1024] = "";
    GIVES(FPGA_EXCEPTION, fpgaEnumerate(NULL, 0, NULL, 0, &found));
    OK(fpgaGetLastErrorMessage(message, sizeof message));
    HOLDS(strstr(message, "fork") != NULL);
    GIVES(FPGA_EXCEPTION, fpgaReadMMIO64(handle, 0, 8, &value));
    GIVES(FPGA_EXCEPTION, fpgaReadMMIO64(handle, 1, 8, &value));
    GIVES(FPGA_EXCEPTION, fpgaClose(handle));
    GIVES(FPGA_EXCEPTION, fpgaDestroyToken(&again));
    OK(fpgaGetProperties(NULL, &properties));
    OK(fpgaDestroyProperties(&properties));
    exit(verdict());
  }
  HOLDS(ended(child) == 0);
  child = fork();
  if (child == 0) {
    execlp("true", "true", (char *)NULL);
    _exit(9);
  }
  HOLDS(ended(child) == 0);
  HOLDS(system("exit 3") != -1);
  OK(fpgaReadMMIO64(handle, 0, 8, &value));
  OK(fpgaClose(handle));
  OK(fpgaDestroyToken(&token));
  use();
  return verdict();
}
