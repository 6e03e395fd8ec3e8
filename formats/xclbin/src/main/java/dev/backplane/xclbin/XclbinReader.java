package dev.backplane.xclbin;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.stream.IntStream;

/** Takes a file apart, believing no number in it before it was compared with the bytes at hand. */
final class XclbinReader {
  /** A section header as read, before its data is looked at. */
  private record Entry(int index, int number, String name, long offset, long size) {
    long end() {
      return offset + size;
    }

    String label() {
      var kind = SectionKind.of(number);
      return "section %d (%s)"
          .formatted(
              index, kind.isPresent() ? kind.get() : "kind " + Integer.toUnsignedString(number));
    }
  }

  private final Bytes file;
  private final ByteBuffer raw;

  private XclbinReader(Bytes file) {
    this.file = file;
    this.raw = file.buffer();
  }

  static Xclbin read(Bytes file) {
    return new XclbinReader(file).read();
  }

  /** Reads a file that is no larger than {@code most} bytes. */
  static Bytes load(Path path, long most) {
    try {
      long size = Files.isRegularFile(path) ? Files.size(path) : 0;
      if (size > most) {
        throw new XclbinException(
            XclbinError.TOO_LARGE,
            "%s has %d bytes, at most %d are accepted".formatted(path, size, most));
      }
      return Bytes.owned(RegularFile.read(path, most));
    } catch (FileSystemException e) {
      if (e.getCause() instanceof OutOfMemoryError) {
        throw new XclbinException(
            XclbinError.TOO_LARGE, "%s: %s".formatted(path, e.getReason()), e);
      }
      String reason = e.getReason();
      throw new XclbinException(
          XclbinError.IO, "%s cannot be read: %s".formatted(path, reason == null ? e : reason), e);
    } catch (IOException e) {
      throw new XclbinException(XclbinError.IO, "%s cannot be read: %s".formatted(path, e), e);
    }
  }

  private Xclbin read() {
    if (!XclbinHeader.hasMagic(file)) {
      throw new XclbinException(
          XclbinError.BAD_MAGIC,
          XclbinException.HEADER,
          0,
          "the %d bytes do not start with 'xclbin2'; this is not a container of that format: the magic at offset 0 of the header is wrong"
              .formatted(file.size()));
    }
    if (file.size() < XclbinHeader.SIZE) {
      throw truncated(
          0, "the fixed header at offset 0 needs %d bytes".formatted(XclbinHeader.SIZE));
    }
    var header = XclbinHeader.of(file);
    checkLength(header);
    int tableEnd = tableEnd(header);
    int signature = signatureLength(header, tableEnd);
    int contentEnd = file.size() - signature;
    var entries = entries(header.sectionCount(), tableEnd, contentEnd);
    var dataOrder = dataOrder(entries);
    var slots = new ArrayList<Slot>(entries.size());
    int trailer = place(entries, dataOrder, tableEnd, slots);
    return new Xclbin(
        file,
        header,
        List.copyOf(slots),
        dataOrder,
        file.slice(trailer, contentEnd - trailer),
        file.slice(contentEnd, signature));
  }

  private void checkLength(XclbinHeader header) {
    long length = header.fileLength();
    if (Long.compareUnsigned(length, file.size()) > 0) {
      throw truncated(
          XclbinHeader.LENGTH,
          "the header says %s bytes in all at offset %d"
              .formatted(Long.toUnsignedString(length), XclbinHeader.LENGTH));
    }
    if (length != file.size()) {
      throw new XclbinException(
          XclbinError.BAD_SIZE,
          XclbinException.HEADER,
          XclbinHeader.LENGTH,
          "the header says %d bytes in all, there are %d; something was appended or the length at"
                  .formatted(length, file.size())
              + " offset 304 is wrong");
    }
  }

  private int tableEnd(XclbinHeader header) {
    int count = header.sectionCount();
    if (count < 0 || count > SectionEntry.MOST) {
      throw new XclbinException(
          XclbinError.BAD_SIZE,
          XclbinException.HEADER,
          XclbinHeader.SECTIONS,
          "the header says %s sections, the format allows %d; the count at offset 448 is wrong"
              .formatted(Integer.toUnsignedString(count), SectionEntry.MOST));
    }
    int end = SectionEntry.at(count);
    if (end > file.size()) {
      throw truncated(
          XclbinHeader.SECTIONS,
          "the headers of %d sections, counted at offset %d, need %d bytes"
              .formatted(count, XclbinHeader.SECTIONS, end));
    }
    return end;
  }

  private int signatureLength(XclbinHeader header, int tableEnd) {
    int length = header.signatureLength();
    if (length == XclbinHeader.UNSIGNED) {
      return 0;
    }
    if (length < 0 || length > file.size() - tableEnd) {
      throw new XclbinException(
          XclbinError.BAD_SIZE,
          XclbinException.HEADER,
          XclbinHeader.SIGNATURE_LENGTH,
          "the header says a signature of %d bytes, %d bytes follow the section headers; the length"
                  .formatted(length, file.size() - tableEnd)
              + " at offset 8 is wrong");
    }
    return length;
  }

  private List<Entry> entries(int count, int tableEnd, int contentEnd) {
    var entries = new ArrayList<Entry>(count);
    for (int i = 0; i < count; i++) {
      var entry =
          new Entry(
              i,
              SectionEntry.kind(raw, i),
              SectionEntry.name(raw, i),
              SectionEntry.offset(raw, i),
              SectionEntry.length(raw, i));
      if (entry.size < 0
          || entry.offset < 0
          || entry.offset > contentEnd
          || entry.size > contentEnd - entry.offset) {
        throw misplaced(entry, "but the sections end at byte " + contentEnd);
      }
      if (entry.size > 0 && entry.offset < tableEnd) {
        throw misplaced(entry, "but the headers end at byte " + tableEnd);
      }
      if (entry.size > 0 && entry.offset % SectionEntry.ALIGNMENT != 0) {
        throw wrong(
            XclbinError.MISALIGNED,
            entry,
            "which is no multiple of %d".formatted(SectionEntry.ALIGNMENT));
      }
      entries.add(entry);
    }
    checkKinds(entries);
    return entries;
  }

  private static void checkKinds(List<Entry> entries) {
    var first = new EnumMap<SectionKind, Entry>(SectionKind.class);
    for (var entry : entries) {
      var kind = SectionKind.of(entry.number).filter(known -> !known.repeatable());
      var before = kind.isPresent() ? first.putIfAbsent(kind.get(), entry) : null;
      if (before != null) {
        throw wrong(
            XclbinError.DUPLICATE_SECTION,
            entry,
            "but %s is of that kind too and the format allows one".formatted(before.label()));
      }
    }
  }

  /** The order of the data in the file; of sections at one place, that of their headers. */
  private static List<Integer> dataOrder(List<Entry> entries) {
    return IntStream.range(0, entries.size())
        .boxed()
        .sorted(
            Comparator.<Integer>comparingLong(i -> entries.get(i).offset)
                .thenComparingLong(i -> entries.get(i).size == 0 ? 0 : 1)
                .thenComparing(Comparator.naturalOrder()))
        .toList();
  }

  /** Cuts the file into gaps and sections and returns where the last section ends. */
  private int place(List<Entry> entries, List<Integer> dataOrder, int tableEnd, List<Slot> slots) {
    var byIndex = new Slot[entries.size()];
    int at = tableEnd;
    var before = "the headers";
    for (int index : dataOrder) {
      var entry = entries.get(index);
      int offset = (int) entry.offset;
      var data = file.slice(offset, (int) entry.size);
      var gap = Bytes.EMPTY;
      // A section without data may say any offset; it takes no part in the layout.
      if (entry.size > 0) {
        if (offset < at) {
          throw misplaced(entry, "but %s end at byte %d".formatted(before, at));
        }
        gap = file.slice(at, offset - at);
        at = (int) entry.end();
        before = "the bytes of " + entry.label();
      }
      byIndex[index] = new Slot(new Section(entry.number, entry.name, data), offset, gap);
    }
    slots.addAll(List.of(byIndex));
    return at;
  }

  private XclbinException truncated(long offset, String need) {
    return new XclbinException(
        XclbinError.TRUNCATED,
        XclbinException.HEADER,
        offset,
        "%s, there are %d; the file was cut short, fetch or build it again"
            .formatted(need, file.size()));
  }

  private static XclbinException misplaced(Entry entry, String limit) {
    return wrong(XclbinError.BAD_SIZE, entry, limit);
  }

  private static XclbinException wrong(XclbinError code, Entry entry, String limit) {
    return new XclbinException(
        code,
        entry.label(),
        SectionEntry.at(entry.index),
        "%s says %s bytes at offset %s, %s; its header at offset %d is wrong"
            .formatted(
                entry.label(),
                Long.toUnsignedString(entry.size),
                Long.toUnsignedString(entry.offset),
                limit,
                SectionEntry.at(entry.index)));
  }
}
