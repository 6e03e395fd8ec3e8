package dev.backplane.xclbin;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A block in the address map, mostly a compute unit.
 *
 * @param typeNumber the number of its {@link IpType}
 * @param properties bits whose meaning depends on the type; of a compute unit, bit 0 is interrupt
 *     enable, bits 1 to 7 are the interrupt id and bits 8 to 15 the control protocol
 * @param base its address, unsigned; {@link #FREE_RUNNING} if it has none
 * @param name its name, of a compute unit {@code kernel:instance}; at most 63 single-byte
 *     characters
 */
public record Ip(int typeNumber, int properties, long base, String name) {
  /** The base address of a compute unit without registers, 2^64-1. */
  public static final long FREE_RUNNING = -1;

  static final int SIZE = 80;

  private static final int NAME = 16;
  private static final int NAME_SIZE = 64;

  /**
   * A compute unit without an interrupt.
   *
   * @param kernel the name of its kernel
   * @param instance its own name
   * @param base its address
   * @param protocol how it is started
   * @return the compute unit
   */
  public static Ip kernel(String kernel, String instance, long base, ControlProtocol protocol) {
    return new Ip(IpType.KERNEL.number(), protocol.number() << 8, base, kernel + ":" + instance);
  }

  /**
   * The same compute unit with an interrupt.
   *
   * @param id its interrupt, 0 to 127
   * @return the compute unit
   * @throws XclbinException if the id does not fit its field
   */
  public Ip withInterrupt(int id) {
    return new Ip(
        typeNumber,
        (properties & ~0xff) | (Fields.unsigned(id, 7, "interrupt id") << 1) | 1,
        base,
        name);
  }

  /** {@return what it is, empty if the number is not a known one} */
  public Optional<IpType> type() {
    return IpType.of(typeNumber);
  }

  /** {@return whether this is a compute unit} */
  public boolean computeUnit() {
    return typeNumber == IpType.KERNEL.number();
  }

  /** {@return whether it has no registers and is never started} */
  public boolean freeRunning() {
    return base == FREE_RUNNING;
  }

  /** {@return whether it raises an interrupt} */
  public boolean interruptEnabled() {
    return (properties & 1) != 0;
  }

  /** {@return its interrupt, 0 to 127} */
  public int interruptId() {
    return (properties >>> 1) & 0x7f;
  }

  /** {@return how it is started, empty if the number is not a known one} */
  public Optional<ControlProtocol> protocol() {
    return ControlProtocol.of((properties >>> 8) & 0xff);
  }

  /** {@return whether this is a kernel of an NPU, whose control code is in an AIE_PARTITION} */
  public boolean npuKernel() {
    return typeNumber == IpType.PS_KERNEL.number() && (properties & 3) == 1;
  }

  /** {@return of a kernel of an NPU, what it does: 0 inference, 1 what runs before and after} */
  public int npuFunction() {
    return (properties >>> 4) & 3;
  }

  /** {@return of a kernel of an NPU, the id by which groups of configurations name it} */
  public int npuKernelId() {
    return (properties >>> 16) & 0xfff;
  }

  /** {@return the part of the name before the colon, or all of it} */
  public String kernelName() {
    int colon = name.indexOf(':');
    return colon < 0 ? name : name.substring(0, colon);
  }

  /** {@return the part of the name after the colon, or nothing} */
  public String instanceName() {
    int colon = name.indexOf(':');
    return colon < 0 ? "" : name.substring(colon + 1);
  }

  static Ip read(ByteBuffer from) {
    return new Ip(
        from.getInt(0), from.getInt(4), from.getLong(8), Fields.text(from, NAME, NAME_SIZE));
  }

  void write(ByteBuffer to) {
    to.putInt(0, typeNumber);
    to.putInt(4, properties);
    to.putLong(8, base);
    Fields.text(to, NAME, NAME_SIZE, name, "block name");
  }
}
