package dev.backplane.rtl.frontends;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A piece of a generated source: words around smaller pieces. Each can stand in the place of
 * another one of its kind.
 *
 * @param kind what it is; a piece without a kind stays where it is
 * @param words one more than parts
 * @param parts the pieces between the words
 */
record SourceNode(String kind, List<String> words, List<SourceNode> parts) {
  private static final int CLOSE = 6;

  /** A piece of a text that has an @ in the place of each part. */
  static SourceNode of(String kind, String text, SourceNode... parts) {
    List<String> words = List.of(text.split("@", -1));
    if (words.size() != parts.length + 1) {
      throw new IllegalArgumentException(parts.length + " parts in " + text);
    }
    return new SourceNode(kind, words, List.of(parts));
  }

  /** A piece that is nothing but a list of others. */
  static SourceNode list(String kind, List<SourceNode> parts) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i <= parts.size(); i++) {
      words.add("");
    }
    return new SourceNode(kind, words, List.copyOf(parts));
  }

  String text() {
    StringBuilder text = new StringBuilder();
    append(text);
    return text.toString();
  }

  private void append(StringBuilder text) {
    for (int i = 0; i < parts.size(); i++) {
      text.append(words.get(i));
      parts.get(i).append(text);
    }
    text.append(words.getLast());
  }

  /**
   * The smallest piece that was found for which something still holds.
   *
   * @param least the least piece of a kind
   * @param holds what must hold
   * @param tries how often it is asked
   */
  SourceNode smallest(
      Function<String, Optional<SourceNode>> least, Predicate<SourceNode> holds, int tries) {
    SourceNode smallest = this;
    int left = tries;
    boolean smaller = true;
    while (smaller && left > 0) {
      smaller = false;
      for (int at = 0; at < smallest.size() && left > 0; at++) {
        for (SourceNode candidate : smallest.at(at).candidates(least)) {
          SourceNode replaced = smallest.with(at, candidate);
          if (replaced.text().length() < smallest.text().length()) {
            left--;
            if (holds.test(replaced)) {
              smallest = replaced;
              smaller = true;
              break;
            }
          }
        }
      }
    }
    return smallest;
  }

  private List<SourceNode> candidates(Function<String, Optional<SourceNode>> least) {
    List<SourceNode> candidates = new ArrayList<>();
    if (!kind.isEmpty()) {
      least.apply(kind).filter(node -> !node.equals(this)).ifPresent(candidates::add);
      for (int i = 1; i < size() && candidates.size() < CLOSE; i++) {
        if (at(i).kind().equals(kind)) {
          candidates.add(at(i));
        }
      }
    }
    for (int chunk = parts.size() / 2; chunk > 1; chunk /= 2) {
      for (int from = 0; from < parts.size(); from += chunk) {
        candidates.add(without(from, Math.min(parts.size(), from + chunk), least));
      }
    }
    return candidates;
  }

  /** The piece with the least ones in the place of some parts. */
  private SourceNode without(int from, int to, Function<String, Optional<SourceNode>> least) {
    List<SourceNode> some = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      SourceNode part = parts.get(i);
      some.add(i < from || i >= to ? part : least.apply(part.kind()).orElse(part));
    }
    return new SourceNode(kind, words, some);
  }

  private int size() {
    return 1 + parts.stream().mapToInt(SourceNode::size).sum();
  }

  private SourceNode at(int place) {
    int from = 1;
    for (SourceNode part : parts) {
      int size = part.size();
      if (place >= from && place < from + size) {
        return part.at(place - from);
      }
      from += size;
    }
    return this;
  }

  private SourceNode with(int place, SourceNode other) {
    if (place == 0) {
      return other;
    }
    List<SourceNode> replaced = new ArrayList<>();
    int from = 1;
    for (SourceNode part : parts) {
      int size = part.size();
      boolean inside = place >= from && place < from + size;
      replaced.add(inside ? part.with(place - from, other) : part);
      from += size;
    }
    return new SourceNode(kind, words, replaced);
  }
}
