package dev.backplane.api.opae;

import dev.backplane.api.Property;
import java.util.List;

/**
 * The properties of OPAE that not every device has. The others are in {@link
 * dev.backplane.api.DeviceProperties}. Unsigned numbers are values of {@code long}.
 */
public final class OpaeProperty {
  /** PCI segment. */
  public static final Property<Long> SEGMENT = Property.number("opae.segment");

  /** PCI bus. */
  public static final Property<Long> BUS = Property.number("opae.bus");

  /** PCI device. */
  public static final Property<Long> DEVICE = Property.number("opae.device");

  /** PCI function. */
  public static final Property<Long> FUNCTION = Property.number("opae.function");

  /** The socket of the processor that it is close to. */
  public static final Property<Long> SOCKET_ID = Property.number("opae.socket_id");

  /** The driver's number for it. */
  public static final Property<Long> OBJECT_ID = Property.number("opae.object_id");

  /** The number of its error registers. */
  public static final Property<Long> ERRORS = Property.number("opae.errors");

  /** The way in which the system serves it: 0 DFL, 1 VFIO, 2 and 3 their simulations, 4 UIO. */
  public static final Property<Long> INTERFACE = Property.number("opae.interface");

  /** PCI subsystem vendor id. */
  public static final Property<Long> SUBSYSTEM_VENDOR_ID =
      Property.number("opae.subsystem_vendor_id");

  /** PCI subsystem device id. */
  public static final Property<Long> SUBSYSTEM_DEVICE_ID =
      Property.number("opae.subsystem_device_id");

  /** The number of slots for accelerators of a device. */
  public static final Property<Long> SLOTS = Property.number("opae.slots");

  /** The id of the static part of a device. */
  public static final Property<Long> SHELL_ID = Property.number("opae.shell_id");

  /**
   * The version of the static part of a device: major in bits 31 to 24, minor in 23 to 16, patch
   * below.
   */
  public static final Property<Long> SHELL_VERSION = Property.number("opae.shell_version");

  /** The state of an accelerator: 0 if it is assigned to a process, 1 if it is free. */
  public static final Property<Long> STATE = Property.number("opae.state");

  /** The number of register spaces of an accelerator. */
  public static final Property<Long> REGISTER_SPACES = Property.number("opae.register_spaces");

  /** The number of interrupts of an accelerator. */
  public static final Property<Long> INTERRUPTS = Property.number("opae.interrupts");

  /** All of them. */
  public static final List<Property<Long>> ALL =
      List.of(
          SEGMENT,
          BUS,
          DEVICE,
          FUNCTION,
          SOCKET_ID,
          OBJECT_ID,
          ERRORS,
          INTERFACE,
          SUBSYSTEM_VENDOR_ID,
          SUBSYSTEM_DEVICE_ID,
          SLOTS,
          SHELL_ID,
          SHELL_VERSION,
          STATE,
          REGISTER_SPACES,
          INTERRUPTS);

  private OpaeProperty() {}
}
