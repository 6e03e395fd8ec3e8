package dev.backplane.cli.card;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.BankKind;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.Memory;
import dev.backplane.api.Program;
import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import dev.backplane.api.board.Clock;
import dev.backplane.api.board.Clocks;
import dev.backplane.cli.card.Check.Result;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Predicate;

/** The tests that move data and run kernels. */
final class DeviceChecks {
  private static final byte[] HELLO = "Hello World\n\0\0\0\0".getBytes(StandardCharsets.US_ASCII);
  private static final int QUEUE = 128;
  private static final int MOST_COMMANDS = 500_000;
  private static final long DMA_BYTES = 64L << 20;
  private static final int PATTERN = 64 << 10;
  private static final int LINE = 64;
  private static final int COPY_LINES = 4096;

  private static final long SEED = 0xbac0;

  static final List<Check> ALL =
      List.of(
          new Check("verify", "a kernel runs and its result is right", DeviceChecks::verify),
          new Check("dma", "data to the device and back, bank by bank", DeviceChecks::dma),
          new Check("iops", "commands per second of a trivial kernel", DeviceChecks::iops),
          new Check("mem-bw", "a kernel's way to each bank", DeviceChecks::memory),
          new Check("p2p", "device memory seen by another device", DeviceChecks::peer),
          new Check("m2m", "copies from bank to bank by the device", DeviceChecks::banks),
          new Check("hostmem-bw", "a kernel's way to host memory", DeviceChecks::hostMemory));

  private DeviceChecks() {}

  /** Writes a word through a kernel and reads it back. */
  private static Result verify(Validation on) {
    Program program = on.program();
    if (program == null) {
      return Result.skipped(on.refusal());
    }
    Kernel hello = program.kernel("hello");
    try (Buffer text = hello.buffer("text", HELLO.length)) {
      RunReport report = Validation.await(hello.start(text.sync()));
      byte[] found = text.syncBack().read(new byte[HELLO.length]);
      return Arrays.equals(found, HELLO)
          ? Result.passed("the kernel wrote 'Hello World'").with("cycles", report.cycles())
          : Result.failed("the kernel wrote " + Arrays.toString(found));
    }
  }

  /** Moves data to the device and back, bank by bank. */
  private static Result dma(Validation on) {
    if (!on.device().facets().contains(Memory.class)) {
      return Result.skipped("the device has no Memory");
    }
    Memory memory = on.device().facet(Memory.class);
    Result result = Result.passed("what came back is what was sent");
    for (Bank bank : memory.banks()) {
      on.tell("dma: bank " + bank.name());
      long bytes = Math.min(DMA_BYTES, bank.size() / 2 / PATTERN * PATTERN);
      try (Buffer buffer = memory.allocate(Math.max(PATTERN, bytes), bank.index())) {
        if (!buffer.placement().needsSync()) {
          continue;
        }
        fill(buffer.host());
        double there = rate(on, buffer.size(), buffer::sync);
        buffer.host().fill((byte) 0);
        double back = rate(on, buffer.size(), buffer::syncBack);
        if (!isFilled(buffer.host())) {
          return Result.failed("bank " + bank.name() + ": what came back is something else");
        }
        result
            .with(bank.name() + "_to_device_mb_s", there)
            .with(bank.name() + "_from_device_mb_s", back);
      }
    }
    return result.figures().isEmpty()
        ? Result.skipped("host and device share the memory of every bank: nothing is moved")
        : result;
  }

  private static OptionalDouble megahertz(Validation on) {
    return BoardOptions.facet(on.device(), Clocks.class)
        .map(Clocks::clocks)
        .orElse(List.of())
        .stream()
        .mapToDouble(Clock::effective)
        .findFirst();
  }

  private static void fill(MemorySegment host) {
    byte[] pattern = new byte[PATTERN];
    new SplittableRandom(SEED).nextBytes(pattern);
    for (long at = 0; at < host.byteSize(); at += PATTERN) {
      MemorySegment.copy(pattern, 0, host, ValueLayout.JAVA_BYTE, at, PATTERN);
    }
  }

  private static boolean isFilled(MemorySegment host) {
    byte[] pattern = new byte[PATTERN];
    new SplittableRandom(SEED).nextBytes(pattern);
    MemorySegment expected = MemorySegment.ofArray(pattern);
    for (long at = 0; at < host.byteSize(); at += PATTERN) {
      if (MemorySegment.mismatch(host, at, at + PATTERN, expected, 0, PATTERN) >= 0) {
        return false;
      }
    }
    return true;
  }

  /** Does something that moves bytes again and again; gives megabytes per second. */
  private static double rate(Validation on, long bytes, Runnable move) {
    long share = on.budget().toNanos() / 4;
    long began = System.nanoTime();
    long moved = 0;
    do {
      move.run();
      moved += bytes;
    } while (System.nanoTime() - began < share);
    return moved * 1e3 / Math.max(1, System.nanoTime() - began);
  }

  /** Starts a trivial kernel as often as it can, 128 runs in flight, by one thread. */
  private static Result iops(Validation on) {
    Program program = on.program();
    if (program == null) {
      return Result.skipped(on.refusal());
    }
    Kernel hello = program.kernel("hello");
    try (Buffer text = hello.buffer("text", HELLO.length)) {
      Deque<Run> inFlight = new ArrayDeque<>();
      long began = System.nanoTime();
      long done = 0;
      long started = 0;
      boolean more = true;
      while (more || !inFlight.isEmpty()) {
        if (more && inFlight.size() < QUEUE) {
          inFlight.add(hello.start(text));
          started++;
          more = started < MOST_COMMANDS && System.nanoTime() - began < on.budget().toNanos();
        } else {
          Validation.await(inFlight.remove());
          done++;
          if (done % 1000 == 0) {
            on.tell("iops: " + done + " commands");
          }
        }
      }
      double seconds = (System.nanoTime() - began) / 1e9;
      return Result.passed(
              String.format(
                  Locale.ROOT,
                  "%d commands, %d in flight, %.0f per second here",
                  done,
                  QUEUE,
                  done / seconds))
          .with("commands", done)
          .with("iops", done / seconds);
    }
  }

  /** Copies within a bank by a kernel with a wide port. */
  private static Result memory(Validation on) {
    return bandwidth(on, kind -> kind != BankKind.HOST);
  }

  private static Result bandwidth(Validation on, Predicate<BankKind> kinds) {
    Program program = on.program();
    if (program == null) {
      return Result.skipped(on.refusal());
    }
    Kernel copy = program.kernel("copy");
    Memory memory = on.device().facet(Memory.class);
    Result result = Result.passed("bytes read and written per cycle of the kernel's clock");
    for (Bank bank : memory.banks()) {
      if (!kinds.test(bank.kind())
          || !copy.argument("from").banks().contains(bank.index())
          || bank.size() < 4L * COPY_LINES * LINE) {
        continue;
      }
      on.tell("bandwidth of bank " + bank.name());
      long bytes = (long) COPY_LINES * LINE;
      try (Buffer from = memory.allocate(bytes, bank.index());
          Buffer to = memory.allocate(bytes, bank.index())) {
        fill(from.host());
        from.sync();
        RunReport report = Validation.await(copy.start(from, to, COPY_LINES));
        to.syncBack();
        if (MemorySegment.mismatch(from.host(), 0, bytes, to.host(), 0, bytes) >= 0) {
          return Result.failed("bank " + bank.name() + ": the copy is something else");
        }
        double perCycle = 2.0 * bytes / Math.max(1, report.cycles());
        result.with(bank.name() + "_bytes_per_cycle", perCycle);
        megahertz(on)
            .ifPresent(
                clock ->
                    result.with(
                        bank.name() + "_gb_s_at_" + Math.round(clock) + "_mhz",
                        perCycle * clock / 1e3));
      }
    }
    return result.figures().isEmpty()
        ? Result.skipped("no such bank that the kernel reaches")
        : result;
  }

  /** Exports and imports here: two views of one memory, as two devices would have. */
  private static Result peer(Validation on) {
    return onMemory(
        on,
        memory -> {
          int bank = memory.banks().getFirst().index();
          try (Buffer ours = memory.allocate(PATTERN, bank);
              Buffer theirs = memory.importShared(ours.export(), bank)) {
            fill(ours.host());
            ours.sync();
            return isFilled(theirs.syncBack().host())
                ? Result.passed("memory that is exported is seen by who imports it")
                : Result.failed("who imports it sees something else");
          }
        });
  }

  /** Copies from each bank to the next, past the host. */
  private static Result banks(Validation on) {
    return onMemory(
        on,
        memory -> {
          List<Bank> banks = memory.banks();
          Result result = Result.passed("copies from bank to bank are what was copied");
          for (int i = 0; i < banks.size(); i++) {
            Bank from = banks.get(i);
            Bank to = banks.get((i + 1) % banks.size());
            on.tell("m2m: " + from.name() + " to " + to.name());
            long bytes =
                Math.max(
                    PATTERN,
                    Math.min(DMA_BYTES, Math.min(from.size(), to.size()) / 4 / PATTERN * PATTERN));
            try (Buffer source = memory.allocate(bytes, from.index());
                Buffer target = memory.allocate(bytes, to.index())) {
              fill(source.host());
              source.sync();
              double rate = rate(on, bytes, () -> target.copyFrom(source, 0, 0, bytes));
              if (!isFilled(target.syncBack().host())) {
                return Result.failed(from.name() + " to " + to.name() + ": something else came");
              }
              result.with(from.name() + "_to_" + to.name() + "_mb_s", rate);
            }
          }
          return result;
        });
  }

  /** Passes over an ability that the device does not offer: that is no fault of it. */
  private static Result onMemory(Validation on, Function<Memory, Result> test) {
    if (!on.device().facets().contains(Memory.class)) {
      return Result.skipped("the device has no Memory");
    }
    try {
      return test.apply(on.device().facet(Memory.class));
    } catch (BackplaneException e) {
      if (e.code() != ErrorCode.NOT_SUPPORTED) {
        throw e;
      }
      return Result.skipped(e.problem());
    }
  }

  /** A kernel reads and writes memory of the host. */
  private static Result hostMemory(Validation on) {
    return bandwidth(on, BankKind.HOST::equals);
  }
}
