package dev.backplane.api.binary;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads files of the offload binary format. Every number in a file is a claim: it is checked
 * against the binary that it stands in before anything is read or allocated by it.
 */
final class OffloadReader {
  static final int ALIGNMENT = 8;
  static final int HEADER_BYTES = 32;
  static final int ENTRY_BYTES = 40;

  /** Version 3 appends to the header how large the binary is without compression. */
  private static final int HEADER_BYTES_3 = 40;

  /** Texts may share their ends, so that few bytes could ask for very many characters. */
  private static final int MOST_TEXTS = 1 << 16;

  private static final int MOST_TEXT_BYTES = 1 << 24;

  private final String name;
  private final Content file;
  private final ByteBuffer bytes;
  private int textBytes;

  OffloadReader(String name, Content file) {
    this.name = name;
    this.file = file;
    this.bytes = file.buffer();
  }

  List<OffloadBinary> all() {
    List<OffloadBinary> found = new ArrayList<>();
    int start = 0;
    while (start < file.size() || found.isEmpty()) {
      int size = binary(start, found);
      long next = (long) start + size + ALIGNMENT - 1 & -ALIGNMENT;
      start = (int) Math.min(next, file.size());
    }
    return found;
  }

  /** Reads the binary at {@code start} and answers its size. */
  private int binary(int start, List<OffloadBinary> found) {
    int left = file.size() - start;
    if (left < HEADER_BYTES) {
      throw truncated(start, "a header is %d bytes, %d are left".formatted(HEADER_BYTES, left));
    }
    if (!file.slice(start, left).startsWith(OffloadBinary.magic())) {
      throw invalid(start, "no binary begins here: no magic 10 FF 10 AD");
    }
    int version = bytes.getInt(start + 4);
    if (version < 1 || version > 3) {
      throw invalid(
          start + 4,
          "version %s is not known; 1, 2 and 3 are".formatted(Integer.toUnsignedString(version)));
    }
    int header = version == 3 ? HEADER_BYTES_3 : HEADER_BYTES;
    long size = bytes.getLong(start + 8);
    if (size < header || size > left) {
      throw truncated(
          start + 8,
          "the binary says it is %s bytes, %d are there"
              .formatted(Long.toUnsignedString(size), left));
    }
    if (version == 3 && bytes.getLong(start + 32) != 0) {
      throw invalid(start + 32, "the binary is compressed, which is not read here");
    }
    Binary binary = new Binary(start, (int) size, header, version);
    long entries = version == 1 ? 1 : bytes.getLong(start + 24);
    if (entries == 0) {
      throw invalid(start + 24, "the binary has no entry");
    }
    long at = bytes.getLong(start + 16);
    binary.check(at, entries, ENTRY_BYTES, start + 16, "entries");
    if (version == 1 && bytes.getLong(start + 24) < ENTRY_BYTES) {
      throw invalid(
          start + 24,
          "an entry of %s bytes, where one has %d"
              .formatted(Long.toUnsignedString(bytes.getLong(start + 24)), ENTRY_BYTES));
    }
    Region table = new Region(at, at + entries * ENTRY_BYTES);
    for (int i = 0; i < entries; i++) {
      found.add(entry(binary, (int) at + i * ENTRY_BYTES, table));
    }
    return (int) size;
  }

  private OffloadBinary entry(Binary binary, int entry, Region table) {
    int at = binary.start + entry;
    long texts = bytes.getLong(at + 8);
    long count = bytes.getLong(at + 16);
    if (Long.compareUnsigned(count, MOST_TEXTS) > 0) {
      throw invalid(at + 16, "%s texts, where %d are enough".formatted(count(count), MOST_TEXTS));
    }
    int each = binary.version == 1 ? 16 : 24;
    binary.check(texts, count, each, at + 8, "texts");
    long image = bytes.getLong(at + 24);
    long imageBytes = bytes.getLong(at + 32);
    binary.check(image, imageBytes, 1, at + 24, "the image");
    Region map = new Region(texts, texts + count * each);
    Region code = new Region(image, image + imageBytes);
    if (map.overlaps(table) || code.overlaps(table) || code.overlaps(map)) {
      throw invalid(at + 8, "entry, texts and image overlap: " + map + ", " + code);
    }
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      int text = (int) texts + i * each;
      String key = binary.text(text, false);
      if (values.putIfAbsent(key, binary.text(text + 8, binary.version > 1)) != null) {
        throw invalid(binary.start + text, "text '" + key + "' is there twice");
      }
    }
    return new OffloadBinary(
        bytes.getShort(at) & 0xFFFF,
        bytes.getShort(at + 2) & 0xFFFF,
        bytes.getInt(at + 4),
        values,
        imageBytes == 0 ? Content.EMPTY : file.slice(binary.start + (int) image, (int) imageBytes));
  }

  private static String count(long number) {
    return Long.toUnsignedString(number);
  }

  private BackplaneException truncated(int offset, String problem) {
    return wrong(ErrorCode.IMAGE_TRUNCATED, offset, problem);
  }

  private BackplaneException invalid(int offset, String problem) {
    return wrong(ErrorCode.IMAGE_INVALID, offset, problem);
  }

  private BackplaneException wrong(ErrorCode code, int offset, String problem) {
    return BackplaneException.because(code, "at offset %d: %s".formatted(offset, problem))
        .during("read container")
        .on(name)
        .remedy("Make the container anew, with 'backplane image pack' or clang-offload-packager")
        .build();
  }

  /** From the first byte to behind the last, counted from the magic. */
  private record Region(long from, long to) {
    boolean overlaps(Region other) {
      return from < to && other.from < other.to && from < other.to && other.from < to;
    }

    @Override
    public String toString() {
      return from + " to " + to;
    }
  }

  /** One binary of the file: bounds for what stands in it. */
  private final class Binary {
    private final int start;
    private final int size;
    private final int header;
    private final int version;

    private Binary(int start, int size, int header, int version) {
      this.start = start;
      this.size = size;
      this.header = header;
      this.version = version;
    }

    /** Checks that {@code count} things of {@code each} bytes lie behind the header. */
    private void check(long at, long count, int each, int claim, String what) {
      if (count == 0) {
        return; // Nothing is read there, wherever it is.
      }
      if (at < header || at > size || Long.compareUnsigned(count, (size - at) / each) > 0) {
        throw truncated(
            claim,
            "%s at %s, %s times %d bytes, lie outside the %d bytes of the binary"
                .formatted(what, count(at), count(count), each, size));
      }
    }

    /** Reads the text whose offset stands at {@code pointer}, and its size behind, or a zero. */
    private String text(int pointer, boolean sized) {
      long at = bytes.getLong(start + pointer);
      if (at < header || at >= size) {
        throw truncated(
            start + pointer,
            "a text at %s lies outside the %d bytes of the binary".formatted(count(at), size));
      }
      int length = 0;
      if (!sized) {
        while (at + length < size && bytes.get(start + (int) at + length) != 0) {
          length++;
        }
        if (at + length == size) {
          throw truncated(start + (int) at, "a text does not end");
        }
      } else {
        long claim = bytes.getLong(start + pointer + 8);
        check(at, claim, 1, start + pointer, "a text");
        length = (int) claim;
      }
      textBytes += length;
      if (textBytes > MOST_TEXT_BYTES) {
        throw invalid(
            start + pointer, "its texts have more than %d bytes".formatted(MOST_TEXT_BYTES));
      }
      try {
        return StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .decode(bytes.slice(start + (int) at, length))
            .toString();
      } catch (CharacterCodingException e) {
        throw invalid(start + (int) at, "a text is not UTF-8");
      }
    }
  }
}
