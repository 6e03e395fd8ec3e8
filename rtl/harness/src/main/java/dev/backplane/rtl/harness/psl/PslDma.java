package dev.backplane.rtl.harness.psl;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.DrivenInput;
import dev.backplane.rtl.harness.EventHistory;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.SimulationContext;
import dev.backplane.rtl.harness.StallGenerator;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The pins of one DMA port of a PSL9: takes requests, and gives for each its sent status and, if
 * data comes back, its completion. The host makes a request when its status is given.
 */
final class PslDma {
  static final int TAGS = 1 << 10;

  private static final int LEAST_LATENCY = 5;
  private static final int BEAT = CacheLines.BYTES;

  // What dtype says.
  private static final int READ = 0;
  private static final int WRITE = 1;
  private static final int MORE = 2;
  private static final int ATOMIC = 3;

  private static final int SENT_READ = 0;
  private static final int SENT_WRITE = 1;
  private static final int SENT_FAILED = 2;
  private static final int SENT_FLUSHED = 3;

  private final SimulationContext context;
  private final String bus;

  /** The prefix of the pins that the accelerator drives: {@code d0h_} or {@code d1h_}. */
  private final String prefix;

  private final EventHistory history;
  private final PslHost host;
  private final GivenItags itags;
  private final Pin valid;
  private final Pin utagPin;
  private final Pin itagPin;
  private final Pin type;
  private final Pin size;
  private final Pin data;
  private final Pin operation;
  private final Pin littleEndian;
  private final DrivenInput sentValid;
  private final DrivenInput sentTag;
  private final DrivenInput sentStatus;
  private final DmaCompletions completions;
  private final StallGenerator reorder;
  private final StallGenerator delayed;
  private final int latency;

  private final @Nullable DmaRequest[] requests = new @Nullable DmaRequest[TAGS];
  private final @Nullable MemorySegment[] lines = new @Nullable MemorySegment[TAGS];
  private final long[] addresses = new long[TAGS];
  private final TagQueue toServe = new TagQueue(TAGS);

  /** The write whose beats come, or -1; and how many bytes of it came. */
  private int partial = -1;

  private int taken;
  private int outstanding;

  PslDma(
      int port,
      GivenItags itags,
      SimulationContext context,
      InterfacePins pins,
      EventHistory history,
      PslHost host,
      PslFaults faults) {
    this.itags = itags;
    this.context = context;
    this.history = history;
    this.host = host;
    bus = pins.bus().name();
    prefix = "d" + port + "h_";
    String answers = "hd" + port + "_";
    String name = port == 0 ? bus : bus + " " + port;
    valid = pins.pin(prefix + "dvalid", 0);
    utagPin = pins.pin(prefix + "req_utag", 0);
    itagPin = pins.pin(prefix + "req_itag", 0);
    type = pins.pin(prefix + "dtype", 0);
    size = pins.pin(prefix + "dsize", 0);
    data = pins.pin(prefix + "ddata", 0);
    operation = pins.pin(prefix + "datomic_op", 0);
    littleEndian = pins.pin(prefix + "datomic_le", 0);
    sentValid = pins.output(answers + "sent_utag_valid");
    sentTag = pins.output(answers + "sent_utag");
    sentStatus = pins.output(answers + "sent_utag_sts");
    completions = new DmaCompletions(name, answers, pins, faults);
    reorder = faults.chance(faults.reordered(), name + " dma order");
    delayed = faults.chance(faults.delayedResponses(), name + " dma");
    latency = Math.max(LEAST_LATENCY, context.options().latency());
  }

  void restart() {
    Arrays.fill(requests, null);
    toServe.clear();
    partial = -1;
    outstanding = 0;
    sentValid.set(0);
    completions.restart();
  }

  int outstanding() {
    return outstanding;
  }

  /** Reports a request during a RESET, which is not served. */
  void checkQuiet() {
    if (valid.get() != 0) {
      context.violation(bus, PslRule.RUNNING, "a DMA during a RESET");
    }
  }

  void sample(boolean running) {
    if (valid.get() == 0) {
      return;
    }
    context.progress();
    int utag = (int) utagPin.get();
    int kind = (int) type.get();
    if (!running) {
      context.violation(bus, PslRule.RUNNING, "a DMA while ah_jrunning is low");
    } else if (kind > ATOMIC || (kind == MORE) != (partial >= 0)) {
      violation(
          DmaRule.DMA_TYPE,
          kind > ATOMIC
              ? "%sdtype %d".formatted(prefix, kind)
              : kind == MORE ? "more of a write that has not begun" : "a DMA inside of a write");
    } else if (kind == MORE) {
      more(utag);
    } else {
      begin(utag, kind);
    }
  }

  private void violation(DmaRule rule, String what) {
    context.violation(bus, rule, "%s, with utag 0x%03x".formatted(what, utagPin.get()));
  }

  private void begin(int utag, int kind) {
    int itag = (int) itagPin.get();
    int bytes = (int) size.get();
    AtomicOperation atomic = kind == ATOMIC ? AtomicOperation.of((int) operation.get()) : null;
    boolean isSize =
        kind == ATOMIC ? bytes == 4 || bytes == 8 : bytes > 0 && bytes <= DmaRequest.MOST_BYTES;
    if (requests[utag] != null) {
      violation(DmaRule.DMA_TAG, "a DMA whose utag is outstanding");
    } else if (!isSize) {
      violation(DmaRule.DMA_SIZE, "a DMA of %d bytes".formatted(bytes));
    } else if (kind == ATOMIC && atomic == null) {
      violation(DmaRule.DMA_TYPE, "the atomic operation 0x%02x".formatted(operation.get()));
    } else if (!itags.isGiven(itag) || (itag >= Translations.COUNT / 2) != (kind != READ)) {
      violation(
          DmaRule.DMA_TRANSLATION,
          itags.isGiven(itag)
              ? "the itag 0x%03x is for the other direction".formatted(itag)
              : "the itag 0x%03x was not given, or is used up".formatted(itag));
    } else {
      addresses[utag] = itags.use(itag);
      requests[utag] =
          switch (kind) {
            case READ -> DmaRequest.read(itag, bytes);
            case WRITE -> DmaRequest.write(itag, bytes);
            default ->
                DmaRequest.atomic(
                    itag,
                    Objects.requireNonNull(atomic),
                    bytes,
                    littleEndian.get() == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
          };
      outstanding++;
      history.add(context.cycle(), "DMA", utag);
      take(utag, 0);
      if (kind == WRITE && bytes > BEAT) {
        partial = utag;
        taken = BEAT;
      } else {
        toServe.add(utag, context.cycle() + latency);
      }
    }
  }

  private void more(int utag) {
    if (utag != partial) {
      violation(DmaRule.DMA_TYPE, "more of the write 0x%03x".formatted(partial));
      return;
    }
    take(utag, taken);
    taken += BEAT;
    if (taken >= Objects.requireNonNull(requests[utag]).bytes()) {
      partial = -1;
      toServe.add(utag, context.cycle() + latency);
    }
  }

  private MemorySegment line(int utag) {
    MemorySegment line = lines[utag];
    if (line == null) {
      line = MemorySegment.ofArray(new byte[DmaRequest.MOST_BYTES]);
      lines[utag] = line;
    }
    return line;
  }

  /** Takes the 128 bytes on the data pins; the first is in the highest bits. */
  private void take(int utag, int at) {
    MemorySegment line = line(utag);
    for (int i = 0; i < CacheLines.WORDS; i++) {
      line.set(
          BufferWrites.BIG_ENDIAN, at + (long) i * Long.BYTES, data.word(CacheLines.WORDS - 1 - i));
    }
  }

  void drive() {
    int finished = completions.drive(context.cycle());
    if (finished >= 0) {
      free(finished);
    }
    int utag = toServe.take(context.cycle(), delayed, reorder);
    if (utag < 0) {
      sentValid.set(0);
      return;
    }
    DmaRequest request = Objects.requireNonNull(requests[utag]);
    DmaStatus status = context.isSilenced() ? DmaStatus.FLUSHED : host.dma(request, line(utag));
    context.progress();
    history.add(context.cycle(), "DMA " + status, utag);
    sentValid.set(1);
    sentTag.set(utag);
    sentStatus.set(
        switch (status) {
          case DONE -> request.stores() ? SENT_WRITE : SENT_READ;
          case FAILED -> SENT_FAILED;
          case FLUSHED -> SENT_FLUSHED;
        });
    if (status == DmaStatus.DONE && request.isAnswered()) {
      completions.add(utag, request, addresses[utag], line(utag), context.cycle() + 1);
    } else {
      free(utag);
    }
  }

  private void free(int utag) {
    requests[utag] = null;
    outstanding--;
  }
}
