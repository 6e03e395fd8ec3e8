package dev.backplane.rtl.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.engine.Pin;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Port.Direction;
import dev.backplane.rtl.ports.BusInterface;
import dev.backplane.rtl.ports.KernelPorts;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The master against pins that the test drives itself, cycle by cycle. */
final class AxiLiteMasterTest {
  private final Map<String, FakePin> pins = new LinkedHashMap<>();
  private Bench bench = new Bench(new FakeMemory(), HarnessOptions.DEFAULT);

  private AxiLiteMaster master(int dataBits) {
    List<String> inputs =
        List.of(
            "awvalid", "awaddr", "wvalid", "wdata", "wstrb", "bready", "arvalid", "araddr",
            "rready");
    List<String> outputs =
        List.of("awready", "wready", "bvalid", "bresp", "arready", "rvalid", "rdata", "rresp");
    inputs.forEach(name -> pin(name, Direction.INPUT, dataBits));
    outputs.forEach(name -> pin(name, Direction.OUTPUT, dataBits));
    KernelPorts ports = KernelPorts.of(pins.values().stream().map(FakePin::port).toList());
    Map<String, Pin> byName = new HashMap<>();
    pins.values().forEach(pin -> byName.put(pin.port().name(), pin));
    BusInterface control = ports.control();
    return new AxiLiteMaster(bench, new Signals(control, byName));
  }

  private void pin(String name, Direction direction, int dataBits) {
    int width =
        switch (name) {
          case "awaddr", "araddr" -> 12;
          case "wdata", "rdata" -> dataBits;
          case "wstrb" -> dataBits / 8;
          case "bresp", "rresp" -> 2;
          default -> 1;
        };
    pins.put(name, new FakePin(new Port("s_" + name, direction, width)));
  }

  private FakePin on(String name) {
    return Objects.requireNonNull(pins.get(name), name);
  }

  private void cycle(AxiLiteMaster master) {
    master.sample();
    bench.cycle++;
    master.drive();
  }

  private String violation() {
    RtlException fault = Objects.requireNonNull(bench.fault());
    return Objects.requireNonNull(fault.getMessage()).replaceFirst("\\. .*", "");
  }

  @Test
  void aWideBusCarriesOddWordsInItsUpperHalf() {
    AxiLiteMaster master = master(64);
    master.beginWrite(0x14, 0x89abcdef, 0b0110);
    assertThat(on("wdata").get()).isEqualTo(0x89abcdef_00000000L);
    assertThat(on("wstrb").get()).isEqualTo(0b0110_0000);
    master.abandon();
    master.beginRead(0x14);
    on("arready").set(1);
    cycle(master);
    on("rdata").set(0x1122334455667788L);
    on("rvalid").set(1);
    cycle(master);
    assertThat(master.isBusy()).isFalse();
    assertThat(master.result()).isEqualTo(0x11223344);
  }

  @Test
  void addressAndDataAreTakenInAnyOrder() {
    AxiLiteMaster master = master(32);
    master.beginWrite(0x10, 5, 15);
    on("wready").set(1);
    cycle(master);
    assertThat(on("wvalid").isSet()).isFalse();
    assertThat(on("awvalid").isSet()).isTrue();
    on("awready").set(1);
    cycle(master);
    assertThat(on("awvalid").isSet()).isFalse();
    on("bvalid").set(1);
    cycle(master);
    assertThat(master.isBusy()).isFalse();
    assertThat(on("bready").isSet()).isFalse();
    assertThat(bench.fault()).isNull();
  }

  @Test
  void anAnswerBeforeTheQuestionIsAViolation() {
    AxiLiteMaster master = master(32);
    master.beginWrite(0x10, 5, 15);
    on("awready").set(1);
    cycle(master);
    on("bvalid").set(1);
    cycle(master);
    assertThat(violation())
        .isEqualTo("s @cycle 1: BVALID before the write's address and data were taken");
    bench = new Bench(new FakeMemory(), HarnessOptions.DEFAULT);
    AxiLiteMaster reader = master(32);
    reader.beginRead(0x10);
    on("rvalid").set(1);
    cycle(reader);
    assertThat(violation()).isEqualTo("s @cycle 0: RVALID before the read address was taken");
  }

  @Test
  void anAnswerThatNobodyAskedForIsAViolation() {
    AxiLiteMaster master = master(32);
    master.beginWrite(0x10, 5, 15);
    on("rvalid").set(1);
    cycle(master);
    assertThat(violation()).isEqualTo("s @cycle 0: RVALID without a read");
  }

  @Test
  void anExclusiveAnswerIsAViolation() {
    AxiLiteMaster master = master(32);
    master.beginRead(0x10);
    on("arready").set(1);
    cycle(master);
    on("rvalid").set(1);
    on("rresp").set(1);
    cycle(master);
    assertThat(violation()).isEqualTo("s @cycle 1: RRESP is EXOKAY at a register");
  }

  @Test
  void answersInResetAreAViolation() {
    AxiLiteMaster master = master(32);
    on("bvalid").set(1);
    master.checkQuiet("in reset");
    assertThat(violation()).isEqualTo("s @cycle 0: BVALID is high in reset");
  }

  @Test
  void anAnswerStaysUntilItIsTaken() {
    Set<String> seen = new HashSet<>();
    for (int seed = 1; seed < 100; seed++) {
      bench = new Bench(new FakeMemory(), HarnessOptions.DEFAULT.withGaps(70, false, seed));
      AxiLiteMaster master = master(32);
      master.beginRead(0x10);
      on("arready").set(1);
      while (!on("arvalid").isSet()) {
        cycle(master);
      }
      cycle(master);
      if (on("rready").isSet()) {
        continue;
      }
      on("rvalid").set(1);
      cycle(master);
      if (on("rready").isSet()) {
        continue;
      }
      if (seed % 2 == 0) {
        on("rvalid").set(0);
      } else {
        on("rdata").set(1);
      }
      cycle(master);
      seen.add(violation().replaceFirst(".*: ", ""));
    }
    assertThat(seen)
        .containsExactlyInAnyOrder(
            "RVALID dropped before it was taken",
            "s_rdata changed from 0x0 to 0x1 while RVALID waits for RREADY");
  }
}
