package dev.backplane.xclbin;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Describes a kernel of registers and memory ports, the usual case. Attributes not set are those of
 * an RTL kernel with {@code ap_ctrl_hs}; the record itself takes any other.
 */
public final class KernelMetadataBuilder {
  private final String name;
  private String language = "ip";
  private String vlnv = "";
  private String type = "";
  private boolean interrupt;
  private String protocol = "ap_ctrl_hs";
  private boolean swReset;
  private final List<KernelPort> ports = new ArrayList<>();
  private final List<ArgComponent> args = new ArrayList<>();
  private final List<KernelInstance> instances = new ArrayList<>();

  KernelMetadataBuilder(String name) {
    this.name = name;
  }

  /**
   * Sets what the kernel was written in.
   *
   * @param value {@code ip}, {@code c} or {@code clc}
   * @return this
   */
  public KernelMetadataBuilder language(String value) {
    language = value;
    return this;
  }

  /**
   * Sets vendor:library:name:version of the block.
   *
   * @param value the text
   * @return this
   */
  public KernelMetadataBuilder vlnv(String value) {
    vlnv = value;
    return this;
  }

  /**
   * Sets what the kernel runs on.
   *
   * @param value the text
   * @return this
   */
  public KernelMetadataBuilder type(String value) {
    type = value;
    return this;
  }

  /**
   * Says whether a compute unit can be reset by itself.
   *
   * @param value whether it can
   * @return this
   */
  public KernelMetadataBuilder swReset(boolean value) {
    swReset = value;
    return this;
  }

  /**
   * Says whether the kernel has an interrupt.
   *
   * @param value whether it has
   * @return this
   */
  public KernelMetadataBuilder interrupt(boolean value) {
    interrupt = value;
    return this;
  }

  /**
   * Sets how the kernel is started.
   *
   * @param value {@code ap_ctrl_hs}, {@code ap_ctrl_chain}, {@code ap_ctrl_none}, {@code
   *     user_managed} or {@code mmio}
   * @return this
   */
  public KernelMetadataBuilder protocol(String value) {
    protocol = value;
    return this;
  }

  /**
   * Adds the port of its registers.
   *
   * @param port the name of the port
   * @param range how many bytes of registers there are
   * @return this
   */
  public KernelMetadataBuilder slave(String port, long range) {
    return port(new KernelPort(port, "slave", range, 32, "addressable", 0));
  }

  /**
   * Adds a memory port that addresses all memory.
   *
   * @param port the name of the port
   * @param dataWidth its width in bits
   * @return this
   */
  public KernelMetadataBuilder master(String port, int dataWidth) {
    return port(new KernelPort(port, "master", -1L, dataWidth, "addressable", 0));
  }

  /**
   * Adds any port.
   *
   * @param port the port
   * @return this
   */
  public KernelMetadataBuilder port(KernelPort port) {
    ports.add(port);
    return this;
  }

  /**
   * Adds an argument that is a value in the registers.
   *
   * @param argument its name
   * @param id its index
   * @param port the name of the register port
   * @param offset its place in the registers
   * @param size its size in bytes
   * @param cType its C type
   * @return this
   */
  public KernelMetadataBuilder scalar(
      String argument, int id, String port, long offset, long size, String cType) {
    return arg(
        new ArgComponent(
            argument,
            AddressQualifier.SCALAR,
            OptionalInt.of(id),
            port,
            size,
            offset,
            0,
            size,
            cType));
  }

  /**
   * Adds an argument that is a 64-bit address of device memory.
   *
   * @param argument its name
   * @param id its index
   * @param port the name of the memory port it is used on
   * @param offset its place in the registers
   * @param cType its C type
   * @return this
   */
  public KernelMetadataBuilder pointer(
      String argument, int id, String port, long offset, String cType) {
    return arg(
        new ArgComponent(
            argument, AddressQualifier.GLOBAL, OptionalInt.of(id), port, 8, offset, 0, 8, cType));
  }

  /**
   * Adds any argument or a part of one.
   *
   * @param component the element
   * @return this
   */
  public KernelMetadataBuilder arg(ArgComponent component) {
    args.add(component);
    return this;
  }

  /**
   * Adds a compute unit.
   *
   * @param instance its name
   * @param base the address of its registers
   * @return this
   */
  public KernelMetadataBuilder instance(String instance, long base) {
    var slave = ports.stream().filter(KernelPort::slave).findFirst();
    var remap =
        slave.map(p -> new KernelInstance.AddrRemap(base, p.range(), p.name())).stream().toList();
    return instance(new KernelInstance(instance, remap));
  }

  /**
   * Adds a compute unit.
   *
   * @param instance the compute unit
   * @return this
   */
  public KernelMetadataBuilder instance(KernelInstance instance) {
    instances.add(instance);
    return this;
  }

  /** {@return the kernel} */
  public KernelMetadata build() {
    return new KernelMetadata(
        name, language, vlnv, type, interrupt, protocol, "none", 0, swReset, "1", ports, args,
        instances);
  }
}
