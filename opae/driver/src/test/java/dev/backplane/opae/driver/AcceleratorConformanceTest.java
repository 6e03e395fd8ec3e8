package dev.backplane.opae.driver;

import dev.backplane.api.RegisterSpace;
import dev.backplane.api.Registers;
import dev.backplane.api.board.FaultInjection;
import dev.backplane.api.board.Flash;
import dev.backplane.api.board.HotPlug;
import dev.backplane.api.board.Resets;
import dev.backplane.api.board.Sensors;
import dev.backplane.api.board.Slots;
import dev.backplane.api.opae.Ports;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.opae.abi.TableLayout;
import dev.backplane.tck.Ability;
import dev.backplane.tck.DriverConformance;
import dev.backplane.tck.DriverUnderTest;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The kit on an accelerator of a plugin in C. */
final class AcceleratorConformanceTest extends DriverConformance {
  /** Where the plugin raises an interrupt when it is written. */
  private static final long RAISE = 0x80;

  @TempDir static Path folder;

  private static Path plugin;

  @BeforeAll
  static void compile() {
    plugin = TestPlugin.card(folder, TableLayout.F);
  }

  static String config(Path library, String json) {
    return """
    {"library": "%s", "config": %s, "mmio_bytes": [4096], "probe": false}
    """
        .formatted(library, json);
  }

  @Override
  protected DriverUnderTest driver() {
    return DriverUnderTest.of(new OpaeDriver())
        .config(config(plugin, "{\"accelerators_only\": true}"))
        .refusesConfig("no JSON")
        .refusesConfig("[]")
        .refusesConfig("{}")
        .refusesConfig("{\"library\": \" \"}")
        .refusesConfig("{\"library\": \"x.so\", \"anything\": 1}")
        .refusesConfig("{\"library\": \"x.so\", \"layout\": \"G\"}")
        .refusesConfig("{\"library\": \"x.so\", \"layout\": \"3.0\"}")
        .refusesConfig("{\"library\": \"x.so\", \"layout\": 2}")
        .refusesConfig("{\"library\": \"x.so\", \"config\": \"text\"}")
        .refusesConfig("{\"library\": \"x.so\", \"mmio_bytes\": 4096}")
        .refusesConfig("{\"library\": \"x.so\", \"mmio_bytes\": [4]}")
        .refusesConfig("{\"library\": \"x.so\", \"mmio_bytes\": [12]}")
        .refusesConfig("{\"library\": \"x.so\", \"probe\": 1}")
        .refusesConfig("{\"library\": \"x.so\", \"probe_seconds\": 0}")
        .withoutPluginInterface()
        .withoutCoherent()
        .withoutKernels()
        .without(Slots.class)
        .without(Sensors.class)
        .without(Flash.class)
        .without(Resets.class)
        .without(FaultInjection.class)
        .without(HotPlug.class)
        .without(Ports.class)
        .without(Ability.TWO_COPIES, Ability.SHARED_ADDRESSES, Ability.SLICES, Ability.COPIES)
        .without(Ability.SHARING, Ability.USAGE)
        .without(Ability.ENDLESS_RUNS, Ability.FAULTS)
        .scratchRegister(0x100)
        .interrupt(1, AcceleratorConformanceTest::raise);
  }

  /** The plugin sees a write that is a call, as that of 512 bits is. */
  private static void raise(DriverDevice device) {
    byte[] words = new byte[RegisterSpace.WIDE_BYTES];
    words[0] = 1;
    device.facet(Registers.class).orElseThrow().write512(RAISE, MemorySegment.ofArray(words));
  }
}
