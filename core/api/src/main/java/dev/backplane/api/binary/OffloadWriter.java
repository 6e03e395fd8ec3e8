package dev.backplane.api.binary;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Writes one offload binary: header, entry, texts, their characters, padding, image, padding. */
final class OffloadWriter {
  private static final int TEXT_BYTES = 16;

  private final OffloadBinary binary;
  private final ByteArrayOutputStream characters = new ByteArrayOutputStream();
  private final Map<String, Integer> places = new LinkedHashMap<>();

  OffloadWriter(OffloadBinary binary) {
    this.binary = binary;
  }

  byte[] bytes() {
    binary
        .texts()
        .forEach(
            (key, value) -> {
              place(key, key);
              place(value, key);
            });
    int texts = OffloadReader.HEADER_BYTES + OffloadReader.ENTRY_BYTES;
    int table = texts + TEXT_BYTES * binary.texts().size();
    int image = align(Math.addExact(table, characters.size()));
    int size = align(Math.addExact(image, binary.image().size()));
    ByteBuffer out = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    out.put(OffloadBinary.magic()).putInt(1).putLong(size);
    out.putLong(OffloadReader.HEADER_BYTES).putLong(OffloadReader.ENTRY_BYTES);
    out.putShort((short) binary.imageKind()).putShort((short) binary.offloadKind());
    out.putInt(binary.flags()).putLong(texts).putLong(binary.texts().size());
    out.putLong(image).putLong(binary.image().size());
    binary.texts().forEach((key, value) -> out.putLong(table + at(key)).putLong(table + at(value)));
    out.put(characters.toByteArray());
    out.position(image).put(binary.image().buffer());
    return out.array();
  }

  private int at(String text) {
    return Objects.requireNonNull(places.get(text));
  }

  /** Puts a text behind those before it, unless it is there. */
  private void place(String text, String key) {
    if (text.indexOf('\0') >= 0) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "text '%s' has a zero character, where it would be cut off"
                  .formatted(key.replace('\0', '?')))
          .during("write container")
          .remedy("Leave the zero out; bytes go into a property")
          .build();
    }
    if (places.putIfAbsent(text, characters.size()) == null) {
      characters.writeBytes(text.getBytes(StandardCharsets.UTF_8));
      characters.write(0);
    }
  }

  private static int align(int offset) {
    return Math.addExact(offset, OffloadReader.ALIGNMENT - 1) & -OffloadReader.ALIGNMENT;
  }
}
