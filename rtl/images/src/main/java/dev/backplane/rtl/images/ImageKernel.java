package dev.backplane.rtl.images;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.ports.BusProtocol;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.harness.ports.Wiring;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.NetlistReader;
import dev.backplane.xclbin.Ip;
import dev.backplane.xclbin.KernelArgument;
import dev.backplane.xclbin.KernelMetadata;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A kernel of an image: its arguments, its compute units, and its netlist or Java class. */
public final class ImageKernel {
  private final KernelMetadata metadata;
  private final List<Ip> units;
  private final Manifest.Entry entry;
  private final byte @Nullable [] text;
  private @Nullable Netlist netlist;

  ImageKernel(
      KernelMetadata metadata, List<Ip> units, Manifest.Entry entry, byte @Nullable [] text) {
    this.metadata = metadata;
    this.units = List.copyOf(units);
    this.entry = entry;
    this.text = text;
  }

  /** {@return its name} */
  public String name() {
    return metadata.name();
  }

  /** {@return its metadata} */
  public KernelMetadata metadata() {
    return metadata;
  }

  /** {@return its arguments by index, with registers and ports} */
  public List<KernelArgument> arguments() {
    return metadata.arguments();
  }

  /** {@return its compute units, with their base addresses} */
  public List<Ip> units() {
    return units;
  }

  /**
   * {@return its control protocol}
   *
   * @throws RtlException {@link RtlError#IMAGE_INVALID} if the image names an unknown protocol
   */
  public ControlProtocol protocol() {
    String name = metadata.protocol().isEmpty() ? "ap_ctrl_hs" : metadata.protocol();
    try {
      return ControlProtocol.of(name);
    } catch (IllegalArgumentException e) {
      throw new RtlException(
          RtlError.IMAGE_INVALID,
          "kernel '" + name() + "' is controlled by the unknown protocol '" + name + "'",
          e);
    }
  }

  /** {@return its class, if it is in Java} */
  public Optional<String> javaClass() {
    return entry.java();
  }

  /** {@return whether it has a netlist} */
  public boolean hasNetlist() {
    return text != null;
  }

  /** {@return the files of the image's archive with its sources; none if they were not embedded} */
  public List<String> sources() {
    return entry.sources();
  }

  /** {@return name and version of the tool that elaborated the netlist; empty if there is none} */
  public String tool() {
    return entry.tool();
  }

  /**
   * {@return its design, parsed at the first call}
   *
   * @throws RtlException {@link RtlError#IMAGE_NOT_RUNNABLE} if it has none, {@link
   *     RtlError#NETLIST_INVALID} if it is damaged
   */
  public synchronized Netlist netlist() {
    if (netlist == null) {
      if (text == null) {
        throw new RtlException(
            RtlError.IMAGE_NOT_RUNNABLE,
            "kernel '" + name() + "' has no netlist in this image. Build it from RTL");
      }
      netlist = NetlistReader.read(new String(text, StandardCharsets.UTF_8));
    }
    return netlist;
  }

  /** {@return the classified ports of its design} */
  public KernelPorts ports() {
    // Images from before there were protocols to choose from name none.
    Wiring usual = Wiring.builder().bus(BusProtocol.DEFAULT).build();
    return KernelPorts.of(netlist(), usual.mergedWith(entry.wiring()));
  }
}
