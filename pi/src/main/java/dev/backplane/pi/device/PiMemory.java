package dev.backplane.pi.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.BankKind;
import dev.backplane.api.Buffer;
import dev.backplane.api.BufferFlag;
import dev.backplane.api.BufferRequest;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
import dev.backplane.api.MemoryUsage;
import dev.backplane.api.Run;
import dev.backplane.driverkit.BufferChecks;
import dev.backplane.driverkit.WaitLimit;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** One bank: the global memory of the device, whose addresses nobody is told. */
final class PiMemory implements Memory {
  private static final Set<BufferFlag> KINDS =
      EnumSet.of(BufferFlag.DEVICE_ONLY, BufferFlag.HOST_ONLY, BufferFlag.CACHEABLE);

  /** How long making two copies equal may take; what takes longer will never end. */
  private static final Duration LONGEST_TRANSFER = Duration.ofMinutes(5);

  private final PiContext context;
  private final PiQueue transfers;
  private final Bank bank;
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
  }

  Bank bank() {
    return bank;
  }

  /** The queue in which copies of buffers are made equal. */
  PiQueue transfers() {
    return transfers;
  }

  /** Waits for a transfer of a buffer. */
  void await(PiBuffer buffer, Run transfer) {
    if (!transfer.join(LONGEST_TRANSFER).isFinal()) {
      WaitLimit.checkInterrupted("transfer of " + buffer);
      throw BackplaneException.because(
              ErrorCode.DEVICE_FAULTED,
              "a transfer of " + buffer + " has not ended within " + LONGEST_TRANSFER)
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
  public Buffer allocate(long bytes, int bankIndex) {
    return allocate(BufferRequest.of(bytes, bankIndex));
  }

  @Override
  public Buffer allocate(BufferRequest request) {
    long bytes = request.bytes();
    check(request);
    boolean ofHost = request.flags().contains(BufferFlag.HOST_ONLY);
    Set<BufferFlag> flags =
        request.flags().isEmpty()
            ? EnumSet.noneOf(BufferFlag.class)
            : EnumSet.copyOf(request.flags());
    Backing backing =
        Backing.of(
            context,
            bytes,
            ofHost ? Backing.Kind.OF_HOST : Backing.Kind.TWO_COPIES,
            () -> gone(bytes));
    used.addAndGet(bytes);
    buffers.incrementAndGet();
    return new PiBuffer(this, context, backing, null, 0, bytes, flags);
  }

  private void gone(long bytes) {
    used.addAndGet(-bytes);
    buffers.decrementAndGet();
  }

  /** A buffer of memory that somebody else made. */
  Buffer imported(long mem, long size) {
    Backing backing = Backing.imported(context, mem, size, () -> gone(size));
    used.addAndGet(size);
    buffers.incrementAndGet();
    return new PiBuffer(this, context, backing, null, 0, size, Set.of());
  }

  private void check(BufferRequest request) {
    BufferChecks.checkSize(request.bytes());
    if (request.bank() != bank.index()) {
      throw refused(
          ErrorCode.INVALID_ARGUMENT,
          "there is no bank " + request.bank() + ", only " + bank.index(),
          "Use an index from banks()");
    }
    if (request.bytes() > context.largestAllocation) {
      throw refused(
          ErrorCode.OUT_OF_DEVICE_MEMORY,
          "a buffer of the device has at most %d bytes, not %d; its bank %s has %d in all"
              .formatted(context.largestAllocation, request.bytes(), bank.name(), bank.size()),
          "Use smaller buffers");
    }
    Set<BufferFlag> flags = request.flags();
    if (!KINDS.containsAll(flags)) {
      throw refused(
          ErrorCode.NOT_SUPPORTED,
          "the device has no buffers that are " + flags + ", only " + KINDS,
          "Use a plain buffer");
    }
    if (flags.contains(BufferFlag.HOST_ONLY) && !context.unified) {
      throw refused(
          ErrorCode.NOT_SUPPORTED,
          "the device does not work in the host's memory",
          "Use a plain buffer");
    }
    if (flags.contains(BufferFlag.HOST_ONLY) && flags.contains(BufferFlag.DEVICE_ONLY)) {
      throw refused(
          ErrorCode.INVALID_ARGUMENT,
          "a buffer is not for the host only and for the device only",
          "Leave one of the flags out");
    }
  }

  private static BackplaneException refused(ErrorCode code, String problem, String remedy) {
    return BackplaneException.because(code, problem).during("allocate").remedy(remedy).build();
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
