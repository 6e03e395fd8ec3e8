package dev.backplane.rtl.harness.psl;

import dev.backplane.rtl.harness.BusMemory;
import dev.backplane.rtl.harness.SimulationContext;
import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * The memory of a harness behind a PSL, for one process and without translation. What is not
 * memory, is a fault of the harness and answered with AERROR.
 */
final class BusMemoryHost implements PslHost {
  /** Timebase per cycle, of 250 MHz. */
  private static final int TICKS = 2;

  private static final Set<PslCommand> MODELLED =
      Collections.unmodifiableSet(
          EnumSet.of(
              PslCommand.READ_CL_NA,
              PslCommand.READ_CL_S,
              PslCommand.READ_CL_M,
              PslCommand.READ_PNA,
              PslCommand.WRITE_MI,
              PslCommand.WRITE_MS,
              PslCommand.WRITE_NA,
              PslCommand.WRITE_INJ,
              PslCommand.TOUCH_I,
              PslCommand.TOUCH_S,
              PslCommand.TOUCH_M,
              PslCommand.PUSH_I,
              PslCommand.PUSH_S,
              PslCommand.EVICT_I,
              PslCommand.FLUSH,
              PslCommand.RESTART,
              PslCommand.INTREQ,
              PslCommand.XLAT_RD,
              PslCommand.XLAT_WR,
              PslCommand.ITAG_ABRT_RD,
              PslCommand.ITAG_ABRT_WR,
              PslCommand.READ_CL_RES,
              PslCommand.WRITE_C));

  private static final Set<PslCommand> LOCKS =
      Collections.unmodifiableSet(
          EnumSet.of(
              PslCommand.READ_CL_LCK, PslCommand.LOCK, PslCommand.WRITE_UNLOCK, PslCommand.UNLOCK));

  private final SimulationContext context;
  private final String port;
  private final boolean hasLocks;
  private final HeldLines held;
  private final MemorySegment[] lines = new MemorySegment[PslCommands.TAGS];
  private final Translations translations = new Translations();
  private final int[] itags = new int[PslCommands.TAGS];
  private Answers answers = (tag, response) -> {};
  private boolean flushing;

  /**
   * @param context has the memory
   * @param port the name of the interface
   * @param hasLocks whether the PSL has locks, which one of version 9 has not
   */
  BusMemoryHost(SimulationContext context, String port, boolean hasLocks) {
    this.context = context;
    this.port = port;
    this.hasLocks = hasLocks;
    held = new HeldLines((rule, what) -> context.violation(port, rule, what));
    for (int tag = 0; tag < lines.length; tag++) {
      lines[tag] = MemorySegment.ofArray(new byte[CacheLines.BYTES]);
    }
  }

  @Override
  public void connect(Answers taker) {
    answers = taker;
  }

  @Override
  public void see(PslCommand command, int process, long address, int bytes) {
    if (!MODELLED.contains(command) && !(hasLocks && LOCKS.contains(command))) {
      violation(
          PslRule.COMMAND_CODE, "command 0x%04x does not exist or has no model", command.code());
    } else if (command.isSized() && !PslCommand.isSize(bytes)) {
      violation(PslRule.COMMAND_SIZE, command + " of %d bytes", bytes);
    } else if (command.isSized() && (address & (bytes - 1)) != 0) {
      violation(PslRule.COMMAND_ALIGNMENT, command + " of " + bytes + " bytes at 0x%x", address);
    } else if (process != 0) {
      violation(PslRule.PROCESS_ELEMENT, command + " for process element %d", process);
    }
  }

  private void violation(PslRule rule, String text, Object value) {
    context.violation(port, rule, text.formatted(value));
  }

  @Override
  public void command(int tag, PslCommand command, int process, long address, int bytes) {
    answers.answer(tag, serve(tag, command, address, bytes));
  }

  private PslResponse serve(int tag, PslCommand command, long address, int bytes) {
    if (command == PslCommand.RESTART) {
      flushing = false;
      return PslResponse.DONE;
    }
    if (command == PslCommand.INTREQ) {
      return PslResponse.DONE;
    }
    if (flushing) {
      return PslResponse.FLUSHED;
    }
    if (command == PslCommand.XLAT_RD || command == PslCommand.XLAT_WR) {
      itags[tag] = translations.take(command == PslCommand.XLAT_WR, 0, address);
      return itags[tag] < 0 ? PslResponse.XLAT_NO_ITAG : PslResponse.DONE;
    }
    if (command == PslCommand.ITAG_ABRT_RD || command == PslCommand.ITAG_ABRT_WR) {
      boolean stores = command == PslCommand.ITAG_ABRT_WR;
      if (!translations.isTaken((int) address, stores)) {
        return PslResponse.XLAT_NO_ITAG;
      }
      translations.giveBack((int) address);
    }
    PslResponse checked = held.check(command, address);
    if (checked != PslResponse.DONE) {
      return checked;
    }
    PslResponse response = move(tag, command, address, bytes);
    if (response == PslResponse.DONE) {
      held.made(command, address);
    }
    return response;
  }

  private PslResponse move(int tag, PslCommand command, long address, int bytes) {
    boolean write = command.transfer() == PslCommand.Transfer.WRITE;
    if (!write && command.transfer() == PslCommand.Transfer.NONE) {
      return PslResponse.DONE;
    }
    BusMemory.Region region = CacheLines.find(context.memory(), port, address, bytes);
    if (region == null || (write && !region.writable())) {
      flushing = true;
      context.addressFault(
          port,
          region == null
              ? (write ? "write where no memory is" : "read where no memory is")
              : "write to memory that is read only",
          "command %s of %d bytes with tag 0x%02x".formatted(command, bytes, tag),
          address);
      return PslResponse.AERROR;
    }
    if (write) {
      CacheLines.write(region, address, bytes, lines[tag]);
    } else {
      CacheLines.read(region, address & -CacheLines.BYTES, lines[tag]);
    }
    return PslResponse.DONE;
  }

  @Override
  public int itag(int tag) {
    return itags[tag];
  }

  @Override
  public DmaStatus dma(DmaRequest request, MemorySegment data) {
    long address = translations.address(request.itag());
    translations.giveBack(request.itag());
    BusMemory.Region region = CacheLines.find(context.memory(), port, address, request.bytes());
    if (flushing) {
      return DmaStatus.FLUSHED;
    }
    if (region == null || (request.stores() && !region.writable())) {
      flushing = true;
      context.addressFault(
          port, "a DMA where it cannot be", "of %d bytes".formatted(request.bytes()), address);
      return DmaStatus.FAILED;
    }
    MemorySegment memory = region.memory().asSlice(address - region.base(), request.bytes());
    switch (request.kind()) {
      case READ -> data.copyFrom(memory);
      case WRITE -> memory.copyFrom(data.asSlice(0, request.bytes()));
      case ATOMIC -> {
        if (!region.contains(address & -DmaRequest.BLOCK)
            || !region.contains(address | DmaRequest.BLOCK - 1)) {
          return DmaStatus.FAILED;
        }
        MemorySegment block =
            region.memory().asSlice((address & -DmaRequest.BLOCK) - region.base());
        return request.applyTo(block, data, address) ? DmaStatus.DONE : DmaStatus.FAILED;
      }
    }
    return DmaStatus.DONE;
  }

  @Override
  public MemorySegment line(int tag) {
    return lines[tag];
  }

  @Override
  public void restart() {
    translations.clear();
    held.clear();
    flushing = false;
  }

  @Override
  public long timebase(long cycle) {
    return cycle * TICKS;
  }
}
