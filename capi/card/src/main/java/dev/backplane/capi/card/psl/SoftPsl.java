package dev.backplane.capi.card.psl;

import dev.backplane.capi.card.CapiAfu;
import dev.backplane.capi.card.PslPort;
import dev.backplane.rtl.harness.psl.DmaRequest;
import dev.backplane.rtl.harness.psl.DmaStatus;
import dev.backplane.rtl.harness.psl.PslCommand;
import dev.backplane.rtl.harness.psl.PslResponse;
import dev.backplane.rtl.harness.psl.Translations;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The PSL of an AFU: takes its commands, moves their data between the memory of contexts and the
 * lines of their tags, and answers them. Memory that is known is copied at once; for all other
 * memory the commands that are outstanding are copied by the kernel together, so an address that is
 * not mapped is an answer to the AFU and an event for the holder, and never a signal.
 *
 * <p>One thread at a time uses it.
 */
public final class SoftPsl implements PslPort, TransferListener, AutoCloseable {
  /** The commands that can be outstanding. */
  public static final int CREDITS = 64;

  /** The bits of an address that are the number of an interrupt. */
  private static final long INTERRUPT_BITS = 0x7ff;

  /**
   * The pause in nanoseconds before the next try, if all outstanding commands wait for locked
   * lines.
   */
  private static final long PAUSE = 50_000;

  /**
   * The most commands of a context that are flushed before a missing RESTART counts as a mistake:
   * many times those that can be on their way when an accelerator learns of the fault.
   */
  private static final int MOST_FLUSHED = 64 * CREDITS;

  private static final ValueLayout.OfLong BIG_ENDIAN =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final CapiAfu afu;
  private final Dsisr dsisr;
  private final Faults faults;
  private Faults.Choice choice;
  private final @Nullable AttachedContext[] contexts;
  private final boolean[] flushing;

  /** The number of commands of each context that were flushed since its last RESTART. */
  private final int[] flushed;

  private final Arena arena = Arena.ofShared();

  /** A line for each tag, and one more for questions. */
  private final MemorySegment lines = arena.allocate((TAGS + 1L) * LINE_BYTES, LINE_BYTES);

  private final MemorySegment[] lineOfTag = new MemorySegment[TAGS];
  private final OutstandingCommands commands = new OutstandingCommands();

  /** Tags of commands that were not served, and of those that are being answered. */
  private int[] queue = new int[CREDITS];

  private int[] served = new int[CREDITS];
  private int queued;
  private int credits = CREDITS;

  private final LineTransfers transfers = new LineTransfers(lines, this);
  private final Psl9Commands psl9 = new Psl9Commands(this::faulted);
  private final LineClaims claims;
  private final ExclusiveCommands exclusive;

  /**
   * The AFU's violation of the rules; null if there was none since its reset. It is kept because
   * the AFU may catch the exception.
   */
  private @Nullable PslViolation broken;

  private boolean running;
  private boolean ended;
  private boolean told;
  private long error;
  private long given;

  /**
   * Connects an AFU.
   *
   * @param afu which, that is closed by its owner
   * @param dsisr how faults are named
   */
  public SoftPsl(CapiAfu afu, Dsisr dsisr) {
    this(afu, dsisr, Faults.NONE);
  }

  /**
   * Connects an AFU.
   *
   * @param afu which, that is closed by its owner
   * @param dsisr how faults are named
   * @param faults what it does now and then
   */
  public SoftPsl(CapiAfu afu, Dsisr dsisr, Faults faults) {
    this(afu, dsisr, faults, LineClaims.OF_MACHINE);
  }

  SoftPsl(CapiAfu afu, Dsisr dsisr, Faults faults, LineClaims claims) {
    this.afu = afu;
    this.dsisr = dsisr;
    this.faults = faults;
    this.claims = claims;
    exclusive = new ExclusiveCommands(claims, !isPsl9(), this::faulted, () -> choice.isLost());
    choice = faults.choose();
    int most = afu.descriptor().processes();
    contexts = new AttachedContext[most];
    flushing = new boolean[most];
    flushed = new int[most];
    for (int tag = 0; tag < TAGS; tag++) {
      lineOfTag[tag] = lines.asSlice((long) tag * LINE_BYTES, LINE_BYTES);
    }
    afu.connect(this);
  }

  /** {@return how many commands there were} */
  public long commands() {
    return given;
  }

  /** Resets the AFU, and forgets its commands. */
  public void reset() {
    running = false;
    ended = false;
    broken = null;
    forget();
    choice = faults.choose();
    afu.reset();
  }

  private void forget() {
    commands.clear();
    Arrays.fill(flushing, false);
    Arrays.fill(flushed, 0);
    psl9.reset();
    exclusive.reset();
    queued = 0;
    credits = CREDITS;
  }

  /** Begins a job. */
  public void start(long workElementDescriptor) {
    running = true;
    ended = false;
    error = 0;
    afu.start(workElementDescriptor);
  }

  /** Lets commands of a context pass. */
  public void attach(AttachedContext context) {
    contexts[context.process()] = context;
    flushing[context.process()] = false;
    flushed[context.process()] = 0;
  }

  /**
   * Lets no command of a context pass any more. Those that were given and not served reach no
   * memory, and have failed; nothing of the context is left, for the next one of its number.
   *
   * @param answers whether the AFU is told of them; not if it does not work any more
   */
  public void detach(int process, boolean answers) {
    exclusive.leave(process);
    psl9.leave(process);
    contexts[process] = null;
    int[] failed = new int[queued];
    int count = 0;
    int left = 0;
    for (int i = 0; i < queued; i++) {
      if (commands.process(queue[i]) == process) {
        failed[count++] = queue[i];
      } else {
        queue[left++] = queue[i];
      }
    }
    queued = left;
    for (int i = 0; i < count; i++) {
      credits++;
      commands.remove(failed[i]);
    }
    for (int i = 0; i < count && answers && !ended; i++) {
      afu.response(failed[i], PslResponse.FAILED);
    }
  }

  /** {@return whether a job runs} */
  public boolean isRunning() {
    return running;
  }

  /** {@return once, with what the job ended, if the AFU has ended it: 0, or what went wrong} */
  public OptionalLong takeEnding() {
    if (!ended || told) {
      return OptionalLong.empty();
    }
    told = true;
    return OptionalLong.of(error);
  }

  @Override
  public int credits() {
    return credits;
  }

  @Override
  public MemorySegment line(int tag) {
    return lineOfTag[tag];
  }

  @Override
  public void done(long errorCode) {
    running = false;
    ended = true;
    told = false;
    error = errorCode;
    forget();
  }

  @Override
  public void command(int tag, PslCommand command, int process, long address, int bytes) {
    requireUnbroken();
    if (!running) {
      throw violation("gave %s while no job runs".formatted(command));
    }
    if (tag < 0 || tag >= TAGS) {
      throw violation("gave %s with tag %d; there are 0 to 255".formatted(command, tag));
    }
    if (commands.has(tag)) {
      throw violation(
          "gave %s with tag %d that is outstanding, of %s"
              .formatted(command, tag, commands.command(tag)));
    }
    if (credits == 0) {
      throw violation("gave %s without a credit".formatted(command));
    }
    credits--;
    given++;
    commands.add(tag, command, process, address, bytes);
    queue[queued++] = tag;
  }

  private PslViolation violation(String problem) {
    PslViolation found =
        new PslViolation("the AFU %s, as command %d".formatted(problem, given + 1));
    broken = found;
    return found;
  }

  private void requireUnbroken() {
    if (broken != null) {
      throw broken;
    }
  }

  /**
   * Lets the AFU work, and serves the commands that it gives.
   *
   * @return whether there is more to do at once
   */
  public boolean advance() {
    if (!running) {
      return false;
    }
    boolean more = afu.advance();
    boolean answers = queued > 0;
    serve();
    if (answers && running && !more) {
      // An answer may be what it waited for.
      more = afu.advance();
    }
    return running && (more || queued > 0);
  }

  /** Serves the commands that are outstanding. Answers may lead to more, which are served later. */
  @Override
  public void serve() {
    requireUnbroken();
    if (queued == 0) {
      return;
    }
    int count = queued;
    int[] now = queue;
    queue = served;
    served = now;
    queued = 0;
    if (!faults.isNone()) {
      count = chosen(now, count);
    }
    if (!claims.isEmpty()) {
      count = admitted(now, count);
    }
    int begun = 0;
    while (begun < count) {
      begun += begin(now, begun, count);
    }
    transfers.finish();
    if (!claims.isEmpty()) {
      tellWrites(now, count);
    }
    for (int i = 0; i < count && !ended; i++) {
      int tag = now[i];
      credits++;
      commands.remove(tag);
      afu.response(tag, commands.answer(tag));
    }
  }

  /** Leaves those of some commands to the next turn that are delayed; returns how many are not. */
  private int chosen(int[] tags, int count) {
    int left = 0;
    for (int i = 0; i < count; i++) {
      if (choice.isDelayed()) {
        queue[queued++] = tags[i];
      } else {
        tags[left++] = tags[i];
      }
    }
    choice.reorder(tags, left);
    return left;
  }

  /** Leaves those to the next turn whose lines are locked by others; returns how many are not. */
  private int admitted(int[] tags, int count) {
    int left = 0;
    for (int i = 0; i < count; i++) {
      int tag = tags[i];
      AttachedContext context = context(commands.process(tag));
      if (context != null
          && exclusive.isKeptWaiting(commands.command(tag), context, commands.address(tag))) {
        queue[queued++] = tag;
      } else {
        tags[left++] = tag;
      }
    }
    if (left == 0 && count > 0) {
      LockSupport.parkNanos(PAUSE);
    }
    return left;
  }

  private void tellWrites(int[] tags, int count) {
    for (int i = 0; i < count; i++) {
      int tag = tags[i];
      AttachedContext context = context(commands.process(tag));
      if (context != null && commands.command(tag).stores() && commands.answer(tag).isMade()) {
        exclusive.wrote(context, commands.address(tag), commands.size(tag), lineOfTag[tag]);
      }
    }
  }

  /**
   * Serves a command, or puts it into a batch: with those after it that are the same on the lines
   * that follow, which are looked at together. Where faults are injected, each is by itself.
   *
   * @return how many were served
   */
  private int begin(int[] tags, int from, int count) {
    int tag = tags[from];
    int lines = faults.isNone() ? commands.lines(tags, from, count) : 1;
    int process = commands.process(tag);
    AttachedContext context = lines > 1 ? context(process) : null;
    if (context == null || flushing[process]) {
      begin(tag);
      return 1;
    }
    int bytes = lines * LINE_BYTES;
    if (commands.command(tag).transfer() == PslCommand.Transfer.READ) {
      transfers.read(tag, context, commands.address(tag), bytes);
    } else {
      transfers.write(tag, context, commands.address(tag), bytes);
    }
    return lines;
  }

  private @Nullable AttachedContext context(int process) {
    return process >= 0 && process < contexts.length ? contexts[process] : null;
  }

  private void begin(int tag) {
    PslCommand command = commands.command(tag);
    int process = commands.process(tag);
    if (process < 0 || process >= contexts.length) {
      commands.answer(tag, PslResponse.CONTEXT);
      return;
    }
    AttachedContext context = contexts[process];
    if (context == null) {
      commands.answer(tag, PslResponse.FAILED);
    } else if (command == PslCommand.RESTART) {
      flushing[process] = false;
      flushed[process] = 0;
    } else if (flushing[process]) {
      if (++flushed[process] > MOST_FLUSHED) {
        throw violation(
            "gave %s, and %d others before it, to context %d that is flushing, and no RESTART"
                .formatted(commands.command(tag), MOST_FLUSHED, process));
      }
      commands.answer(tag, PslResponse.FLUSHED);
    } else if (command == PslCommand.INTREQ) {
      interrupt(tag, context);
    } else if (command.isSized() && !commands.isAligned(tag)) {
      commands.answer(tag, PslResponse.FAILED);
    } else if (command.reachesMemory() && choice.isPaged()) {
      commands.answer(tag, PslResponse.PAGED);
      flushing[process] = true;
    } else {
      move(tag, command, context);
    }
  }

  private void interrupt(int tag, AttachedContext context) {
    int number = (int) (commands.address(tag) & INTERRUPT_BITS);
    if (number == 0 || number > context.interrupts()) {
      commands.answer(tag, PslResponse.FAILED);
    } else {
      context.listener().interrupted(number);
    }
  }

  private void move(int tag, PslCommand command, AttachedContext context) {
    switch (command) {
      case READ_PE -> {
        lineOfTag[tag].fill((byte) 0);
        lineOfTag[tag].set(BIG_ENDIAN, DESCRIPTOR_OFFSET, context.workElementDescriptor());
      }
      case ZERO_M -> {
        lineOfTag[tag].fill((byte) 0);
        transfers.write(tag, context, commands.address(tag) & -LINE_BYTES, LINE_BYTES);
      }
      case ASBNOT -> {
        if (isPsl9()) {
          context.listener().notified();
        } else {
          commands.answer(tag, PslResponse.FAILED);
        }
      }
      case TOUCH_I, TOUCH_S, TOUCH_M ->
          transfers.read(tag, context, commands.address(tag), LINE_BYTES);
      case PUSH_I, PUSH_S, EVICT_I -> {
        if (exclusive.isLocked(context, commands.address(tag))) {
          commands.answer(tag, PslResponse.NLOCK);
        }
      }
      case FLUSH -> {}
      case READ_CL_NA, READ_CL_S, READ_CL_M, READ_PNA ->
          transfers.read(tag, context, commands.address(tag), LINE_BYTES);
      case WRITE_MI, WRITE_MS, WRITE_NA, WRITE_INJ ->
          transfers.write(tag, context, commands.address(tag), commands.size(tag));
      case INTREQ, RESTART -> throw new IllegalStateException(command + " moves nothing");
      case CAS_E_4B,
          CAS_NE_4B,
          CAS_U_4B,
          CAS_E_8B,
          CAS_NE_8B,
          CAS_U_8B,
          XLAT_RD,
          XLAT_WR,
          XLAT_RD_TOUCH,
          XLAT_WR_TOUCH,
          ITAG_ABRT_RD,
          ITAG_ABRT_WR ->
          commands.answer(
              tag,
              isPsl9()
                  ? psl9.serve(tag, command, context, commands.address(tag), lineOfTag[tag])
                  : PslResponse.FAILED);
      case READ_CL_LCK, READ_CL_RES, WRITE_UNLOCK, WRITE_C, LOCK, UNLOCK ->
          commands.answer(
              tag,
              exclusive.serve(
                  command, context, commands.address(tag), commands.size(tag), lineOfTag[tag]));
    }
  }

  /** {@return whether it has what came with version 9} */
  public boolean isPsl9() {
    return dsisr == Dsisr.CAIA2;
  }

  @Override
  public int itag(int tag) {
    return psl9.itag(tag);
  }

  @Override
  public DmaStatus dma(DmaRequest request, MemorySegment data) {
    requireUnbroken();
    Translations translations = psl9.translations();
    int itag = request.itag();
    if (running && translations.isRevoked(itag, request.stores())) {
      // Its context has ended.
      return DmaStatus.FAILED;
    }
    if (!running || !translations.isTaken(itag, request.stores())) {
      throw violation("gave a DMA the itag %d, which is not given for it".formatted(itag));
    }
    translations.giveBack(itag);
    AttachedContext context = contexts[translations.process(itag)];
    if (context == null || flushing[context.process()]) {
      return context == null ? DmaStatus.FAILED : DmaStatus.FLUSHED;
    }
    long address = translations.address(itag);
    DmaStatus status = psl9.dma(request, context, address, data);
    if (request.stores() && !claims.isEmpty()) {
      for (long at = address & -LINE_BYTES; at < address + request.bytes(); at += LINE_BYTES) {
        claims.wrote(context.pid(), at, null);
      }
    }
    return status;
  }

  @Override
  public void faulted(int tag, boolean store, boolean forbidden) {
    AttachedContext context =
        Objects.requireNonNull(contexts[commands.process(tag)], "it was there a moment ago");
    commands.answer(tag, faulted(context, commands.address(tag), store, forbidden));
  }

  private PslResponse faulted(
      AttachedContext context, long address, boolean store, boolean forbidden) {
    flushing[context.process()] = true;
    context.listener().faulted(address, dsisr.of(forbidden, store));
    return PslResponse.AERROR;
  }

  @Override
  public boolean isFlushed(int tag) {
    if (flushing[commands.process(tag)]) {
      commands.answer(tag, PslResponse.FLUSHED);
    }
    return flushing[commands.process(tag)];
  }

  @Override
  public void close() {
    transfers.close();
    psl9.close();
    exclusive.close();
    arena.close();
  }
}
