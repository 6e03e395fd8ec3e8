/* The functions of OPAE's library that its tools and plugins call beside the API: once right, once wrong. */
#define _GNU_SOURCE
#include "check.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

int opae_open(const char *path, int flags);
int opae_open_create(const char *path, int flags, mode_t mode);
int opae_close(int descriptor);
ssize_t opae_read(int descriptor, void *buffer, size_t count);
FILE *opae_fopen(const char *path, const char *mode);
int opae_fclose(FILE *stream);
FILE *opae_popen(const char *command, const char *type);
int opae_pclose(FILE *stream);
int opae_ioctl(int descriptor, unsigned long request, ...);
DIR *opae_opendir(const char *path);
int opae_closedir(DIR *folder);
ssize_t opae_readlink(const char *path, char *buffer, size_t size);
int opae_stat(const char *path, struct stat *status);
int opae_lstat(const char *path, struct stat *status);
int opae_fstatat(int folder, const char *path, struct stat *status, int flags);
int opae_access(const char *path, int mode);
int opae_scandir(const char *path, struct dirent ***names, int (*filter)(const struct dirent *),
                 int (*order)(const struct dirent **, const struct dirent **));
int opae_sched_setaffinity(pid_t process, size_t size, const cpu_set_t *mask);
int opae_glob(const char *pattern, int flags, int (*failed)(const char *, int), glob_t *found);
void opae_globfree(glob_t *found);
char *opae_realpath(const char *path, char *resolved);
void *opae_malloc(size_t size);
void *opae_calloc(size_t count, size_t size);
void opae_free(void *memory);
char *opae_canonicalize_file_name(const char *path);
char *opae_strdup(const char *text);

static void files(void) {
  char bytes[8] = "";
  int file = opae_open_create("helpers.txt", O_CREAT | O_RDWR | O_TRUNC, 0600);
  HOLDS(file >= 0 && write(file, "text", 4) == 4 && opae_close(file) == 0);
  file = opae_open("helpers.txt", O_RDONLY);
  HOLDS(opae_read(file, bytes, sizeof bytes) == 4 && strcmp(bytes, "text") == 0);
  int waiting = -1;
  HOLDS(opae_ioctl(file, FIONREAD, &waiting) == 0 && waiting == 0);
  HOLDS(opae_close(file) == 0);
  HOLDS(opae_open("no/such/file", O_RDONLY) == -1 && errno == ENOENT);
  HOLDS(opae_open_create("no/such/file", O_CREAT | O_RDWR, 0600) == -1);
  HOLDS(opae_read(-1, bytes, 1) == -1 && errno == EBADF);
  HOLDS(opae_ioctl(-1, FIONREAD, &waiting) == -1);
  HOLDS(opae_close(-1) == -1);

  FILE *stream = opae_fopen("helpers.txt", "r");
  HOLDS(stream != NULL && fgetc(stream) == 't' && opae_fclose(stream) == 0);
  HOLDS(opae_fopen("no/such/file", "r") == NULL);
  stream = opae_popen("exit 3", "r");
  HOLDS(stream != NULL && opae_pclose(stream) == 3 << 8);
  HOLDS(opae_popen("true", "no mode") == NULL);

  struct stat status;
  HOLDS(opae_stat("helpers.txt", &status) == 0 && status.st_size == 4);
  HOLDS(opae_lstat("helpers.txt", &status) == 0 && S_ISREG(status.st_mode));
  HOLDS(opae_fstatat(AT_FDCWD, "helpers.txt", &status, 0) == 0);
  HOLDS(opae_access("helpers.txt", R_OK) == 0);
  HOLDS(opae_stat("no/such/file", &status) == -1 && opae_lstat("no/such/file", &status) == -1);
  HOLDS(opae_fstatat(AT_FDCWD, "no/such/file", &status, 0) == -1 && opae_access("no/such/file", R_OK) == -1);
}

static void names(void) {
  char path[4096];
  (void)unlink("helpers.link");
  HOLDS(symlink("helpers.txt", "helpers.link") == 0);
  HOLDS(opae_readlink("helpers.link", path, sizeof path) == 11);
  HOLDS(opae_readlink("helpers.txt", path, sizeof path) == -1 && errno == EINVAL);
  HOLDS(opae_realpath("helpers.link", path) == path && strstr(path, "/helpers.txt") != NULL);
  HOLDS(opae_realpath("no/such/file", path) == NULL);
  char *real = opae_canonicalize_file_name("helpers.link");
  HOLDS(real != NULL && strstr(real, "/helpers.txt") != NULL);
  opae_free(real);
  HOLDS(opae_canonicalize_file_name("no/such/file") == NULL);

  DIR *folder = opae_opendir(".");
  HOLDS(folder != NULL && opae_closedir(folder) == 0);
  HOLDS(opae_opendir("helpers.txt") == NULL && errno == ENOTDIR);
  struct dirent **entries = NULL;
  int count = opae_scandir(".", &entries, NULL, alphasort);
  HOLDS(count > 2);
  for (int i = 0; i < count; i++) {
    free(entries[i]);
  }
  free(entries);
  HOLDS(opae_scandir("no/such/folder", &entries, NULL, NULL) == -1);
  glob_t found;
  HOLDS(opae_glob("helpers.*", 0, NULL, &found) == 0 && found.gl_pathc >= 2);
  opae_globfree(&found);
  HOLDS(opae_glob("no such file *", 0, NULL, &found) == GLOB_NOMATCH);
}

static void memory(void) {
  char *block = opae_malloc(16);
  HOLDS(block != NULL);
  opae_free(block);
  block = opae_calloc(4, 4);
  HOLDS(block != NULL && block[0] == 0 && block[15] == 0);
  opae_free(block);
  volatile size_t most = (size_t)-1;
  HOLDS(opae_calloc(most, 16) == NULL);
  char *copy = opae_strdup("text");
  HOLDS(copy != NULL && strcmp(copy, "text") == 0);
  opae_free(copy);
  opae_free(NULL);
  cpu_set_t all;
  HOLDS(sched_getaffinity(0, sizeof all, &all) == 0 && opae_sched_setaffinity(0, sizeof all, &all) == 0);
  cpu_set_t none;
  CPU_ZERO(&none);
  HOLDS(opae_sched_setaffinity(0, sizeof none, &none) == -1 && errno == EINVAL);
}

/* User messages: no device has them, whatever the handle. */
static void messages(void) {
  uint64_t count = 0;
  uint64_t *address = NULL;
  fpga_token token = find_accelerator();
  fpga_handle handle = NULL;
  OK(fpgaOpen(token, &handle, 0));
  GIVES(FPGA_NOT_SUPPORTED, fpgaGetNumUmsg(handle, &count));
  GIVES(FPGA_NOT_SUPPORTED, fpgaSetUmsgAttributes(handle, 0));
  GIVES(FPGA_NOT_SUPPORTED, fpgaTriggerUmsg(handle, 0));
  GIVES(FPGA_NOT_SUPPORTED, fpgaGetUmsgPtr(handle, &address));
  GIVES(FPGA_NOT_SUPPORTED, fpgaGetNumUmsg(NULL, NULL));
  GIVES(FPGA_NOT_SUPPORTED, fpgaSetUmsgAttributes(NULL, 0));
  GIVES(FPGA_NOT_SUPPORTED, fpgaTriggerUmsg(NULL, 0));
  GIVES(FPGA_NOT_SUPPORTED, fpgaGetUmsgPtr(NULL, NULL));
  OK(fpgaClose(handle));
  OK(fpgaDestroyToken(&token));
}

int main(void) {
  files();
  names();
  memory();
  messages();
  return verdict();
}
