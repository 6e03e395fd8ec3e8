package dev.backplane.pi.table.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.BankKind;
import dev.backplane.api.Buffer;
import dev.backplane.api.BufferFlag;
import dev.backplane.api.BufferInfo;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
import dev.backplane.api.MemoryUsage;
import dev.backplane.api.Placement;
import dev.backplane.api.Placement.Kind;
import dev.backplane.api.Run;
import dev.backplane.driverkit.Placements;
import dev.backplane.driverkit.WaitLimit;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** The memory of a device as one bank, whose addresses the interface does not tell. */
final class PiMemory implements Memory {
  private static final int DEVICE_USM_HOST_SUPPORT = 0x4190;
  private static final int DEVICE_USM_DEVICE_SUPPORT = 0x4191;
  private static final int DEVICE_USM_SINGLE_SHARED_SUPPORT = 0x4192;
  private static final int ALLOC_TYPE = 0x419A;
  private static final int ALLOC_BASE = 0x419B;
  private static final int ALLOC_SIZE = 0x419C;
  private static final int TYPE_HOST = 0x4197;
  private static final int TYPE_DEVICE = 0x4198;
  private static final int TYPE_SHARED = 0x4199;

  private static final Set<BufferFlag> FLAGS = EnumSet.of(BufferFlag.CACHEABLE);

  /** The longest time for making two copies equal; a transfer that takes longer will never end. */
  private static final Duration LONGEST_TRANSFER = Duration.ofMinutes(5);

  private final PiContext context;
  private final PiQueue transfers;
  private final Bank bank;
  private final Set<Kind> kinds = EnumSet.of(Kind.PLAIN, Kind.DEVICE);
  private final AtomicLong used = new AtomicLong();
  private final AtomicLong buffers = new AtomicLong();
  private final LongAdder toDevice = new LongAdder();
  private final LongAdder fromDevice = new LongAdder();

  PiMemory(PiContext context, PiQueue transfers) {
    this.context = context;
    this.transfers = transfers;
    bank =
        new Bank(
            0, "global", 0, context.globalMemory, context.unified ? BankKind.HOST : BankKind.DDR);
    if (context.unified) {
      kinds.add(Kind.HOST);
    }
    offer(DEVICE_USM_HOST_SUPPORT, Kind.SHARED_HOST);
    offer(DEVICE_USM_DEVICE_SUPPORT, Kind.SHARED_DEVICE);
    offer(DEVICE_USM_SINGLE_SHARED_SUPPORT, Kind.SHARED);
  }

  private void offer(int info, Kind kind) {
    if (context.deviceNumber(info) != 0) {
      kinds.add(kind);
    }
  }

  Bank bank() {
    return bank;
  }

  /** The queue in which copies of buffers are made equal. */
  PiQueue transfers() {
    return transfers;
  }

  /** Waits for a transfer of a buffer or an image. */
  void await(Object thing, Run transfer) {
    if (!transfer.join(LONGEST_TRANSFER).isFinal()) {
      WaitLimit.checkInterrupted("transfer of " + thing);
      throw BackplaneException.because(
              ErrorCode.DEVICE_FAULTED,
              "a transfer of " + thing + " has not ended within " + LONGEST_TRANSFER)
          .during("sync")
          .remedy("Close the device and open it again")
          .build();
    }
    var _ = transfer.await(Duration.ZERO);
  }

  void countToDevice(long bytes) {
    toDevice.add(bytes);
  }

  void countFromDevice(long bytes) {
    fromDevice.add(bytes);
  }

  @Override
  public List<Bank> banks() {
    return List.of(bank);
  }

  @Override
  public Set<Kind> placements() {
    return Set.copyOf(kinds);
  }

  @Override
  public Buffer allocate(long bytes, Placement wanted) {
    check(bytes, wanted);
    Placement placement = wanted.in(bank.index());
    Kind kind = placement.kind();
    Runnable givenBack = () -> gone(bytes);
    Backing backing =
        switch (kind) {
          case DEVICE -> Backing.ofDevice(context, bytes, givenBack);
          case HOST -> Backing.of(context, bytes, Backing.Kind.OF_HOST, givenBack);
          case PLAIN -> Backing.of(context, bytes, Backing.Kind.TWO_COPIES, givenBack);
          default -> Backing.shared(context, kind, bytes, givenBack);
        };
    used.addAndGet(bytes);
    buffers.incrementAndGet();
    PiBuffer buffer = new PiBuffer(this, context, backing, null, 0, bytes, placement);
    if (kind.isShared() || kind == Kind.DEVICE) {
      clear(buffer);
    }
    return buffer;
  }

  /**
   * Fills a new buffer with zeros, as the table's memory has any content. Closes it on a failure.
   */
  private void clear(PiBuffer buffer) {
    boolean cleared = false;
    try {
      if (buffer.placement().kind().isForHost()) {
        buffer.host().fill((byte) 0);
      } else {
        MemorySegment zero = MemorySegment.ofArray(new byte[1]);
        await(buffer, transfers.fill(buffer, 0, buffer.size(), zero));
      }
      cleared = true;
    } finally {
      if (!cleared) {
        buffer.close();
      }
    }
  }

  private void gone(long bytes) {
    used.addAndGet(-bytes);
    buffers.decrementAndGet();
  }

  /** Makes a buffer of a memory object that somebody else made. */
  Buffer imported(long mem, long size) {
    Backing backing = Backing.imported(context, mem, size, () -> gone(size));
    used.addAndGet(size);
    buffers.incrementAndGet();
    return new PiBuffer(this, context, backing, null, 0, size, Placement.of(bank));
  }

  private void check(long bytes, Placement wanted) {
    Placements.checkFlags(wanted, FLAGS);
    var _ = Placements.bank(wanted, banks());
    if (bytes > context.largestAllocation) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_DEVICE_MEMORY,
              "a buffer of the device has at most %d bytes, not %d; its bank %s has %d in all"
                  .formatted(context.largestAllocation, bytes, bank.name(), bank.size()))
          .during("allocate")
          .remedy("Use smaller buffers")
          .build();
    }
  }

  /** Tells shared memory alone: the table has no addresses of memory objects. */
  @Override
  public Optional<BufferInfo> info(long address) {
    OptionalLong type = ask(address, ALLOC_TYPE);
    if (type.isEmpty()) {
      return Optional.empty();
    }
    Optional<Kind> kind =
        switch ((int) type.getAsLong()) {
          case TYPE_HOST -> Optional.of(Kind.SHARED_HOST);
          case TYPE_DEVICE -> Optional.of(Kind.SHARED_DEVICE);
          case TYPE_SHARED -> Optional.of(Kind.SHARED);
          default -> Optional.empty();
        };
    return kind.map(
        known ->
            new BufferInfo(
                ask(address, ALLOC_SIZE).orElse(0),
                ask(address, ALLOC_BASE).orElse(address),
                bank,
                Placement.of(known).in(bank.index()),
                0));
  }

  private OptionalLong ask(long address, int name) {
    return Query.numberIfKnown(
        (size, value, sizeRet) ->
            context.pi.usmGetMemAllocInfo(context.handle, address, name, size, value, sizeRet));
  }

  @Override
  public MemoryUsage usage() {
    long taken = used.get();
    long free = Math.max(0, bank.size() - taken);
    return new MemoryUsage(
        toDevice.sum(),
        fromDevice.sum(),
        List.of(new MemoryUsage.OfBank(bank, taken, Math.toIntExact(buffers.get()), free, free)));
  }
}
