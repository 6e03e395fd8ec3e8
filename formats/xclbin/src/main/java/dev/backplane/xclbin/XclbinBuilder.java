package dev.backplane.xclbin;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Puts a container together. No clock and no randomness take part: the same content gives the same
 * file. If no uuid is set, uuid and unique id are derived from the sections, so that two images are
 * told apart by what they hold.
 */
public final class XclbinBuilder {
  private XclbinHeader header;
  private final List<Slot> slots = new ArrayList<>();
  private @Nullable List<Integer> dataOrder;
  private Bytes trailer;
  private Bytes signature = Bytes.EMPTY;
  private boolean derive;
  private boolean refreshMirror;

  XclbinBuilder() {
    this(XclbinHeader.blank(), List.of(), List.of(), Bytes.EMPTY);
    derive = true;
    dataOrder = null;
  }

  XclbinBuilder(XclbinHeader header, List<Slot> slots, List<Integer> dataOrder, Bytes trailer) {
    this.header = header;
    this.slots.addAll(slots);
    this.dataOrder = dataOrder;
    this.trailer = trailer;
  }

  /**
   * Replaces the whole header, its uuid included.
   *
   * @param value the header to write
   * @return this
   */
  public XclbinBuilder header(XclbinHeader value) {
    header = value;
    derive = false;
    return this;
  }

  /**
   * Changes the header, as in {@code header(h -> h.withPlatform("..."))}, and leaves open whether
   * uuid and unique id are derived.
   *
   * @param change gives the changed header
   * @return this
   */
  public XclbinBuilder header(UnaryOperator<XclbinHeader> change) {
    header = change.apply(header);
    return this;
  }

  /**
   * Sets the identity of the image; the unique id is then the one of the header.
   *
   * @param uuid the identity
   * @return this
   */
  public XclbinBuilder uuid(UUID uuid) {
    header = header.withUuid(uuid);
    derive = false;
    return this;
  }

  /**
   * Asks for a uuid and a unique id derived from the sections.
   *
   * @return this
   */
  public XclbinBuilder deriveIdentity() {
    derive = true;
    return this;
  }

  /**
   * Sets the platform.
   *
   * @param vbnv its name, at most 63 characters
   * @return this
   */
  public XclbinBuilder platform(String vbnv) {
    header = header.withPlatform(vbnv);
    return this;
  }

  /**
   * Sets the mode.
   *
   * @param mode what the image is for
   * @return this
   */
  public XclbinBuilder mode(XclbinMode mode) {
    header = header.withMode(mode);
    return this;
  }

  /**
   * Adds a section after all others, header and data.
   *
   * @param section the section
   * @return this
   */
  public XclbinBuilder add(Section section) {
    if (slots.size() == SectionEntry.MOST) {
      throw new XclbinException(
          XclbinError.TOO_LARGE,
          "the format allows %d sections; %s is one too many"
              .formatted(SectionEntry.MOST, section.label()));
    }
    if (dataOrder != null) {
      dataOrder = append(dataOrder, slots.size());
    }
    slots.add(new Slot(section, 0, Bytes.EMPTY));
    return this;
  }

  /**
   * Adds a section of a known kind, without a name.
   *
   * @param kind the kind
   * @param data the bytes, copied
   * @return this
   */
  public XclbinBuilder add(SectionKind kind, byte[] data) {
    return add(Section.of(kind, Bytes.of(data)));
  }

  /**
   * Puts a section where the first one of the same kind is, or adds it if there is none.
   *
   * @param section the section
   * @return this
   */
  public XclbinBuilder set(Section section) {
    for (int i = 0; i < slots.size(); i++) {
      if (slots.get(i).section().number() == section.number()) {
        slots.set(i, new Slot(section, 0, slots.get(i).gap()));
        return this;
      }
    }
    return add(section);
  }

  /**
   * Puts a section where another is.
   *
   * @param index the position of the other among the headers
   * @param section the section
   * @return this
   * @throws IndexOutOfBoundsException if there is no such section
   */
  public XclbinBuilder replace(int index, Section section) {
    slots.set(index, new Slot(section, 0, slots.get(index).gap()));
    return this;
  }

  /**
   * Removes one section.
   *
   * @param index its position among the headers
   * @return this
   * @throws IndexOutOfBoundsException if there is no such section
   */
  public XclbinBuilder remove(int index) {
    slots.remove(index);
    if (dataOrder != null) {
      dataOrder = without(dataOrder, index);
    }
    return this;
  }

  /**
   * Removes every section of a kind.
   *
   * @param kind the kind
   * @return this
   */
  public XclbinBuilder remove(SectionKind kind) {
    for (int i = slots.size() - 1; i >= 0; i--) {
      if (slots.get(i).section().number() == kind.number()) {
        remove(i);
      }
    }
    return this;
  }

  /**
   * Sets the order of the data of the sections that are there now; without it, that of the headers.
   *
   * @param headerIndexes for each place in the data, the index of the section among the headers
   * @return this
   * @throws XclbinException if not every section is named once
   */
  public XclbinBuilder dataOrder(List<Integer> headerIndexes) {
    var expected = new HashSet<>(IntStream.range(0, slots.size()).boxed().toList());
    if (headerIndexes.size() != expected.size() || !expected.equals(new HashSet<>(headerIndexes))) {
      throw new XclbinException(
          XclbinError.BAD_VALUE,
          "the data order %s does not name each of the %d sections once"
              .formatted(headerIndexes, slots.size()));
    }
    dataOrder = List.copyOf(headerIndexes);
    return this;
  }

  /**
   * Sets what follows the last section, such as the mirror block of the tools.
   *
   * @param bytes the bytes, written as they are
   * @return this
   */
  public XclbinBuilder trailer(Bytes bytes) {
    trailer = bytes;
    return this;
  }

  /**
   * Asks for the mirror block in the trailer, if there is one, to be written anew, so that it tells
   * of the file that is built and not of the one it came from.
   *
   * @return this
   */
  public XclbinBuilder refreshMirror() {
    refreshMirror = true;
    return this;
  }

  /**
   * Sets the signature of the file, made over {@link Xclbin#signedImage()} of the unsigned one.
   *
   * @param pkcs7 the signature; empty for none
   * @return this
   */
  public XclbinBuilder signature(Bytes pkcs7) {
    signature = pkcs7;
    return this;
  }

  /**
   * Lays the file out: headers, then the data of the sections at multiples of 8, then trailer and
   * signature. Gaps of a file that was read are kept.
   *
   * @return the container
   * @throws XclbinException if it would be larger than {@link Xclbin#MAX_SIZE}
   */
  public Xclbin build() {
    var order = dataOrder != null ? dataOrder : IntStream.range(0, slots.size()).boxed().toList();
    if (derive) {
      var identity = Identity.of(sections());
      header = header.withUuid(identity.uuid()).withUniqueId(identity.uniqueId());
    }
    checkKinds();
    long at = SectionEntry.at(slots.size());
    var gapAt = new long[slots.size()];
    var dataAt = new long[slots.size()];
    for (int index : order) {
      var slot = slots.get(index);
      gapAt[index] = at;
      if (slot.section().data().isEmpty()) {
        // Takes no room, not even padding, and still says a place on a boundary within the file.
        dataAt[index] = at & -SectionEntry.ALIGNMENT;
        continue;
      }
      at = aligned(at + significant(slot.gap()).size());
      dataAt[index] = at;
      at += slot.section().data().size();
    }
    var tail = tail(dataAt);
    long contentEnd = at + tail.size();
    long end = contentEnd + signature.size();
    if (end > Xclbin.MAX_SIZE) {
      throw new XclbinException(
          XclbinError.TOO_LARGE,
          "the file would have %d bytes, at most %d are accepted; the largest sections come first: %s"
              .formatted(end, Xclbin.MAX_SIZE, largest()));
    }
    var bytes = new byte[(int) end];
    var file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int signatureLength = signature.isEmpty() ? XclbinHeader.UNSIGNED : signature.size();
    header.sized(signatureLength, end, slots.size()).fixed().copyTo(bytes, 0);
    for (int i = 0; i < slots.size(); i++) {
      var slot = slots.get(i);
      SectionEntry.write(file, i, slot.section(), (int) dataAt[i]);
      significant(slot.gap()).copyTo(bytes, (int) gapAt[i]);
      slot.section().data().copyTo(bytes, (int) dataAt[i]);
    }
    tail.copyTo(bytes, (int) at);
    signature.copyTo(bytes, (int) contentEnd);
    return XclbinReader.read(Bytes.owned(bytes));
  }

  /** C readers take a whole axlf, which has room for one section header even if there is none. */
  private Bytes tail(long[] dataAt) {
    var mirror = refreshMirror ? Mirror.in(trailer) : Optional.<Mirror>empty();
    if (mirror.isPresent()) {
      trailer = mirror.get().replaced(trailer, header, sections(), dataAt);
    }
    if (!slots.isEmpty() || trailer.size() >= SectionEntry.SIZE) {
      return trailer;
    }
    var padded = new byte[SectionEntry.SIZE];
    trailer.copyTo(padded, 0);
    return Bytes.owned(padded);
  }

  /** A gap that is only the padding to the next multiple of 8 is made anew. */
  private static Bytes significant(Bytes gap) {
    return gap.size() < SectionEntry.ALIGNMENT && gap.allZero() ? Bytes.EMPTY : gap;
  }

  private static long aligned(long at) {
    return (at + SectionEntry.ALIGNMENT - 1) & -SectionEntry.ALIGNMENT;
  }

  private List<Section> sections() {
    return slots.stream().map(Slot::section).toList();
  }

  private void checkKinds() {
    var seen = EnumSet.noneOf(SectionKind.class);
    for (var section : sections()) {
      var kind = section.kind().filter(known -> !known.repeatable());
      if (kind.isPresent() && !seen.add(kind.get())) {
        throw new XclbinException(
            XclbinError.DUPLICATE_SECTION,
            "there are two sections %s, the format allows one; replace the one that is there"
                .formatted(kind.get()));
      }
    }
  }

  private List<String> largest() {
    return slots.stream()
        .map(Slot::section)
        .sorted((a, b) -> Integer.compare(b.data().size(), a.data().size()))
        .limit(3)
        .map(section -> section.label() + " " + section.data())
        .toList();
  }

  private static List<Integer> append(List<Integer> order, int index) {
    var longer = new ArrayList<>(order);
    longer.add(index);
    return List.copyOf(longer);
  }

  private static List<Integer> without(List<Integer> order, int index) {
    return order.stream().filter(i -> i != index).map(i -> i > index ? i - 1 : i).toList();
  }
}
