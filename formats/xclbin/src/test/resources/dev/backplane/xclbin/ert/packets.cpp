// Writes packets as XRT's own header has them, as words in hexadecimal, one packet a line.
#include <cstdio>
#include <cstring>
#include "ert.h"

static unsigned words[64];

static void line(const char *name, int count) {
  std::printf("%s", name);
  for (int i = 0; i < count; i++) std::printf(" %08x", words[i]);
  std::printf("\n");
  std::memset(words, 0, sizeof words);
}

int main() {
  auto start = reinterpret_cast<ert_start_kernel_cmd *>(words);
  start->state = ERT_CMD_STATE_NEW;
  start->stat_enabled = 1;
  start->extra_cu_masks = 3;
  start->count = 9;
  start->opcode = ERT_START_CU;
  start->type = ERT_CU;
  start->cu_mask = 5;
  line("start", 2);

  auto configure = reinterpret_cast<ert_configure_cmd *>(words);
  configure->state = ERT_CMD_STATE_NEW;
  configure->count = 6;
  configure->opcode = ERT_CONFIGURE;
  configure->type = ERT_CTRL;
  configure->slot_size = 4096;
  configure->num_cus = 1;
  configure->cu_shift = 16;
  configure->ert = 1;
  configure->cu_dma = 1;
  configure->cq_int = 1;
  configure->rw_shared = 1;
  configure->intr = 1;
  configure->dsa52 = 1;
  configure->data[0] = 0x1800009;
  line("configure", 7);

  auto copy = reinterpret_cast<ert_start_copybo_cmd *>(words);
  copy->state = ERT_CMD_STATE_NEW;
  copy->extra_cu_masks = 3;
  copy->count = 16;
  copy->opcode = ERT_START_COPYBO;
  copy->src_addr_lo = 0x1000;
  copy->src_addr_hi = 4;
  copy->dst_addr_lo = 0x2000;
  copy->dst_addr_hi = 5;
  copy->size = 0x40;
  line("copy", 17);

  auto abort = reinterpret_cast<ert_abort_cmd *>(words);
  abort->state = ERT_CMD_STATE_NEW;
  abort->count = 2;
  abort->opcode = ERT_ABORT;
  abort->type = ERT_CTRL;
  line("abort", 1);

  auto init = reinterpret_cast<ert_init_kernel_cmd *>(words);
  init->cu_run_timeout = 11;
  init->cu_reset_timeout = 22;
  init->cu_mask = 33;
  line("init", 10);
}
