package dev.backplane.rtl.harness.psl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.HostMemory;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.LoopbackDesign;
import dev.backplane.rtl.harness.LoopbackDesign.On;
import dev.backplane.rtl.harness.RunLimits;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.harness.ports.Wiring;
import dev.backplane.rtl.netlist.Port;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An accelerator that uses lines of 1024 bits, translations and the DMA of a PSL9. */
final class Psl9WorkerTest {
  private static final String TOP = "psl9_worker";
  private static final String TWO_PORTS = "psl9_two_ports";
  private static final int DATA = 0x4000;
  private static final int ELEMENTS = 40;
  private static final RunLimits LIMITS = RunLimits.ofCycles(400_000);

  private final HostMemory memory = new HostMemory();

  private KernelHarness harness(On engine, int latency, int fault, HarnessOptions options) {
    Wiring wiring = Wiring.builder().tie("fault", fault).tie("latency", latency).build();
    return LoopbackDesign.harness(
        "psl", TOP, engine, wiring, ControlProtocol.USER_MANAGED, memory, options);
  }

  /** The accelerator with both DMA ports. */
  private KernelHarness twoPorts(On engine, int crossed, int fault, HarnessOptions options) {
    List<Path> sources = new ArrayList<>(LoopbackDesign.sources("psl", TWO_PORTS));
    sources.addAll(LoopbackDesign.sources("psl", TOP));
    CompiledDesign design = LoopbackDesign.compile(sources, TWO_PORTS, engine);
    Wiring wiring =
        Wiring.builder().tie("fault", fault).tie("latency", 1).tie("crossed", crossed).build();
    return new KernelHarness(
        design::newEngine,
        KernelPorts.of(design.ports(), wiring),
        ControlProtocol.USER_MANAGED,
        memory,
        options);
  }

  private static long at(int offset) {
    return HostMemory.BASE + offset;
  }

  private void element(int index, long what, long size, int source, int target, long... operands) {
    long address = at(index * CacheLines.BYTES);
    memory.setBigEndian(address, what);
    memory.setBigEndian(address + 8, size);
    memory.setBigEndian(address + 16, at(source));
    memory.setBigEndian(address + 24, at(target));
    for (int i = 0; i < operands.length; i++) {
      memory.setBigEndian(address + 32 + 8L * i, operands[i]);
    }
  }

  /** Writes random elements, and does to an array of bytes what each of them says. */
  private byte[] random(long seed) {
    memory.fill(seed);
    Random random = new Random(seed);
    List<Runnable> work = new ArrayList<>();
    byte[][] model = {new byte[0]};
    for (int i = 0; i < ELEMENTS; i++) {
      int source = place(random, 2 * CacheLines.BYTES);
      int target = place(random, 2 * CacheLines.BYTES);
      switch (random.nextInt(3)) {
        case 0 -> {
          int from = source & -CacheLines.BYTES;
          int to = target & -CacheLines.BYTES;
          element(i, 1, 128, from, to);
          work.add(() -> System.arraycopy(model[0], from, model[0], to, 128));
        }
        case 1 -> {
          int size = 1 + random.nextInt(random.nextBoolean() ? 512 : 130);
          element(i, 2, size, source, target);
          work.add(() -> System.arraycopy(model[0], source, model[0], target, size));
        }
        default -> work.add(atomic(i, random, source, target, model));
      }
    }
    element(ELEMENTS, 0, 0, 0, 0);
    model[0] = memory.read(HostMemory.BASE, HostMemory.SIZE);
    work.forEach(Runnable::run);
    return model[0];
  }

  /** A place from which 512 bytes end before the next page. */
  private static int place(Random random, int apart) {
    int page = DATA + random.nextInt(8) * 4096;
    return page + random.nextInt(4096 - 512) / (random.nextBoolean() ? 1 : apart);
  }

  private Runnable atomic(int index, Random random, int source, int target, byte[][] model) {
    int bytes = random.nextBoolean() ? 4 : 8;
    boolean little = random.nextBoolean();
    AtomicOperation operation = any(random, target & -bytes, bytes);
    long first = random.nextInt(4) == 0 ? -1 : random.nextLong();
    long second = random.nextLong();
    int at = target & -bytes;
    int answer = source & -bytes;
    long mode = (little ? 1L << 63 : 0) | (long) operation.code() << 32;
    element(index, 3, mode | bytes, answer, at, first, second);
    return () -> {
      byte[] all = model[0];
      int beside = at + operation.neighbour() * bytes;
      long before = number(all, at, bytes, little);
      long neighbour = number(all, beside, bytes, little);
      long one = operand(first, bytes, little);
      put(
          all,
          at,
          operation.after(before, neighbour, one, operand(second, bytes, little)),
          bytes,
          little);
      if (operation == AtomicOperation.STORE_TWIN && before == neighbour) {
        put(all, beside, one, bytes, little);
      }
      if (operation.fetches()) {
        put(all, answer, operation.answer(before, neighbour, bytes), bytes, little);
      }
    };
  }

  private static AtomicOperation any(Random random, int at, int bytes) {
    AtomicOperation[] all = AtomicOperation.values();
    while (true) {
      AtomicOperation one = all[random.nextInt(all.length)];
      if (one.fits(at, bytes)) {
        return one;
      }
    }
  }

  private static long number(byte[] from, int at, int bytes, boolean little) {
    long number = 0;
    for (int i = 0; i < bytes; i++) {
      number = number << 8 | (from[little ? at + bytes - 1 - i : at + i] & 0xff);
    }
    return bytes == 4 ? (int) number : number;
  }

  private static void put(byte[] to, int at, long number, int bytes, boolean little) {
    for (int i = 0; i < bytes; i++) {
      to[little ? at + i : at + bytes - 1 - i] = (byte) (number >> (8 * i));
    }
  }

  /** An operand is bytes of memory, the first ones of a big-endian doubleword. */
  private static long operand(long doubleword, int bytes, boolean little) {
    byte[] raw = new byte[8];
    put(raw, 0, doubleword, 8, false);
    return number(raw, 0, bytes, little);
  }

  @Test
  void memoryIsWhatThePlainModelIsWithFaultsAndEnginesAgree() {
    for (int seed = 0; seed < 9; seed++) {
      HarnessOptions options =
          HarnessOptions.DEFAULT.toBuilder()
              .latency(1 + seed * 3)
              .build()
              .withRandomStalls(seed * 9 % 70, seed % 2 == 1, seed);
      Set<Long> cycles = new HashSet<>();
      for (On engine : On.values()) {
        byte[] model = random(seed);
        try (KernelHarness harness = harness(engine, seed % 3, 0, options)) {
          harness.reset();
          harness.start(HostMemory.BASE);
          cycles.add(harness.await(LIMITS).cycles());
          assertThat(harness.readRegister64(0)).isEqualTo(ELEMENTS);
        }
        assertThat(memory.read(HostMemory.BASE, HostMemory.SIZE))
            .as("seed %d on %s", seed, engine)
            .isEqualTo(model);
      }
      assertThat(cycles).as("cycles with seed %d", seed).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void bothDmaPortsReachTheSameMemoryWithTheSameTranslations(int crossed) {
    for (int seed = 20; seed < 24; seed++) {
      HarnessOptions options =
          HarnessOptions.DEFAULT.withRandomStalls(seed % 3 * 30, seed % 2 == 1, seed);
      Set<Long> cycles = new HashSet<>();
      for (On engine : On.values()) {
        byte[] model = random(seed);
        try (KernelHarness harness = twoPorts(engine, crossed, 0, options)) {
          harness.reset();
          harness.start(HostMemory.BASE);
          cycles.add(harness.await(LIMITS).cycles());
        }
        assertThat(memory.read(HostMemory.BASE, HostMemory.SIZE))
            .as("seed %d on %s", seed, engine)
            .isEqualTo(model);
      }
      assertThat(cycles).as("cycles with seed %d", seed).hasSize(1);
    }
  }

  @Test
  void aRuleThatTheSecondPortBreaksIsReported() {
    assertThat(breaks(() -> twoPorts(On.JVM, 0, 1, HarnessOptions.DEFAULT), 1))
        .hasMessageContaining("d1h_dtype 5, with utag 0x3fc");
    assertThat(breaks(() -> twoPorts(On.JVM, 1, 3, HarnessOptions.DEFAULT), 3))
        .hasMessageContaining("a DMA whose utag is outstanding");
    // What the first port was told of and used, the second cannot use again.
    assertThat(breaks(() -> twoPorts(On.JVM, 1, 5, HarnessOptions.DEFAULT), 5))
        .hasMessageContaining("the itag 0x000 was not given, or is used up");
  }

  /** Each variant breaks one rule, which is reported with cycle, rule and remedy. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1|DMA_TYPE|d0h_dtype 5, with utag 0x3fc",
        "2|DMA_TYPE|the atomic operation 0x3f",
        "3|DMA_TAG|a DMA whose utag is outstanding, with utag 0x3fc",
        "4|DMA_TRANSLATION|the itag 0x001 was not given, or is used up",
        "5|DMA_TRANSLATION|the itag 0x000 was not given, or is used up, with utag 0x3fd",
        "6|DMA_TRANSLATION|the itag 0x000 is for the other direction",
        "7|DMA_SIZE|a DMA of 513 bytes",
        "8|DMA_SIZE|a DMA of 16 bytes",
        "9|DMA_TYPE|more of a write that has not begun",
        "10|DMA_TYPE|a DMA inside of a write",
      })
  void aBrokenRuleIsReported(int fault, DmaRule rule, String what) {
    RtlException failure = breaks(1, fault);
    assertThat(failure.error())
        .describedAs(failure.getMessage())
        .isEqualTo(RtlError.PROTOCOL_VIOLATION);
    assertThat(failure)
        .hasMessageMatching("(?s)psl @cycle \\d+: \\Q" + what + "\\E.*")
        .hasMessageContaining(". " + rule.remedy())
        .hasMessageContaining("Last cycles: ");
  }

  private RtlException breaks(int latency, int fault) {
    return breaks(() -> harness(On.JVM, latency, fault, HarnessOptions.DEFAULT), fault);
  }

  private RtlException breaks(Supplier<KernelHarness> made, int fault) {
    try (KernelHarness harness = made.get()) {
      return catchThrowableOfType(
          RtlException.class,
          () -> {
            harness.reset();
            harness.advance(100);
            boolean isAtomic = fault == 2 || fault == 8;
            element(0, isAtomic ? 3 : 2, isAtomic ? 8 : 300, DATA, DATA + 4096);
            element(1, 0, 0, 0, 0);
            harness.start(HostMemory.BASE);
            harness.await(LIMITS);
          });
    }
  }

  @Test
  void everyRuleHasAFaultyVariant() throws NoSuchMethodException {
    CsvSource cases =
        Objects.requireNonNull(
            Psl9WorkerTest.class
                .getDeclaredMethod("aBrokenRuleIsReported", int.class, DmaRule.class, String.class)
                .getAnnotation(CsvSource.class));
    assertThat(Stream.of(cases.value()).map(line -> line.split("\\|")[1]).distinct())
        .containsExactlyInAnyOrder(
            Stream.of(DmaRule.values()).map(Enum::name).toArray(String[]::new));
  }

  @Test
  void rulesOfAPsl8HoldForTheWiderPinsToo() {
    assertThat(breaks(1, 11)).hasMessageContaining("a DMA while ah_jrunning is low");
    assertThat(breaks(3, 0)).hasMessageContaining("ah_brlat is 3");
  }

  @Test
  void portsOfAPsl9AreRecognisedAndChecked() {
    List<Port> ports = new ArrayList<>(LoopbackDesign.compile("psl", TOP, On.JVM).ports());
    KernelPorts found = KernelPorts.of(ports);
    assertThat(PslProtocol.version(found)).isEqualTo(9);
    assertThat(found.interfaces().getFirst().describe())
        .isEqualTo("psl: PSL, 1024-bit data, 64-bit addresses, 8-bit ids");
    assertThat(
            PslProtocol.version(
                KernelPorts.of(LoopbackDesign.compile("psl", "psl_copy", On.JVM).ports())))
        .isEqualTo(8);
    ports.removeIf(port -> port.name().equals("hd0_cpl_data"));
    assertThatThrownBy(() -> check(ports))
        .hasMessageContaining("no hd0_cpl_data between PSL and accelerator");
    ports.removeIf(port -> port.name().matches("hd0_.*|d0h_.*"));
    check(ports);
    ports.removeIf(port -> port.name().equals("ah_brdata"));
    ports.add(new Port("ah_brdata", Port.Direction.OUTPUT, 512));
    assertThatThrownBy(() -> check(ports))
        .hasMessageContaining("ah_brdata has 512 bits, a PSL of POWER9 has 1024");
  }

  private static void check(List<Port> ports) {
    new PslProtocol().check(KernelPorts.of(ports), ControlProtocol.USER_MANAGED);
  }
}
