package dev.backplane.opae.driver;

import dev.backplane.api.Management;
import dev.backplane.api.Memory;
import dev.backplane.api.Registers;
import dev.backplane.api.board.Clocks;
import dev.backplane.api.board.FaultInjection;
import dev.backplane.api.board.Flash;
import dev.backplane.api.board.HotPlug;
import dev.backplane.api.board.Resets;
import dev.backplane.api.opae.AddressSpaceBinding;
import dev.backplane.opae.abi.TableLayout;
import dev.backplane.tck.Ability;
import dev.backplane.tck.DriverConformance;
import dev.backplane.tck.DriverUnderTest;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The kit on the device of a plugin in C, one of the oldest layout that has types of objects. */
final class DeviceConformanceTest extends DriverConformance {
  @TempDir static Path folder;

  private static Path plugin;

  @BeforeAll
  static void compile() {
    plugin = TestPlugin.card(folder, TableLayout.B);
  }

  @Override
  protected DriverUnderTest driver() {
    return DriverUnderTest.of(new OpaeDriver())
        .config(AcceleratorConformanceTest.config(plugin, "{}"))
        .withoutPluginInterface()
        .withoutKernels()
        .without(Registers.class)
        .without(Memory.class)
        .without(Management.class)
        .without(AddressSpaceBinding.class)
        .withoutCoherent()
        .without(Clocks.class)
        .without(Flash.class)
        .without(Resets.class)
        .without(FaultInjection.class)
        .without(HotPlug.class)
        .without(Ability.INTERRUPTS);
  }
}
