package dev.backplane.junit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.MediaType;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.function.ThrowingConsumer;
import org.opentest4j.TestAbortedException;

/** The files that are kept of a test that failed: what its cards were asked, and waveforms. */
final class Evidence {
  private static final MediaType FST = MediaType.create("application", "vnd.fst");
  private static final String RECORD = "flight-record.txt";

  private Evidence() {}

  /** {@return whether a test that ended so has failed; one that was skipped has not} */
  static boolean isFailure(Throwable problem) {
    return !(problem instanceof TestAbortedException);
  }

  /**
   * Closes the cards, so that waveforms are complete, and attaches the files to the test.
   *
   * @param context the test
   * @param cards its cards
   * @param failure gets a note that names the files
   */
  static void keep(ExtensionContext context, OpenCards cards, Throwable failure) {
    List<String> record = record(context, cards, failure);
    List<Path> published = new ArrayList<>();
    try {
      try {
        cards.closeCards();
      } finally {
        publish(
            context,
            RECORD,
            MediaType.TEXT_PLAIN_UTF_8,
            published,
            file -> Files.write(file, record));
        int number = 0;
        for (OpenCard card : cards.all()) {
          String prefix = number++ == 0 ? "" : "card" + number + "-";
          for (Map.Entry<String, Path> wave : card.waveforms().entrySet()) {
            publish(
                context,
                prefix + wave.getKey().replaceAll("\\W", "_") + ".fst",
                FST,
                published,
                file -> Files.copy(wave.getValue(), file));
          }
        }
      }
    } catch (RuntimeException e) {
      // The failure of the test is what has to be told first.
      failure.addSuppressed(e);
    }
    if (!published.isEmpty()) {
      failure.addSuppressed(new FailureNote("kept of the card: " + names(published)));
    }
  }

  private static void publish(
      ExtensionContext context,
      String name,
      MediaType type,
      List<Path> published,
      ThrowingConsumer<Path> writer) {
    context.publishFile(
        name,
        type,
        file -> {
          writer.accept(file);
          published.add(file);
        });
  }

  private static String names(List<Path> files) {
    return String.join(", ", files.stream().map(file -> file.toAbsolutePath().toString()).toList());
  }

  private static List<String> record(ExtensionContext context, OpenCards cards, Throwable failure) {
    List<String> lines = new ArrayList<>();
    lines.add("test " + context.getRequiredTestClass().getName() + ", " + context.getDisplayName());
    lines.add("failure " + failure);
    for (OpenCard card : cards.all()) {
      CardSettings settings = card.settings();
      lines.add("");
      lines.addAll(card.state());
      lines.add("  image " + (settings.image().isEmpty() ? "none" : settings.image()));
      lines.add("  config " + settings.config().strip());
      lines.addAll(CardReport.calls(card.calls(), Integer.MAX_VALUE));
    }
    return lines;
  }
}
