package dev.backplane.xclbin;

/**
 * A bus port of a kernel.
 *
 * @param name its name, such as {@code S_AXI_CONTROL}
 * @param mode {@code master} or {@code slave}, or the end of a stream
 * @param range how many bytes it addresses, unsigned
 * @param dataWidth the width of its data in bits
 * @param portType {@code addressable} or {@code stream}
 * @param base the address it starts at
 */
public record KernelPort(
    String name, String mode, long range, int dataWidth, String portType, long base) {

  /** {@return whether the port is one of registers, driven by the host} */
  public boolean slave() {
    return mode.equals("slave") && !stream();
  }

  /** {@return whether data flows through it without addresses} */
  public boolean stream() {
    return portType.equals("stream");
  }

  static KernelPort read(XmlElement e) {
    return new KernelPort(
        e.required("name"),
        e.text("mode"),
        e.number("range"),
        e.small("dataWidth"),
        e.text("portType"),
        e.number("base"));
  }

  void write(XmlWriter xml) {
    xml.open("port")
        .attribute("name", name)
        .optional("mode", mode)
        .hex("range", range)
        .number("dataWidth", dataWidth)
        .optional("portType", portType)
        .hex("base", base)
        .close();
  }
}
