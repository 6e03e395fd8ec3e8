package dev.backplane.rtl.harness.axi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.SimulationContext;
import dev.backplane.rtl.harness.ports.BusInterface;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Port.Direction;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The master with pins that the test drives, cycle by cycle. */
final class AxiLiteMasterTest {
  private final Map<String, FakePin> pins = new LinkedHashMap<>();
  private SimulationContext context =
      new SimulationContext(new FakeMemory(), HarnessOptions.DEFAULT);

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
    return new AxiLiteMaster(
        context,
        new InterfacePins(control, byName, new FakeKernel(FakeKernel.Shape.PLAIN, _ -> false)),
        _ -> {});
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

  private FakePin pinOf(String name) {
    return Objects.requireNonNull(pins.get(name), name);
  }

  private void cycle(AxiLiteMaster master) {
    master.sample();
    context.tick();
    master.drive();
  }

  private String violation() {
    RtlException fault = Objects.requireNonNull(context.fault());
    return Objects.requireNonNull(fault.getMessage()).replaceFirst("\\. .*", "");
  }

  @Test
  void aWideBusCarriesOddWordsInItsUpperHalf() {
    AxiLiteMaster master = master(64);
    master.beginWrite(0x14, 4, 0x89abcdefL, 0b0110);
    assertThat(pinOf("wdata").get()).isEqualTo(0x89abcdef_00000000L);
    assertThat(pinOf("wstrb").get()).isEqualTo(0b0110_0000);
    master.abandon();
    master.beginRead(0x14, 4);
    pinOf("arready").set(1);
    cycle(master);
    pinOf("rdata").set(0x1122334455667788L);
    pinOf("rvalid").set(1);
    cycle(master);
    assertThat(master.isBusy()).isFalse();
    assertThat(master.result()).isEqualTo(0x11223344);
  }

  @Test
  void addressAndDataAreAcceptedInAnyOrder() {
    AxiLiteMaster master = master(32);
    master.beginWrite(0x10, 4, 5, 15);
    pinOf("wready").set(1);
    cycle(master);
    assertThat(pinOf("wvalid").isSet()).isFalse();
    assertThat(pinOf("awvalid").isSet()).isTrue();
    pinOf("awready").set(1);
    cycle(master);
    assertThat(pinOf("awvalid").isSet()).isFalse();
    pinOf("bvalid").set(1);
    cycle(master);
    assertThat(master.isBusy()).isFalse();
    assertThat(pinOf("bready").isSet()).isFalse();
    assertThat(context.fault()).isNull();
  }

  @Test
  void aResponseBeforeItsAccessIsAViolation() {
    AxiLiteMaster master = master(32);
    master.beginWrite(0x10, 4, 5, 15);
    pinOf("awready").set(1);
    cycle(master);
    pinOf("bvalid").set(1);
    cycle(master);
    assertThat(violation())
        .isEqualTo("s @cycle 1: BVALID before the write's address and data were taken");
    context = new SimulationContext(new FakeMemory(), HarnessOptions.DEFAULT);
    AxiLiteMaster reader = master(32);
    reader.beginRead(0x10, 4);
    pinOf("rvalid").set(1);
    cycle(reader);
    assertThat(violation()).isEqualTo("s @cycle 0: RVALID before the read address was taken");
  }

  @Test
  void aResponseWithoutAnAccessIsAViolation() {
    AxiLiteMaster master = master(32);
    master.beginWrite(0x10, 4, 5, 15);
    pinOf("rvalid").set(1);
    cycle(master);
    assertThat(violation()).isEqualTo("s @cycle 0: RVALID without a read");
  }

  @Test
  void anExclusiveResponseIsAViolation() {
    AxiLiteMaster master = master(32);
    master.beginRead(0x10, 4);
    pinOf("arready").set(1);
    cycle(master);
    pinOf("rvalid").set(1);
    pinOf("rresp").set(1);
    cycle(master);
    assertThat(violation()).isEqualTo("s @cycle 1: RRESP is EXOKAY at a register");
  }

  @Test
  void responsesInResetAreAViolation() {
    AxiLiteMaster master = master(32);
    pinOf("bvalid").set(1);
    master.checkValidLow("in reset");
    assertThat(violation()).isEqualTo("s @cycle 0: BVALID is high in reset");
  }

  @Test
  void aResponseStaysUntilItIsAccepted() {
    Set<String> seen = new HashSet<>();
    for (int seed = 1; seed < 100; seed++) {
      context =
          new SimulationContext(
              new FakeMemory(), HarnessOptions.DEFAULT.withRandomStalls(70, false, seed));
      AxiLiteMaster master = master(32);
      master.beginRead(0x10, 4);
      pinOf("arready").set(1);
      while (!pinOf("arvalid").isSet()) {
        cycle(master);
      }
      cycle(master);
      if (pinOf("rready").isSet()) {
        continue;
      }
      pinOf("rvalid").set(1);
      cycle(master);
      if (pinOf("rready").isSet()) {
        continue;
      }
      if (seed % 2 == 0) {
        pinOf("rvalid").set(0);
      } else {
        pinOf("rdata").set(1);
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
