package dev.backplane.xclbin;

import java.util.List;

/**
 * A compute unit of a kernel as the metadata describes it.
 *
 * @param name its name
 * @param remaps where its register ports are in the address map
 */
public record KernelInstance(String name, List<AddrRemap> remaps) {
  /** Copies the list. */
  public KernelInstance {
    remaps = List.copyOf(remaps);
  }

  /**
   * The range of a port in the address map.
   *
   * @param base its first address, unsigned
   * @param range how many bytes it addresses, unsigned
   * @param port the name of the port
   */
  public record AddrRemap(long base, long range, String port) {}

  static KernelInstance read(XmlElement e) {
    return new KernelInstance(
        e.required("name"),
        e.all("addrRemap").stream()
            .map(r -> new AddrRemap(r.number("base"), r.number("range"), r.text("port")))
            .toList());
  }

  void write(XmlWriter xml) {
    var start = xml.open("instance").attribute("name", name);
    if (remaps.isEmpty()) {
      start.close();
      return;
    }
    start.content(
        "instance",
        () ->
            remaps.forEach(
                remap ->
                    xml.open("addrRemap")
                        .hex("base", remap.base())
                        .hex("range", remap.range())
                        .optional("port", remap.port())
                        .close()));
  }
}
