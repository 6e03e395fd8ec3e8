package dev.backplane.bench;

import dev.backplane.api.Device;
import dev.backplane.api.Filter;
import dev.backplane.api.OpenMode;
import dev.backplane.api.capi.Attachment;
import dev.backplane.api.capi.Coherent;
import dev.backplane.api.capi.StartWork;
import dev.backplane.rtl.simulators.VerilatorEngine;
import dev.backplane.runtime.Backplane;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.CRC32C;

/**
 * The CRC-32C accelerator in RTL behind the software coherent card, on the jvm engine, and beside
 * that the same RTL translated by Verilator with a PSL in C++. Both sum the same bytes.
 */
final class CoherentRtlRows {
  private static final Path EXAMPLE = Path.of("examples/crc32c").toAbsolutePath();
  private static final int LINE = 128;
  private static final int LINES = 1 << 13;
  private static final int DONE = 0x40;
  private static final int SUM = 0x48;
  private static final int WARM_UP = 20;
  private static final double ASKED = 0.5;
  private static final long DEADLINE = Duration.ofMinutes(1).toNanos();

  /** Short beside a job, so that the host leaves its core to the accelerator. */
  private static final long NAP = 20_000;

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final Path folder;
  private final int turns;
  private final int warmUp;

  CoherentRtlRows(Path folder, Effort effort) {
    this.folder = folder;
    turns = effort.of(1, 7, 21);
    warmUp = effort.of(0, WARM_UP, WARM_UP);
  }

  List<Row> measure() throws IOException {
    if (!VerilatorEngine.isAvailable()) {
      System.err.println("Verilator is not installed: crc32c in RTL has no peer and is left out");
      return List.of();
    }
    List<Double> told = new ArrayList<>();
    List<Double> untold = new ArrayList<>();
    List<Double> theirs = new ArrayList<>();
    try (Card card = new Card();
        Conversation peer = peer()) {
      peer.line();
      for (int turn = -warmUp; turn < turns; turn++) {
        double known = card.sum(true);
        double unknown = card.sum(false);
        String[] answer = peer.ask("sum " + LINES).split(" ", -1);
        if (Long.parseLong(answer[0]) != LINES + 2 || Long.parseLong(answer[1]) != card.expected) {
          throw new IOException("The C++ harness came to something else: " + List.of(answer));
        }
        if (turn >= 0) {
          told.add(known);
          untold.add(unknown);
          theirs.add(rate(Long.parseLong(answer[2])));
        }
      }
    }
    double their = Turns.median(theirs);
    return List.of(
        Row.speed(
            "crc32c in RTL, engine jvm, memory told",
            "M commands/s",
            Turns.median(told),
            "Verilator -O3, C++",
            their),
        Row.speed(
            "crc32c in RTL, engine jvm, any memory",
            "M commands/s",
            Turns.median(untold),
            "Verilator -O3, C++",
            their),
        Row.atLeast("of that, beside C++", "times", Turns.median(untold) / their, ASKED));
  }

  /** Millions of commands in a second. */
  private static double rate(long nanos) {
    return (LINES + 2) * 1e3 / nanos;
  }

  /** The same RTL in C++. */
  private static Conversation peer() throws IOException {
    CppProgram program =
        new CppProgram(
            "crc32c",
            List.of(
                EXAMPLE.resolve("crc32c_step.v"),
                EXAMPLE.resolve("crc32c_descriptor.v"),
                EXAMPLE.resolve("crc32c_lines.v"),
                EXAMPLE.resolve("crc32c.v")),
            java.util.Map.of(),
            List.of("worker.h", "psl.h", "crc32c.cpp"),
            "crc32c.cpp",
            CoherentRtlRows::adapter,
            "");
    return new Conversation(
        "crc32c in C++", List.of(program.build(CppProgram.Pass.WITH_DFG).toString()));
  }

  private static String adapter(CppNames names) {
    StringBuilder text =
        new StringBuilder(
            """
            #include "Vpeer.h"
            using Model = Vpeer;
            struct Pins {
              Model& m;
            """);
    sets(text, names, "void clock(int v)", "ha_pclock = v");
    sets(
        text,
        names,
        "void job(int v, unsigned c, unsigned cp, uint64_t a, unsigned ap)",
        "ha_jval = v, ha_jcom = c, ha_jcompar = cp, ha_jea = a, ha_jeapar = ap");
    sets(text, names, "void room(unsigned r)", "ha_croom = r");
    sets(
        text,
        names,
        "void ask(int v, unsigned t, unsigned p, unsigned h)",
        "ha_brvalid = v, ha_brtag = t, ha_brtagpar = p, ha_brad = h");
    sets(
        text,
        names,
        "void respond(int v, unsigned t, unsigned p, unsigned r, unsigned c)",
        "ha_rvalid = v, ha_rtag = t, ha_rtagpar = p, ha_response = r, ha_rcredits = c");
    sets(text, names, "void giveNone()", "ha_bwvalid = 0");
    sets(text, names, "void writeParity(unsigned p)", "ha_bwpar = p");
    for (String[] read :
        new String[][] {
          {"isDone", "ah_jdone"},
          {"asksTimebase", "ah_tbreq"},
          {"commandValid", "ah_cvalid"},
          {"tag", "ah_ctag"},
          {"tagParity", "ah_ctagpar"},
          {"code", "ah_com"},
          {"codeParity", "ah_compar"},
          {"address", "ah_cea"},
          {"addressParity", "ah_ceapar"},
          {"size", "ah_csize"},
          {"latency", "ah_brlat"},
          {"readParity", "ah_brpar"}
        }) {
      text.append("  uint64_t %s() { return %s; }\n".formatted(read[0], names.of(read[1])));
    }
    text.append(
        """
          unsigned give(int v, unsigned t, unsigned p, unsigned h, const uint8_t* from) {
            %s = v, %s = t, %s = p, %s = h;
            unsigned parity = 0;
            for (int i = 0; i < 8; i++) {
              uint64_t word;
              std::memcpy(&word, from + 8 * i, 8);
              word = __builtin_bswap64(word);
              %s[15 - 2 * i] = word >> 32, %s[14 - 2 * i] = (uint32_t)word;
              parity = parity << 1 | odd(word);
            }
            return parity;
          }
          unsigned takeHalf(uint8_t* into) {
            unsigned parity = 0;
            for (int i = 0; i < 8; i++) {
              uint64_t word = (uint64_t)%s[15 - 2 * i] << 32 | %s[14 - 2 * i];
              parity = parity << 1 | odd(word);
              word = __builtin_bswap64(word);
              std::memcpy(into + 8 * i, &word, 8);
            }
            return parity;
          }
        };
        """
            .formatted(
                names.of("ha_bwvalid"),
                names.of("ha_bwtag"),
                names.of("ha_bwtagpar"),
                names.of("ha_bwad"),
                names.of("ha_bwdata"),
                names.of("ha_bwdata"),
                names.of("ah_brdata"),
                names.of("ah_brdata")));
    return text.toString();
  }

  /** A function that sets pins; each begins with ha_. */
  private static void sets(StringBuilder text, CppNames names, String signature, String body) {
    String assigned = body;
    for (String part : body.split(", ", -1)) {
      String pin = part.substring(0, part.indexOf(' '));
      assigned = assigned.replace(part, part.replace(pin, names.of(pin)));
    }
    text.append("  %s { %s; }\n".formatted(signature, assigned));
  }

  /** A card of a process, with memory for a stream. */
  private final class Card implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final Backplane backplane;
    private final MemorySegment source = arena.allocate((long) LINES * LINE, LINE);
    private final MemorySegment descriptor = arena.allocate(LINE, LINE);
    final long expected;

    Card() throws IOException {
      backplane =
          Backplane.open(
              OpaePrograms.configuration(
                  folder.resolve("coherent.json"),
                  "{\"module\": \"capi\", \"config\": {\"host\": \"power8\", \"cards\": [{\"afus\": [{\"image\": \"%s\"}]}]}}"
                      .formatted(EXAMPLE.resolve("crc32c.xclbin"))));
      CRC32C crc = new CRC32C();
      long seed = 1;
      for (long i = 0; i < source.byteSize(); i++) {
        seed = seed * 6364136223846793005L + 1442695040888963407L;
        source.set(ValueLayout.JAVA_BYTE, i, (byte) (seed >>> 56));
      }
      crc.update(source.asByteBuffer());
      expected = crc.getValue();
      descriptor.set(LONG, 0, source.address());
      descriptor.set(LONG, 8, source.byteSize());
    }

    double sum(boolean tell) throws IOException {
      descriptor.set(LONG, DONE, 0);
      try (Device device = backplane.find(Filter.any()).open(OpenMode.SHARED)) {
        Coherent coherent = device.facet(Coherent.class);
        long begin = System.nanoTime();
        try (Attachment attachment = coherent.attach(StartWork.of(descriptor.address()))) {
          if (tell) {
            attachment.tell(source);
          }
          while (descriptor.get(LONG, DONE) == 0) {
            if (System.nanoTime() - begin > DEADLINE) {
              throw new IOException("crc32c does not end a job of " + LINES + " lines");
            }
            LockSupport.parkNanos(NAP);
          }
          long nanos = System.nanoTime() - begin;
          if (descriptor.get(LONG, SUM) != expected) {
            throw new IOException("crc32c came to something else");
          }
          return rate(nanos);
        }
      }
    }

    @Override
    public void close() {
      backplane.close();
      arena.close();
    }
  }
}
