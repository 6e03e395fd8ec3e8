package dev.backplane.junit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The cards of one test, in the order of opening. A deadline closes them from a thread of its own;
 * otherwise used by the thread of the test.
 */
final class OpenCards implements AutoCloseable {
  private final Map<CardSettings, OpenCard> cards = new LinkedHashMap<>();
  private @Nullable Path folder;

  /** {@return the card of these settings, which is opened if there is none} */
  synchronized OpenCard card(CardSettings settings) {
    OpenCard card = cards.get(settings);
    if (card == null) {
      Path own = folder().resolve("card" + cards.size());
      try {
        Files.createDirectory(own);
      } catch (IOException e) {
        throw noFolder(e);
      }
      card = OpenCard.open(settings, own);
      cards.put(settings, card);
    }
    return card;
  }

  synchronized List<OpenCard> all() {
    return List.copyOf(cards.values());
  }

  /** The folder for waveforms, deleted after the test. */
  private Path folder() {
    Path made = folder;
    if (made == null) {
      try {
        made = Files.createTempDirectory("backplane-test-");
      } catch (IOException e) {
        throw noFolder(e);
      }
      folder = made;
    }
    return made;
  }

  private static BackplaneException noFolder(IOException e) {
    return BackplaneException.because(
            ErrorCode.FILE_UNREADABLE, "a folder for waveforms cannot be made: " + e.getMessage())
        .remedy("Set java.io.tmpdir to a folder that can be written")
        .causedBy(e)
        .build();
  }

  /** {@return what all cards do, and the last calls on them} */
  List<String> report(int calls) {
    List<String> lines = new ArrayList<>();
    for (OpenCard card : all()) {
      lines.addAll(card.state());
      lines.addAll(CardReport.calls(card.calls(), calls));
    }
    return lines;
  }

  /** Closes all cards, the last one first; does nothing with those that are closed. */
  void closeCards() {
    RuntimeException first = null;
    for (OpenCard card : all().reversed()) {
      try {
        card.close();
      } catch (RuntimeException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }

  /** Closes all cards and deletes what was recorded. */
  @Override
  public void close() {
    try {
      closeCards();
    } finally {
      delete();
    }
  }

  private synchronized void delete() {
    Path made = folder;
    folder = null;
    if (made == null) {
      return;
    }
    try (Stream<Path> files = Files.walk(made)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw BackplaneException.because(
              ErrorCode.FILE_UNREADABLE, "it cannot be deleted: " + e.getMessage())
          .during("close the cards of a test")
          .on(made.toString())
          .remedy("Delete it by hand")
          .causedBy(e)
          .build();
    }
  }
}
