package dev.backplane.xclbin;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * A kernel as the metadata describes it. Text attributes that a file does not have are empty and
 * are not written.
 *
 * @param name its name
 * @param language what it was written in, {@code c}, {@code clc} or {@code ip}
 * @param vlnv vendor:library:name:version of the block
 * @param type what it runs on; empty means programmable logic
 * @param interrupt whether it has an interrupt
 * @param protocol {@code ap_ctrl_hs}, {@code ap_ctrl_chain}, {@code ap_ctrl_none}, {@code
 *     user_managed} or {@code mmio}
 * @param mailbox {@code none}, {@code in}, {@code out} or {@code inout}
 * @param countedAutoRestart how far its restart counter counts, 0 if it has none
 * @param swReset whether software can reset it
 * @param workGroupSize its work group size as text
 * @param ports its bus ports in file order
 * @param args its {@code arg} elements in file order; see {@link #arguments()}
 * @param instances its compute units in file order
 */
public record KernelMetadata(
    String name,
    String language,
    String vlnv,
    String type,
    boolean interrupt,
    String protocol,
    String mailbox,
    long countedAutoRestart,
    boolean swReset,
    String workGroupSize,
    List<KernelPort> ports,
    List<ArgComponent> args,
    List<KernelInstance> instances) {
  /** The address range of a compute unit whose metadata does not say another, in bytes. */
  public static final long DEFAULT_ADDRESS_RANGE = 64L << 10;

  /** Copies the lists. */
  public KernelMetadata {
    ports = List.copyOf(ports);
    args = List.copyOf(args);
    instances = List.copyOf(instances);
  }

  /**
   * Starts a kernel.
   *
   * @param name its name
   * @return a builder
   */
  public static KernelMetadataBuilder builder(String name) {
    return new KernelMetadataBuilder(name);
  }

  /**
   * Gives the arguments, each put together from all elements that have its id.
   *
   * @return the arguments in the order of their ids, which need not be without holes
   */
  public List<KernelArgument> arguments() {
    var byId = new TreeMap<Integer, List<ArgComponent>>();
    for (var arg : args) {
      arg.id().ifPresent(id -> byId.computeIfAbsent(id, i -> new ArrayList<>()).add(arg));
    }
    var arguments = new ArrayList<KernelArgument>();
    byId.forEach((id, components) -> arguments.add(new KernelArgument(id, components)));
    return List.copyOf(arguments);
  }

  /**
   * The same kernel with other ports and arguments.
   *
   * @param other its ports
   * @param others its arguments
   * @return the kernel
   */
  public KernelMetadata with(List<KernelPort> other, List<ArgComponent> others) {
    return new KernelMetadata(
        name,
        language,
        vlnv,
        type,
        interrupt,
        protocol,
        mailbox,
        countedAutoRestart,
        swReset,
        workGroupSize,
        other,
        others,
        instances);
  }

  /**
   * The same kernel with other instances.
   *
   * @param placed its compute units, and where they are
   * @return the kernel
   */
  public KernelMetadata withInstances(List<KernelInstance> placed) {
    return new KernelMetadata(
        name,
        language,
        vlnv,
        type,
        interrupt,
        protocol,
        mailbox,
        countedAutoRestart,
        swReset,
        workGroupSize,
        ports,
        args,
        placed);
  }

  /** {@return how many bytes of registers a compute unit has, as its slave port says} */
  public long addressRange() {
    return ports.stream()
        .filter(port -> port.slave() && port.range() != 0)
        .mapToLong(KernelPort::range)
        .findFirst()
        .orElse(DEFAULT_ADDRESS_RANGE);
  }

  /**
   * Checks that every argument lies within the address range, without which XRT refuses to load.
   *
   * @throws XclbinException naming the first argument that does not
   */
  public void checkArguments() {
    long range = addressRange();
    for (var arg : args) {
      boolean fits =
          Long.compareUnsigned(arg.size(), range) <= 0
              && Long.compareUnsigned(arg.offset(), range - arg.size()) <= 0;
      if (arg.id().isPresent() && !fits) {
        throw new XclbinException(
            XclbinError.BAD_SECTION,
            "argument %d '%s' of kernel %s has %s bytes at 0x%x, its registers end at 0x%x; make the"
                    .formatted(
                        arg.id().getAsInt(),
                        arg.name(),
                        name,
                        Long.toUnsignedString(arg.size()),
                        arg.offset(),
                        range)
                + " range of its slave port larger");
      }
    }
  }

  static KernelMetadata read(XmlElement e) {
    return new KernelMetadata(
        e.required("name"),
        e.text("language"),
        e.text("vlnv"),
        e.text("type"),
        e.flag("interrupt"),
        e.text("hwControlProtocol"),
        e.text("mailbox"),
        e.number("countedAutoRestart"),
        e.flag("swReset"),
        e.text("workGroupSize"),
        e.all("port").stream().map(KernelPort::read).toList(),
        e.all("arg").stream().map(ArgComponent::read).toList(),
        e.all("instance").stream().map(KernelInstance::read).toList());
  }

  void write(XmlWriter xml) {
    xml.open("kernel")
        .attribute("name", name)
        .optional("language", language)
        .optional("vlnv", vlnv)
        .optional("type", type)
        .flag("interrupt", interrupt)
        .optional("hwControlProtocol", protocol)
        .optional("mailbox", mailbox)
        .number("countedAutoRestart", countedAutoRestart)
        .flag("swReset", swReset)
        .optional("workGroupSize", workGroupSize)
        .content(
            "kernel",
            () -> {
              ports.forEach(port -> port.write(xml));
              args.forEach(arg -> arg.write(xml));
              instances.forEach(instance -> instance.write(xml));
            });
  }
}
