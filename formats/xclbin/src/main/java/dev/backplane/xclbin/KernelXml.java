package dev.backplane.xclbin;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads a {@code kernel.xml}, the description that packaged RTL kernels (.xo files) carry: {@code
 * root/kernel} with its ports and arguments wrapped in {@code ports} and {@code args}. The embedded
 * metadata of a container says the same without the wrappers.
 */
public final class KernelXml {
  private KernelXml() {}

  /**
   * Reads a description.
   *
   * @param document the XML text
   * @return the kernel, without instances
   * @throws XclbinException {@link XclbinError#BAD_XML} with the line
   */
  public static KernelMetadata read(byte[] document) {
    var root = XmlReader.read(Bytes.of(document));
    var kernels = root.name().equals("kernel") ? List.of(root) : root.all("kernel");
    if (kernels.size() != 1) {
      throw new XclbinException(
          XclbinError.BAD_XML,
          "line %d: <%s> holds %d <kernel> elements, not one"
              .formatted(root.line(), root.name(), kernels.size()));
    }
    var kernel = kernels.getFirst();
    var children = new ArrayList<XmlElement>();
    for (var child : kernel.children()) {
      if (child.name().equals("ports") || child.name().equals("args")) {
        children.addAll(child.children());
      } else {
        children.add(child);
      }
    }
    return KernelMetadata.read(
        new XmlElement("kernel", kernel.line(), kernel.attributes(), children, ""));
  }
}
