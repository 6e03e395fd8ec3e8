package dev.backplane.rtl.testing;

import java.util.ArrayList;
import java.util.List;

/** Collects what differs from what is expected, as lines for a person. */
final class Differences {
  private final List<String> lines = new ArrayList<>();

  boolean isEmpty() {
    return lines.isEmpty();
  }

  String text() {
    return String.join("\n", lines);
  }

  void add(String line) {
    lines.add(line);
  }

  /**
   * Compares a part of a buffer.
   *
   * @param name the buffer or packet
   * @param actual all of its bytes
   * @param expected what the part has to be
   */
  void compare(String name, byte[] actual, Contents expected) {
    ElementType type = expected.type();
    int first = -1;
    int wrong = 0;
    byte[] part = new byte[expected.bytes().length];
    System.arraycopy(actual, expected.first() * type.bytes(), part, 0, part.length);
    for (int i = 0; i < expected.count(); i++) {
      if (!type.same(part, expected.bytes(), i, expected.tolerance())) {
        wrong++;
        first = first < 0 ? i : first;
      }
    }
    if (wrong > 0) {
      lines.add(
          "%s[%d] is %s, expected %s; %d of %d %s"
              .formatted(
                  name,
                  expected.first() + first,
                  type.show(part, first),
                  type.show(expected.bytes(), first),
                  wrong,
                  expected.count(),
                  expected.count() == 1 ? "element differs" : "elements differ"));
    }
  }

  /** Compares the packets of a stream. */
  void compare(String name, List<byte[]> actual, List<Contents> expected) {
    for (int i = 0; i < Math.min(actual.size(), expected.size()); i++) {
      String packet = "%s packet %d".formatted(name, i);
      Contents should = expected.get(i);
      byte[] is = actual.get(i);
      if (is.length != should.bytes().length) {
        lines.add(
            "%s has %d bytes, expected %d".formatted(packet, is.length, should.bytes().length));
      }
      int count = Math.min(is.length, should.bytes().length) / should.type().bytes();
      compare(
          packet,
          is,
          new Contents(
              should.type(),
              java.util.Arrays.copyOf(should.bytes(), count * should.type().bytes()),
              0,
              should.tolerance()));
    }
    if (actual.size() != expected.size()) {
      lines.add("%s sent %d packets, expected %d".formatted(name, actual.size(), expected.size()));
    }
  }
}
