package dev.backplane.rtl.harness;

import dev.backplane.rtl.harness.ports.KernelPorts;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Accesses the registers of a kernel on any of its interfaces, since its last reset. */
final class RegisterAccess {
  private final CycleLoop loop;
  private final KernelPorts ports;
  private final ControlProtocol protocol;
  private final @Nullable RunControl control;

  RegisterAccess(
      CycleLoop loop, KernelPorts ports, ControlProtocol protocol, @Nullable RunControl control) {
    this.loop = loop;
    this.ports = ports;
    this.protocol = protocol;
    this.control = control;
  }

  int read(long offset) {
    checkOffset(offset, Integer.BYTES);
    return (int) control().read(offset, Integer.BYTES);
  }

  long read64(long offset) {
    checkOffset(offset, Long.BYTES);
    if (isWide()) {
      return control().read(offset, Long.BYTES);
    }
    long low = control().read(offset, Integer.BYTES);
    return low | control().read(offset + Integer.BYTES, Integer.BYTES) << Integer.SIZE;
  }

  int read(String slave, long offset) {
    checkOffset(offset, Integer.BYTES);
    RegisterPort from = port(slave);
    if (control != null && ports.control().name().equalsIgnoreCase(slave)) {
      return (int) control.read(offset, Integer.BYTES);
    }
    from.beginRead(offset, Integer.BYTES);
    loop.finishAccess(from, "reading", offset);
    return (int) from.result();
  }

  void write(long offset, int value, int strobes) {
    checkOffset(offset, Integer.BYTES);
    control().write(offset, Integer.BYTES, Integer.toUnsignedLong(value), strobes & 0xf);
  }

  void write64(long offset, long value) {
    checkOffset(offset, Long.BYTES);
    if (isWide()) {
      control().write(offset, Long.BYTES, value, 0xff);
    } else {
      write(offset, (int) value, 0xf);
      write(offset + Integer.BYTES, (int) (value >>> Integer.SIZE), 0xf);
    }
  }

  /** Writes 64 bytes, in one access if the control interface has such accesses. */
  void writeLine(long offset, long[] words) {
    checkOffset(offset, RegisterPort.LINE_BYTES);
    if (words.length != RegisterPort.LINE_BYTES / Long.BYTES) {
      throw new IllegalArgumentException("64 bytes are 8 words, not " + words.length);
    }
    if (isWide()) {
      control().writeLine(offset, words);
    } else {
      for (int i = 0; i < words.length; i++) {
        write64(offset + (long) i * Long.BYTES, words[i]);
      }
    }
  }

  void write(String slave, long offset, int value) {
    checkOffset(offset, Integer.BYTES);
    RegisterPort into = port(slave);
    into.beginWrite(offset, Integer.BYTES, Integer.toUnsignedLong(value), 0xf);
    loop.finishAccess(into, "writing", offset);
  }

  /** The bytes of the control interface. */
  long bytes() {
    return port(ports.control().name()).bytes();
  }

  /** Tells whether the control interface has accesses of 64 bits. */
  private boolean isWide() {
    return port(ports.control().name()).widestAccess() == Long.BYTES;
  }

  private RegisterPort port(String name) {
    RegisterPort found = loop.registers().get(name.toLowerCase(Locale.ROOT));
    if (found == null) {
      throw ports.missing("no interface with registers '" + name + "'");
    }
    return found;
  }

  /** The control of the kernel's runs, which has registers. */
  RunControl control() {
    if (control == null) {
      throw ports.missing(
          "it has no control registers (%s)".formatted(protocol.name().toLowerCase(Locale.ROOT)));
    }
    return control;
  }

  private static void checkOffset(long offset, int bytes) {
    if (offset < 0 || (offset & (bytes - 1)) != 0) {
      throw new IllegalArgumentException(
          "register offset 0x%x is not a multiple of %d".formatted(offset, bytes));
    }
  }
}
