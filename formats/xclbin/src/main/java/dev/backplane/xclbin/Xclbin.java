package dev.backplane.xclbin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * An XRT container. What is read is kept byte by byte, so that writing it gives the same file; what
 * is built has one layout, so that the same content gives the same file.
 *
 * <p>Of several sections of one kind, the accessors that give one give the first in header order,
 * as the XRT runtime does.
 */
public final class Xclbin {
  /** The largest container that is read or built, in bytes. */
  public static final long MAX_SIZE = 1L << 30;

  private final Bytes file;
  private final XclbinHeader header;
  private final List<Slot> slots;
  private final List<Integer> dataOrder;
  private final Bytes trailer;
  private final Bytes signature;

  Xclbin(
      Bytes file,
      XclbinHeader header,
      List<Slot> slots,
      List<Integer> dataOrder,
      Bytes trailer,
      Bytes signature) {
    this.file = file;
    this.header = header;
    this.slots = slots;
    this.dataOrder = dataOrder;
    this.trailer = trailer;
    this.signature = signature;
  }

  /**
   * Reads a container. Header, section table and the place of every section are checked; the
   * content of a section is checked when it is decoded.
   *
   * @param file all bytes of the file, copied
   * @return the container
   * @throws XclbinException if the bytes are not a whole and consistent container
   */
  public static Xclbin read(byte[] file) {
    return XclbinReader.read(Bytes.of(file));
  }

  /**
   * Reads a container from a file of at most {@link #MAX_SIZE} bytes.
   *
   * @param path the file
   * @return the container
   * @throws XclbinException if the file cannot be read or is not a whole and consistent container
   */
  public static Xclbin read(Path path) {
    Bytes file = XclbinReader.load(path, MAX_SIZE);
    try {
      return XclbinReader.read(file);
    } catch (XclbinException e) {
      throw e.of(path);
    }
  }

  /** {@return a builder of a new container} */
  public static XclbinBuilder builder() {
    return new XclbinBuilder();
  }

  /**
   * Starts a changed copy with the same header, sections, gaps and trailer. The signature is left
   * out, since any change invalidates it; a change makes the {@linkplain #mirror() mirror} stale
   * too, see {@link XclbinBuilder#refreshMirror()}.
   *
   * @return the builder
   */
  public XclbinBuilder toBuilder() {
    return new XclbinBuilder(header, slots, dataOrder, trailer);
  }

  /** {@return a copy of all bytes of the file} */
  public byte[] toBytes() {
    return file.toArray();
  }

  /** {@return the number of bytes of the file} */
  public int size() {
    return file.size();
  }

  /**
   * Writes the file, over an existing one if there is one.
   *
   * @param path where to
   * @throws XclbinException if it cannot be written
   */
  public void write(Path path) {
    try {
      Files.write(path, file.toArray());
    } catch (IOException e) {
      throw new XclbinException(XclbinError.IO, "%s cannot be written: %s".formatted(path, e), e);
    }
  }

  /** {@return the header} */
  public XclbinHeader header() {
    return header;
  }

  /** {@return the identity of the image} */
  public UUID uuid() {
    return header.uuid();
  }

  /**
   * {@return whether the identity is the one that follows from the sections, as it is in images
   * that were built here and not changed since}
   */
  public boolean hasDerivedIdentity() {
    return Identity.of(sections()).uuid().equals(header.uuid());
  }

  /** {@return all sections in the order of their headers} */
  public List<Section> sections() {
    return slots.stream().map(Slot::section).toList();
  }

  /** {@return for each section in the order of the data, its index in {@link #sections()}} */
  public List<Integer> dataOrder() {
    return dataOrder;
  }

  /**
   * Says where the data of a section is.
   *
   * @param index the index of the section in {@link #sections()}
   * @return the offset in the file, in bytes
   * @throws IndexOutOfBoundsException if there is no such section
   */
  public int offset(int index) {
    return slots.get(index).offset();
  }

  /**
   * Finds the first section of a kind.
   *
   * @param kind the kind
   * @return the section, or empty if the file has none
   */
  public Optional<Section> section(SectionKind kind) {
    return slot(kind).map(Slot::section);
  }

  /**
   * Finds all sections of a kind, such as several soft kernels.
   *
   * @param kind the kind
   * @return the sections in the order of their headers
   */
  public List<Section> sections(SectionKind kind) {
    return slots.stream()
        .map(Slot::section)
        .filter(section -> section.number() == kind.number())
        .toList();
  }

  /**
   * Gives the first section of a kind that the caller cannot do without.
   *
   * @param kind the kind
   * @return the section
   * @throws XclbinException if the file has none
   */
  public Section require(SectionKind kind) {
    return section(kind)
        .orElseThrow(
            () ->
                new XclbinException(
                    XclbinError.MISSING_SECTION,
                    XclbinException.HEADER,
                    XclbinHeader.SIZE,
                    "there is no section %s, the headers at offset %d name only %s; build the file with one"
                        .formatted(
                            kind,
                            XclbinHeader.SIZE,
                            sections().stream().map(Section::label).toList())));
  }

  /** {@return the physical memory banks, empty if there is no MEM_TOPOLOGY} */
  public Optional<MemTopology> memTopology() {
    return decoded(SectionKind.MEM_TOPOLOGY, MemTopology::decode);
  }

  /**
   * Gives the banks that buffers are allocated from: the groups, or the physical banks if there are
   * no groups, as the XRT runtime does.
   *
   * @return the banks, empty if there is neither
   */
  public Optional<MemTopology> groupTopology() {
    return decoded(SectionKind.ASK_GROUP_TOPOLOGY, MemTopology::decode).or(this::memTopology);
  }

  /** {@return what reaches which physical bank, empty if there is no CONNECTIVITY} */
  public Optional<Connectivity> connectivity() {
    return decoded(SectionKind.CONNECTIVITY, Connectivity::decode);
  }

  /**
   * Gives what reaches which bank of {@link #groupTopology()}.
   *
   * @return the connections, empty if there are none of either kind
   */
  public Optional<Connectivity> groupConnectivity() {
    return decoded(SectionKind.ASK_GROUP_CONNECTIVITY, Connectivity::decode).or(this::connectivity);
  }

  /** {@return compute units and other blocks, empty if there is no IP_LAYOUT} */
  public Optional<IpLayout> ipLayout() {
    return decoded(SectionKind.IP_LAYOUT, IpLayout::decode);
  }

  /** {@return monitors and other debug blocks, empty if there is no DEBUG_IP_LAYOUT} */
  public Optional<DebugIpLayout> debugIpLayout() {
    return decoded(SectionKind.DEBUG_IP_LAYOUT, DebugIpLayout::decode);
  }

  /** {@return the clocks, empty if there is no CLOCK_FREQ_TOPOLOGY} */
  public Optional<ClockFreqTopology> clocks() {
    return decoded(SectionKind.CLOCK_FREQ_TOPOLOGY, ClockFreqTopology::decode);
  }

  /** {@return kernels and platform, empty if there is no EMBEDDED_METADATA} */
  public Optional<EmbeddedMetadata> metadata() {
    return decoded(SectionKind.EMBEDDED_METADATA, EmbeddedMetadata::decode);
  }

  /** {@return flash images, empty if there is no MCS} */
  public Optional<Mcs> mcs() {
    return decoded(SectionKind.MCS, Mcs::decode);
  }

  /** {@return firmware of the board management controller, empty if there is no BMC} */
  public Optional<Bmc> bmc() {
    return decoded(SectionKind.BMC, Bmc::decode);
  }

  /** {@return the kernels for the board's processor in the order of their headers} */
  public List<SoftKernel> softKernels() {
    return decodedAll(SectionKind.SOFT_KERNEL, SoftKernel::decode);
  }

  /** {@return the partitions of the AI engine in the order of their headers} */
  public List<AiePartition> aiePartitions() {
    return decodedAll(SectionKind.AIE_PARTITION, AiePartition::decode);
  }

  /** {@return columns of the AI engine with their binaries in the order of their headers} */
  public List<AieResources> aieResources() {
    return decodedAll(SectionKind.AIE_RESOURCES_BIN, AieResources::decode);
  }

  private <T> List<T> decodedAll(SectionKind kind, Function<Section, T> decode) {
    List<T> all = new ArrayList<>();
    for (Slot slot : slots) {
      if (slot.section().number() == kind.number()) {
        all.add(placed(slot, () -> decode.apply(slot.section())));
      }
    }
    return List.copyOf(all);
  }

  /**
   * Judges what a section says. An {@link XclbinException} that names no place in the file is given
   * that of the section.
   *
   * @param kind the section, the first of its kind
   * @param judgement what is done
   * @param <T> what comes of it
   * @return what comes of it
   */
  public <T> T about(SectionKind kind, Supplier<T> judgement) {
    return slot(kind).map(slot -> placed(slot, judgement)).orElseGet(judgement);
  }

  /**
   * Checks that connections are between blocks and memories that exist.
   *
   * @throws XclbinException naming the first that is not, with its section
   */
  public void checkConnections() {
    if (section(SectionKind.IP_LAYOUT).isEmpty()) {
      return;
    }
    var ips = ipLayout().orElseThrow();
    check(SectionKind.CONNECTIVITY, connectivity(), ips, memTopology());
    if (section(SectionKind.ASK_GROUP_CONNECTIVITY).isPresent()) {
      check(SectionKind.ASK_GROUP_CONNECTIVITY, groupConnectivity(), ips, groupTopology());
    }
  }

  private void check(
      SectionKind kind,
      Optional<Connectivity> connections,
      IpLayout ips,
      Optional<MemTopology> memory) {
    connections.ifPresent(
        each ->
            about(
                kind,
                () -> {
                  each.check(ips, memory.orElse(new MemTopology(List.of())));
                  return each;
                }));
  }

  /**
   * Checks that the arguments of every kernel lie within the address range of its compute units,
   * and that no two compute units share an address.
   *
   * @throws XclbinException naming the first that does not, with its section
   */
  public void checkUnits() {
    var metadata = metadata();
    if (metadata.isEmpty()) {
      return;
    }
    about(
        SectionKind.EMBEDDED_METADATA,
        () -> {
          metadata.get().kernels().forEach(KernelMetadata::checkArguments);
          return metadata;
        });
    var layout = ipLayout();
    if (layout.isPresent()) {
      about(
          SectionKind.IP_LAYOUT,
          () -> {
            layout.get().checkRanges(metadata.get());
            return layout;
          });
    }
  }

  /** {@return what a look at all of the file brings up; nothing if all is as it should be} */
  public List<Finding> findings() {
    return Findings.of(this);
  }

  /** {@return what lies in front of the data of a section} */
  Bytes gap(int index) {
    return slots.get(index).gap();
  }

  private <T> Optional<T> decoded(SectionKind kind, Function<Section, T> decode) {
    return slot(kind).map(slot -> placed(slot, () -> decode.apply(slot.section())));
  }

  private Optional<Slot> slot(SectionKind kind) {
    return slots.stream().filter(slot -> slot.section().number() == kind.number()).findFirst();
  }

  private static <T> T placed(Slot slot, Supplier<T> work) {
    try {
      return work.get();
    } catch (XclbinException e) {
      throw e.in(slot.section(), slot.offset());
    }
  }

  /** {@return what is loaded onto the device, empty if there is no BITSTREAM} */
  public Optional<Bytes> bitstream() {
    return section(SectionKind.BITSTREAM).map(Section::data);
  }

  /** {@return what is between the last section and the signature, such as padding and mirror} */
  public Bytes trailer() {
    return trailer;
  }

  /** {@return the PKCS#7 signature, empty if the file is not signed} */
  public Bytes signature() {
    return signature;
  }

  /**
   * Gives the bytes that a signature covers: all before it, as if there were none.
   *
   * @return the bytes to hash
   */
  public byte[] signedImage() {
    int length = file.size() - signature.size();
    byte[] image = file.slice(0, length).toArray();
    header.sized(XclbinHeader.UNSIGNED, length, slots.size()).fixed().copyTo(image, 0);
    return image;
  }

  /**
   * Gives this very file with another signature: what it covers stays as it is, byte by byte.
   *
   * @param pkcs7 the signature, made over {@link #signedImage()}; empty for none
   * @return the signed file
   * @throws XclbinException if it would be larger than {@link #MAX_SIZE}
   */
  public Xclbin signed(Bytes pkcs7) {
    byte[] image = signedImage();
    long length = (long) image.length + pkcs7.size();
    if (length > MAX_SIZE) {
      throw new XclbinException(
          XclbinError.TOO_LARGE,
          "the signed file would have %d bytes, at most %d are accepted"
              .formatted(length, MAX_SIZE));
    }
    byte[] whole = Arrays.copyOf(image, (int) length);
    pkcs7.copyTo(whole, image.length);
    int signatureLength = pkcs7.isEmpty() ? XclbinHeader.UNSIGNED : pkcs7.size();
    header.sized(signatureLength, length, slots.size()).fixed().copyTo(whole, 0);
    return XclbinReader.read(Bytes.owned(whole));
  }

  /** {@return the JSON description that the tools append for people, which no reader needs} */
  public Optional<String> mirror() {
    return Mirror.in(trailer).map(Mirror::json);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Xclbin that && file.equals(that.file);
  }

  @Override
  public int hashCode() {
    return file.hashCode();
  }

  @Override
  public String toString() {
    return "xclbin of %d bytes: %s, sections %s"
        .formatted(file.size(), header, sections().stream().map(Section::label).toList());
  }
}
