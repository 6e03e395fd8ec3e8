package dev.backplane.api.binary;

import dev.backplane.api.DeviceType;
import java.util.ArrayList;
import java.util.List;

/**
 * The targets of the device binaries that a device takes. Immutable.
 *
 * @param exact targets that it takes, the most wanted first
 * @param portable whether it takes {@code spir64}, which is compiled for it when it is loaded
 * @param source whether it takes source in OpenCL C, as a last resort
 */
public record BinaryTargets(List<String> exact, boolean portable, boolean source) {
  /** The target of code in SPIR-V for any device. */
  public static final String PORTABLE = "spir64";

  /** The targets of a card of XRT: the first xclbin is taken. */
  public static final BinaryTargets CARD =
      new BinaryTargets(List.of(DeviceBinary.XCLBIN_TARGET), false, false);

  private static final long CPU = 2;
  private static final long GPU = 4;
  private static final long ACCELERATOR = 8;

  /** Copies the list. */
  public BinaryTargets {
    exact = List.copyOf(exact);
  }

  /**
   * The targets that {@code piextDeviceSelectBinary} wants for a type of device. The number is
   * compared as a whole: several bits at once are no type that has code of its own.
   *
   * @param piDeviceType a {@code pi_device_type}: 2 CPU, 4 GPU, 8 accelerator
   * @return its target
   */
  public static String targetOf(long piDeviceType) {
    if (piDeviceType == CPU) {
      return "spir64_x86_64";
    }
    if (piDeviceType == GPU) {
      return "spir64_gen";
    }
    return piDeviceType == ACCELERATOR ? "spir64_fpga" : PORTABLE;
  }

  /**
   * The targets of an OpenCL device: that of its type, {@code spir64}, and source.
   *
   * @param type its type
   * @return its targets
   */
  public static BinaryTargets of(DeviceType type) {
    long number =
        type.equals(DeviceType.CPU)
            ? CPU
            : type.equals(DeviceType.GPU) ? GPU : type.equals(DeviceType.FPGA) ? ACCELERATOR : 0;
    return new BinaryTargets(List.of(targetOf(number)), true, true);
  }

  /**
   * {@return these with targets of the driver's own, which are wanted more than all others}
   *
   * @param own the targets, the most wanted first
   */
  public BinaryTargets preferring(String... own) {
    List<String> all = new ArrayList<>(List.of(own));
    all.addAll(exact);
    return new BinaryTargets(all, portable, source);
  }

  @Override
  public String toString() {
    List<String> all = new ArrayList<>(exact);
    if (portable && !all.contains(PORTABLE)) {
      all.add(PORTABLE);
    }
    if (source) {
      all.add(DeviceBinary.SOURCE_TARGET);
    }
    return String.join(", ", all);
  }
}
