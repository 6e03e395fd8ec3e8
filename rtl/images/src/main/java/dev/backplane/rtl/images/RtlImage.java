package dev.backplane.rtl.images;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.xclbin.Bytes;
import dev.backplane.xclbin.Connectivity;
import dev.backplane.xclbin.EmbeddedMetadata;
import dev.backplane.xclbin.Ip;
import dev.backplane.xclbin.IpLayout;
import dev.backplane.xclbin.KernelMetadata;
import dev.backplane.xclbin.MemTopology;
import dev.backplane.xclbin.MemoryBank;
import dev.backplane.xclbin.SectionKind;
import dev.backplane.xclbin.Xclbin;
import dev.backplane.xclbin.XclbinException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * An image for the software card. Everything but the netlists is checked when the image is read; a
 * netlist is parsed on first use. Immutable; may be used by several threads.
 */
public final class RtlImage {
  /** The platform name in the header of images for the software card. */
  public static final String PLATFORM = ContainerLayout.PLATFORM;

  private final Xclbin xclbin;
  private final List<MemoryBank> banks;
  private final Connectivity connectivity;
  private final List<ImageKernel> kernels;
  private final List<StreamLink> streams;

  private RtlImage(
      Xclbin xclbin,
      List<MemoryBank> banks,
      Connectivity connectivity,
      List<ImageKernel> kernels,
      List<StreamLink> streams) {
    this.xclbin = xclbin;
    this.banks = List.copyOf(banks);
    this.connectivity = connectivity;
    this.kernels = List.copyOf(kernels);
    this.streams = List.copyOf(streams);
  }

  /**
   * Reads an image.
   *
   * @param file the bytes of an xclbin
   * @return the image
   * @throws RtlException {@link RtlError#IMAGE_INVALID} if it is damaged or inconsistent, {@link
   *     RtlError#IMAGE_NOT_RUNNABLE} if it is valid but not for a software card
   */
  public static RtlImage read(byte[] file) {
    try {
      return of(Xclbin.read(file));
    } catch (XclbinException e) {
      throw invalid(e);
    }
  }

  /**
   * Reads an image from a container.
   *
   * @param xclbin the container
   * @return the image
   * @throws RtlException as {@link #read(byte[])}
   */
  public static RtlImage of(Xclbin xclbin) {
    try {
      xclbin.require(SectionKind.EMBEDDED_METADATA);
      xclbin.require(SectionKind.IP_LAYOUT);
      xclbin.require(SectionKind.MEM_TOPOLOGY);
      EmbeddedMetadata metadata = xclbin.metadata().orElseThrow();
      IpLayout layout = xclbin.ipLayout().orElseThrow();
      MemTopology topology = xclbin.groupTopology().orElseThrow();
      Connectivity connectivity = xclbin.groupConnectivity().orElse(new Connectivity(List.of()));
      connectivity.check(layout, topology);
      metadata.kernels().forEach(KernelMetadata::checkArguments);
      Bytes archive = archive(xclbin);
      byte[] contents = files(archive, Set.of(Manifest.FILE)).get(Manifest.FILE);
      if (contents == null) {
        throw notRunnable("its BITSTREAM is an archive without " + Manifest.FILE);
      }
      Manifest manifest = Manifest.read(contents);
      Map<String, byte[]> files = files(archive, manifest.netlists());
      return new RtlImage(
          xclbin,
          topology.banks(),
          connectivity,
          kernels(metadata, layout, manifest, files),
          manifest.streams());
    } catch (XclbinException e) {
      throw invalid(e);
    }
  }

  /** Reads only the wanted files: an image may also hold sources and other files. */
  private static Map<String, byte[]> files(Bytes archive, Set<String> wanted) {
    return wanted.isEmpty()
        ? Map.of()
        : ZipArchive.read(archive.stream(), archive.size(), wanted::contains);
  }

  private static Bytes archive(Xclbin xclbin) {
    Bytes bitstream =
        xclbin.bitstream().orElseThrow(() -> notRunnable("it has no section BITSTREAM"));
    if (bitstream.size() < 4
        || bitstream.buffer().get(0) != 'P'
        || bitstream.buffer().get(1) != 'K') {
      throw notRunnable("its BITSTREAM is for real hardware, not an archive of ours");
    }
    return bitstream;
  }

  private static List<ImageKernel> kernels(
      EmbeddedMetadata metadata, IpLayout layout, Manifest manifest, Map<String, byte[]> files) {
    List<ImageKernel> kernels = new ArrayList<>();
    for (Manifest.Entry entry : manifest.entries()) {
      KernelMetadata kernel =
          metadata
              .kernel(entry.kernel())
              .orElseThrow(
                  () ->
                      new RtlException(
                          RtlError.IMAGE_INVALID,
                          "the manifest names kernel '%s', the metadata has %s"
                              .formatted(
                                  entry.kernel(),
                                  metadata.kernels().stream().map(KernelMetadata::name).toList())));
      List<Ip> units =
          layout.computeUnits().stream()
              .filter(ip -> ip.kernelName().equals(kernel.name()))
              .toList();
      byte[] netlist = null;
      if (entry.netlist().isPresent()) {
        netlist = files.get(entry.netlist().get());
        if (netlist == null) {
          throw new RtlException(
              RtlError.IMAGE_INVALID,
              "the image lacks '%s', which its manifest names for kernel '%s'. Build it again"
                  .formatted(entry.netlist().get(), kernel.name()));
        }
      }
      kernels.add(new ImageKernel(kernel, units, entry, netlist));
    }
    if (kernels.isEmpty()) {
      throw notRunnable("it has no kernel");
    }
    return kernels;
  }

  private static RtlException invalid(XclbinException e) {
    return new RtlException(RtlError.IMAGE_INVALID, String.valueOf(e.getMessage()), e);
  }

  private static RtlException notRunnable(String why) {
    return new RtlException(
        RtlError.IMAGE_NOT_RUNNABLE,
        "the image cannot be run here: " + why + ". Build it with 'backplane build'");
  }

  /** {@return the container} */
  public Xclbin xclbin() {
    return xclbin;
  }

  /** {@return the identity of the image, derived from its content} */
  public UUID uuid() {
    return xclbin.uuid();
  }

  /** {@return the platform that it was built for} */
  public String platform() {
    return xclbin.header().platform();
  }

  /** {@return memory banks, by the index that connections use} */
  public List<MemoryBank> banks() {
    return banks;
  }

  /** {@return the connections of arguments of compute units to banks} */
  public Connectivity connectivity() {
    return connectivity;
  }

  /** {@return the streams between compute units} */
  public List<StreamLink> streams() {
    return streams;
  }

  /** {@return the kernels that can be run} */
  public List<ImageKernel> kernels() {
    return kernels;
  }

  /**
   * Finds a kernel.
   *
   * @param name its name
   * @return the kernel
   * @throws RtlException {@link RtlError#IMAGE_NOT_RUNNABLE} if the image has neither a netlist nor
   *     a class for it
   */
  public ImageKernel kernel(String name) {
    return kernels.stream()
        .filter(kernel -> kernel.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                notRunnable(
                    "it has nothing to run for kernel '%s', only for %s"
                        .formatted(name, kernels.stream().map(ImageKernel::name).toList())));
  }
}
