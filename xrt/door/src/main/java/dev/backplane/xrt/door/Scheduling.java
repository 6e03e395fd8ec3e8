package dev.backplane.xrt.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.Registers;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The starter of a card's compute units, the program or the embedded scheduler, and the places of
 * the scheduler's windows.
 */
public enum Scheduling {
  /** The program, through the registers of the units. */
  HOST("10", -1, -1),
  /** The embedded scheduler (ERT), with its windows where most cards have them. */
  ERT("10", 0x18_0000L, 0x19_0000L),
  /** The same with firmware 30 and later, whose windows are elsewhere. */
  ERT_30("30", 0x1_0000L, 0x80_0000_0000L);

  /** Offsets of control registers: bytes of a slot, and how many slots there are. */
  private static final int SLOT_SIZE = 0x2c;

  private static final int SLOTS = 0x34;
  private static final long STATUS_BYTES = 0x10;
  private static final long QUEUE_BYTES = 0x1_0000;

  /** The offset of the features in a CONFIGURE packet: ERT and dataflow are bits 0 and 6. */
  private static final int FEATURES = 0x14;

  private static final int FEATURES_OF_WATCHING = 0x41;
  private static final int OPCODE = 23;
  private static final int OPCODES = 0x1f;
  private static final int CONFIGURE = 2;

  /** The distance in bytes of the words by which a host says that it has started a unit. */
  static final int WATCHED_SLOT = 512;

  private static final int SMALLEST_SLOT = 512;
  private static final int LARGEST_SLOT = 4096;

  private final String version;
  private final long control;
  private final long queue;

  Scheduling(String version, long control, long queue) {
    this.version = version;
    this.control = control;
    this.queue = queue;
  }

  /**
   * Reads the value of {@code mode} in a card's configuration.
   *
   * @param text {@code host}, {@code ert} or {@code ert-30}
   * @return what it means; empty if it means nothing
   */
  public static Optional<Scheduling> parse(String text) {
    return Arrays.stream(values()).filter(each -> each.text().equals(text)).findFirst();
  }

  /** {@return how a card's configuration calls it} */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** {@return whether the card has a command queue} */
  public boolean hasQueue() {
    return this != HOST;
  }

  /**
   * Finds out by the control registers of the schedulers, reading what reading does not change.
   *
   * @param device has an image loaded and the facet {@link Registers}
   * @return who schedules there
   */
  public static Scheduling of(Device device) {
    return of(device.facet(Registers.class));
  }

  static Scheduling of(Registers registers) {
    for (Scheduling each : values()) {
      if (each.hasQueue() && each.isAt(registers)) {
        return each;
      }
    }
    return HOST;
  }

  private boolean isAt(Registers registers) {
    try {
      int bytes = registers.read32(control + SLOT_SIZE);
      int slots = registers.read32(control + SLOTS);
      return bytes >= SMALLEST_SLOT
          && bytes <= LARGEST_SLOT
          && slots > 0
          && (long) bytes * slots <= QUEUE_BYTES;
    } catch (BackplaneException nothingThere) {
      return false;
    }
  }

  /** {@return the version of the firmware, as emconfig.json tells it} */
  String version() {
    return version;
  }

  long control() {
    return control;
  }

  long queue() {
    return queue;
  }

  boolean isStatus(long address) {
    return hasQueue() && address >= control && address < control + STATUS_BYTES;
  }

  boolean isQueue(long address) {
    return hasQueue() && address >= queue && address < queue + QUEUE_BYTES;
  }

  boolean isWindow(long address) {
    return isQueue(address)
        || (hasQueue() && address >= control && address < control + QUEUE_BYTES);
  }

  /**
   * Tells whether a host that has units of ap_ctrl_chain, and configures the scheduler, goes on to
   * start units itself. Slot 1 and up then stand for units and take no commands.
   *
   * @param header what it wrote as the header of slot 0
   */
  boolean isWatching(Registers registers, int header) {
    int features = FEATURES_OF_WATCHING;
    return (header >>> OPCODE & OPCODES) == CONFIGURE
        && (registers.read32(queue + FEATURES) & features) == features;
  }

  /** {@return the address of the header of a slot} */
  long slot(Registers registers, int slot) {
    return queue + (long) slot * registers.read32(control + SLOT_SIZE);
  }
}
