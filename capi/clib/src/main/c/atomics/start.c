/* What Java calls: an agent of this process that serves whoever listens at a socket. */
#define _GNU_SOURCE
#include "agent.h"
#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* 0, or an error number. The agent lives until the socket is closed, at the latest with this process. */
__attribute__((visibility("default"))) int backplane_atomics_start(const char *path) {
  struct sockaddr_un to = {.sun_family = AF_UNIX};
  struct agent agent;
  int channel = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (channel < 0) {
    return errno;
  }
  snprintf(to.sun_path, sizeof to.sun_path, "%s", path);
  if (connect(channel, (struct sockaddr *)&to, sizeof to) < 0) {
    int failed = errno;
    close(channel);
    return failed;
  }
  return agent_start(&agent, channel) < 0 ? errno : 0;
}
