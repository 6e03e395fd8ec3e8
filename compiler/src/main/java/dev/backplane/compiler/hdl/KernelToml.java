package dev.backplane.compiler.hdl;

/** The description that {@code backplane build} reads beside the sources of a kernel. */
final class KernelToml {
  private KernelToml() {}

  static String of(String name) {
    return """
    name = "NAME"
    protocol = "ap_ctrl_hs"

    [[args]]
    name = "input"
    kind = "pointer"
    offset = 0x10
    size = 8
    port = "m_axi_gmem"

    [[args]]
    name = "output"
    kind = "pointer"
    offset = 0x1c
    size = 8
    port = "m_axi_gmem"

    [[args]]
    name = "samples"
    kind = "number"
    offset = 0x28
    size = 4
    """
        .replace("NAME", name);
  }
}
