package dev.backplane.xclbin;

import java.util.List;
import java.util.Optional;

/**
 * The content of EMBEDDED_METADATA about kernels and platform: the elements and attributes that the
 * XRT runtime reads, at {@code project/platform/device/core}. Other elements and attributes are
 * left out, so encoding what was decoded gives a smaller text; keep the section itself to keep all.
 *
 * @param project the name of the project
 * @param platform the platform
 * @param device the device
 * @param core the part of the device that holds the kernels
 * @param kernels the kernels in file order
 * @param clocks the kernel clocks in file order
 */
public record EmbeddedMetadata(
    String project,
    Platform platform,
    Device device,
    Core core,
    List<KernelMetadata> kernels,
    List<KernelClock> clocks) {

  /** Copies the lists. */
  public EmbeddedMetadata {
    kernels = List.copyOf(kernels);
    clocks = List.copyOf(clocks);
  }

  /**
   * A platform.
   *
   * @param vendor who makes it
   * @param boardId its board
   * @param name its name
   * @param featureRomTime when its feature ROM was made, in seconds since 1970
   * @param major the first part of its version
   * @param minor the second part of its version
   */
  public record Platform(
      String vendor, String boardId, String name, long featureRomTime, int major, int minor) {}

  /**
   * A device.
   *
   * @param name its name
   * @param fpgaDevice its part, as {@code family:part:package:...}; {@code versal:} switches XRT's
   *     emulation to other rules
   */
  public record Device(String name, String fpgaDevice) {}

  /**
   * The part of a device that holds the kernels.
   *
   * @param name its name
   * @param target {@code bitstream}, {@code hw_em} or {@code csim}
   * @param type its type, such as {@code clc_region}
   * @param clockFreq its clock as text
   * @param numComputeUnits how many compute units it holds
   */
  public record Core(
      String name, String target, String type, String clockFreq, int numComputeUnits) {}

  /**
   * Decodes a section. DOCTYPEs and entities are refused.
   *
   * @param section an EMBEDDED_METADATA section
   * @return what it says
   * @throws XclbinException if it is of another kind, not well-formed, or lacks what is needed
   */
  public static EmbeddedMetadata decode(Section section) {
    section.require(SectionKind.EMBEDDED_METADATA, SectionKind.EMBEDDED_METADATA);
    var root = XmlReader.read(section.data());
    if (!root.name().equals("project")) {
      throw new XclbinException(
          XclbinError.BAD_XML,
          "line %d: the metadata is a <%s>, not a <project>".formatted(root.line(), root.name()));
    }
    var platform = root.require("platform");
    var device = platform.require("device");
    var core = device.require("core");
    return new EmbeddedMetadata(
        root.text("name"),
        platform(platform),
        new Device(device.text("name"), device.text("fpgaDevice")),
        new Core(
            core.text("name"),
            core.text("target"),
            core.text("type"),
            core.text("clockFreq"),
            core.small("numComputeUnits")),
        core.all("kernel").stream().map(KernelMetadata::read).toList(),
        core.child("kernelClocks").stream()
            .flatMap(e -> e.all("clock").stream())
            .map(KernelClock::read)
            .toList());
  }

  private static Platform platform(XmlElement e) {
    var version = e.child("version");
    return new Platform(
        e.text("vendor"),
        e.text("boardid"),
        e.text("name"),
        e.number("featureRomTime"),
        version.map(v -> v.small("major")).orElse(0),
        version.map(v -> v.small("minor")).orElse(0));
  }

  /**
   * Finds a kernel.
   *
   * @param name its name
   * @return the kernel, or empty if there is none of that name
   */
  public Optional<KernelMetadata> kernel(String name) {
    return kernels.stream().filter(kernel -> kernel.name().equals(name)).findFirst();
  }

  /**
   * Encodes the section.
   *
   * @return an EMBEDDED_METADATA section
   * @throws XclbinException if a text holds a character that XML cannot
   */
  public Section toSection() {
    var xml = new XmlWriter();
    xml.open("project").attribute("name", project).content("project", () -> writePlatform(xml));
    return Section.of(SectionKind.EMBEDDED_METADATA, xml.bytes());
  }

  private void writePlatform(XmlWriter xml) {
    xml.open("platform")
        .attribute("vendor", platform.vendor)
        .attribute("boardid", platform.boardId)
        .attribute("name", platform.name)
        .number("featureRomTime", platform.featureRomTime)
        .content(
            "platform",
            () -> {
              xml.open("version")
                  .number("major", platform.major)
                  .number("minor", platform.minor)
                  .close();
              xml.open("device")
                  .attribute("name", device.name)
                  .attribute("fpgaDevice", device.fpgaDevice)
                  .content("device", () -> writeCore(xml));
            });
  }

  private void writeCore(XmlWriter xml) {
    xml.open("core")
        .attribute("name", core.name)
        .attribute("target", core.target)
        .attribute("type", core.type)
        .attribute("clockFreq", core.clockFreq)
        .number("numComputeUnits", core.numComputeUnits)
        .content(
            "core",
            () -> {
              kernels.forEach(kernel -> kernel.write(xml));
              if (!clocks.isEmpty()) {
                xml.open("kernelClocks")
                    .content("kernelClocks", () -> clocks.forEach(clock -> clock.write(xml)));
              }
            });
  }
}
