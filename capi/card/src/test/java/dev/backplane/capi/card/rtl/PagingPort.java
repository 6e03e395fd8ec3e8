package dev.backplane.capi.card.rtl;

import dev.backplane.capi.card.CapiAfu;
import dev.backplane.capi.card.PslPort;
import dev.backplane.rtl.harness.psl.DmaRequest;
import dev.backplane.rtl.harness.psl.DmaStatus;
import dev.backplane.rtl.harness.psl.PslCommand;
import dev.backplane.rtl.harness.psl.PslCommand.Transfer;
import dev.backplane.rtl.harness.psl.PslResponse;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A PSL that answers PAGED at random: what comes after it is flushed until RESTART. */
final class PagingPort implements PslPort {
  private record Command(int tag, PslCommand command, long address, int bytes) {}

  private final CapiAfu afu;
  private final MemorySegment memory;
  private final Random random;
  private final MemorySegment[] lines = new MemorySegment[TAGS];
  private final List<Command> given = new ArrayList<>();
  private boolean flushing;
  int paged;
  boolean ended;
  long error;

  PagingPort(CapiAfu afu, MemorySegment memory, long seed, Arena arena) {
    this.afu = afu;
    this.memory = memory;
    random = new Random(seed);
    for (int tag = 0; tag < TAGS; tag++) {
      lines[tag] = arena.allocate(LINE_BYTES, LINE_BYTES);
    }
    afu.connect(this);
  }

  @Override
  public int credits() {
    return 64 - given.size();
  }

  @Override
  public void command(int tag, PslCommand command, int process, long address, int bytes) {
    given.add(new Command(tag, command, address, bytes));
  }

  @Override
  public MemorySegment line(int tag) {
    return lines[tag];
  }

  @Override
  public int itag(int tag) {
    throw new AssertionError("a PSL8 gives no itags");
  }

  @Override
  public DmaStatus dma(DmaRequest request, MemorySegment data) {
    throw new AssertionError("a PSL8 has no DMA");
  }

  @Override
  public void serve() {
    List<Command> now = List.copyOf(given);
    given.clear();
    now.forEach(each -> afu.response(each.tag(), answer(each)));
  }

  private PslResponse answer(Command each) {
    if (each.command() == PslCommand.RESTART) {
      flushing = false;
      return PslResponse.DONE;
    }
    if (flushing) {
      return PslResponse.FLUSHED;
    }
    if (random.nextInt(10) == 0) {
      flushing = true;
      paged++;
      return PslResponse.PAGED;
    }
    long at = each.address() - memory.address();
    long begin = at & -LINE_BYTES;
    if (each.command().transfer() == Transfer.WRITE) {
      MemorySegment.copy(lines[each.tag()], at - begin, memory, at, each.bytes());
    } else {
      MemorySegment.copy(memory, begin, lines[each.tag()], 0, LINE_BYTES);
    }
    return PslResponse.DONE;
  }

  @Override
  public void done(long errorCode) {
    ended = true;
    error = errorCode;
  }
}
