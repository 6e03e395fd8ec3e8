package dev.backplane.opae.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The libraries that an ELF file of 64 bits is linked with, by the names that it has for them. */
final class NeededLibraries {
  private static final long MOST_BYTES = 1L << 30;
  private static final int ELF = 0x464c457f;
  private static final int HEADER_BYTES = 64;
  private static final int PROGRAM_HEADER_BYTES = 56;
  private static final int LOAD = 1;
  private static final int DYNAMIC = 2;
  private static final long END = 0;
  private static final long NEEDED = 1;
  private static final long TEXTS = 5;

  private final ByteBuffer file;

  private NeededLibraries(ByteBuffer file) {
    this.file = file;
  }

  /** {@return their names; none if the file cannot be read as one} */
  static List<String> of(Path library) {
    try (FileChannel channel = FileChannel.open(library, StandardOpenOption.READ)) {
      if (channel.size() > MOST_BYTES) {
        return List.of();
      }
      ByteBuffer bytes = ByteBuffer.allocate((int) channel.size()).order(ByteOrder.LITTLE_ENDIAN);
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {}
      return new NeededLibraries(bytes.flip()).names();
    } catch (IOException | IndexOutOfBoundsException e) {
      return List.of(); // The dynamic linker has the last word on what is a library.
    }
  }

  private List<String> names() {
    if (file.limit() < HEADER_BYTES || file.getInt(0) != ELF || file.get(4) != 2) {
      return List.of();
    }
    int dynamic = -1;
    for (int i = 0; i < segments(); i++) {
      if (file.getInt(segment(i)) == DYNAMIC) {
        dynamic = Math.toIntExact(file.getLong(segment(i) + 8));
      }
    }
    if (dynamic < 0) {
      return List.of();
    }
    List<Long> needed = new ArrayList<>();
    long texts = 0;
    for (int at = dynamic; file.getLong(at) != END; at += 16) {
      if (file.getLong(at) == NEEDED) {
        needed.add(file.getLong(at + 8));
      } else if (file.getLong(at) == TEXTS) {
        texts = file.getLong(at + 8);
      }
    }
    List<String> names = new ArrayList<>();
    for (long each : needed) {
      inFile(texts).ifPresent(begin -> names.add(text(Math.addExact(begin, (int) each))));
    }
    return names;
  }

  private int segments() {
    return Short.toUnsignedInt(file.getShort(56));
  }

  private int segment(int index) {
    return Math.toIntExact(file.getLong(32)) + index * PROGRAM_HEADER_BYTES;
  }

  private Optional<Integer> inFile(long address) {
    for (int i = 0; i < segments(); i++) {
      int at = segment(i);
      long begin = file.getLong(at + 16);
      if (file.getInt(at) == LOAD && address >= begin && address - begin < file.getLong(at + 32)) {
        return Optional.of(Math.toIntExact(address - begin + file.getLong(at + 8)));
      }
    }
    return Optional.empty();
  }

  private String text(int at) {
    int end = at;
    while (file.get(end) != 0) {
      end++;
    }
    byte[] text = new byte[end - at];
    file.get(at, text);
    return new String(text, StandardCharsets.UTF_8);
  }
}
