package dev.backplane.opae.card;

import dev.backplane.api.Registers;
import dev.backplane.api.board.Flash;
import dev.backplane.api.board.HotPlug;
import dev.backplane.api.board.Resets;
import dev.backplane.api.board.Sensors;
import dev.backplane.api.board.Slots;
import dev.backplane.api.opae.AddressSpaceBinding;
import dev.backplane.api.opae.Ports;
import dev.backplane.tck.Ability;
import dev.backplane.tck.DriverConformance;
import dev.backplane.tck.DriverUnderTest;

/**
 * The kit on the accelerator of a card, in Java and in RTL. It looks at the first resource, so the
 * card shows no other.
 */
abstract class PortConformance extends DriverConformance {
  private final String accelerator;
  private final int ring;

  /**
   * @param accelerator what is loaded at power-up: a key and a value
   * @param ring the register that raises the interrupt whose number is written to it
   */
  PortConformance(String accelerator, int ring) {
    this.accelerator = accelerator;
    this.ring = ring;
  }

  @Override
  protected DriverUnderTest driver() {
    return DriverUnderTest.of(new OpaeCardDriver())
        .config("{\"cards\": [{\"virtual_function\": true, %s}, {}]}".formatted(accelerator))
        .refusesConfig("{\"anything\": 1}")
        .refusesConfig("{\"count\": 0}")
        .refusesConfig("{\"count\": 2, \"cards\": [{}]}")
        .refusesConfig("{\"cards\": []}")
        .refusesConfig("{\"cards\": [{\"name\": \"a\"}, {\"name\": \"a\"}]}")
        .refusesConfig("{\"cards\": [{\"address\": \"0000:b0:00.1\"}]}")
        .refusesConfig("{\"cards\": [{\"address\": \"nowhere\"}]}")
        .refusesConfig("{\"cards\": [{\"interface_id\": \"1\"}]}")
        .refusesConfig("{\"cards\": [{\"errors\": {\"device\": {\"no such\": 1}}}]}")
        .refusesConfig("no JSON")
        .without(
            Ability.SHARED_ADDRESSES,
            Ability.SLICES,
            Ability.COPIES,
            Ability.SHARING,
            Ability.USAGE,
            Ability.TWO_COPIES,
            Ability.ENDLESS_RUNS,
            Ability.FAULTS)
        .without(AddressSpaceBinding.class)
        .withoutCoherent()
        .without(Slots.class)
        .without(Sensors.class)
        .without(Flash.class)
        .without(Resets.class)
        .without(HotPlug.class)
        .without(Ports.class)
        .withoutKernels()
        .withoutPluginInterface()
        .scratchRegister(0x100)
        .interrupt(1, device -> device.facet(Registers.class).orElseThrow().write64(ring, 1));
  }
}
