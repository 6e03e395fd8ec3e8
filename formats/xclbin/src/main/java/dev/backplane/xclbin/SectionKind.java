package dev.backplane.xclbin;

import java.util.Arrays;
import java.util.Optional;

/**
 * The kinds of sections with a name. A file may hold kinds that are not here; they are kept as
 * numbers, never refused.
 */
public enum SectionKind {
  /** The content that is loaded onto the device; for emulation a zip archive. */
  BITSTREAM(0),
  /** Clears a region before partial reconfiguration. */
  CLEARING_BITSTREAM(1),
  /** Kernels and platform, XML. */
  EMBEDDED_METADATA(2),
  /** Firmware of a management processor. */
  FIRMWARE(3),
  /** Debug data of the build. */
  DEBUG_DATA(4),
  /** Firmware of the scheduler. */
  SCHED_FIRMWARE(5),
  /** The physical memory banks. */
  MEM_TOPOLOGY(6),
  /** The banks that each kernel argument reaches. */
  CONNECTIVITY(7),
  /** Kernels and other blocks with their addresses. */
  IP_LAYOUT(8),
  /** Monitors and other debug blocks. */
  DEBUG_IP_LAYOUT(9),
  /** A design check point. */
  DESIGN_CHECK_POINT(10),
  /** The clocks. */
  CLOCK_FREQ_TOPOLOGY(11),
  /** Flash images. */
  MCS(12),
  /** Firmware of the board management controller. */
  BMC(13),
  /** The way in which the file was built, JSON. */
  BUILD_METADATA(14),
  /** Keys and values of the user. */
  KEYVALUE_METADATA(15),
  /** Anything of the user. */
  USER_METADATA(16),
  /** Binds the file to certain boards. */
  DNA_CERTIFICATE(17),
  /** A programmable device image. */
  PDI(18),
  /** A partial programmable device image. */
  BITSTREAM_PARTIAL_PDI(19),
  /** The partition, a device tree. */
  PARTITION_METADATA(20),
  /** Files for emulation, zip. */
  EMULATION_DATA(21),
  /** System diagram data. */
  SYSTEM_METADATA(22),
  /** A kernel that runs on the board's processor; may occur several times. */
  SOFT_KERNEL(23),
  /** Flash images. */
  ASK_FLASH(24),
  /** AI engine graph. */
  AIE_METADATA(25),
  /** The memory banks and their groups, asked for before MEM_TOPOLOGY. */
  ASK_GROUP_TOPOLOGY(26),
  /** The groups that each kernel argument reaches. */
  ASK_GROUP_CONNECTIVITY(27),
  /** Network card data. */
  SMARTNIC(28),
  /** AI engine resources. */
  AIE_RESOURCES(29),
  /** A device tree overlay. */
  OVERLAY(30),
  /** Data of a vendor, spelled as the format spells it. */
  VENDER_METADATA(31),
  /** AI engine partition. */
  AIE_PARTITION(32),
  /** Metadata of a block. */
  IP_METADATA(33),
  /** AI engine resources, binary. */
  AIE_RESOURCES_BIN(34),
  /** AI engine trace settings. */
  AIE_TRACE_METADATA(35),
  /** A device tree blob overlay. */
  DTBO(36);

  private final int number;

  SectionKind(int number) {
    this.number = number;
  }

  /**
   * {@return whether a file may have several sections of this kind, told apart by their index or
   * name; of every other kind it has one}
   */
  public boolean repeatable() {
    return switch (this) {
      case SOFT_KERNEL,
          ASK_FLASH,
          VENDER_METADATA,
          AIE_PARTITION,
          AIE_RESOURCES_BIN,
          IP_METADATA,
          DTBO ->
          true;
      case BITSTREAM,
          CLEARING_BITSTREAM,
          EMBEDDED_METADATA,
          FIRMWARE,
          DEBUG_DATA,
          SCHED_FIRMWARE,
          MEM_TOPOLOGY,
          CONNECTIVITY,
          IP_LAYOUT,
          DEBUG_IP_LAYOUT,
          DESIGN_CHECK_POINT,
          CLOCK_FREQ_TOPOLOGY,
          MCS,
          BMC,
          BUILD_METADATA,
          KEYVALUE_METADATA,
          USER_METADATA,
          DNA_CERTIFICATE,
          PDI,
          BITSTREAM_PARTIAL_PDI,
          PARTITION_METADATA,
          EMULATION_DATA,
          SYSTEM_METADATA,
          AIE_METADATA,
          ASK_GROUP_TOPOLOGY,
          ASK_GROUP_CONNECTIVITY,
          SMARTNIC,
          AIE_RESOURCES,
          OVERLAY,
          AIE_TRACE_METADATA ->
          false;
    };
  }

  /** {@return the number of this kind in a section header} */
  public int number() {
    return number;
  }

  /**
   * Looks a number up.
   *
   * @param number the kind field of a section header
   * @return the kind, or empty if the number has no name here
   */
  public static Optional<SectionKind> of(int number) {
    return Arrays.stream(values()).filter(each -> each.number == number).findFirst();
  }
}
