package dev.backplane.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.platform.engine.OutputDirectoryCreator;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;

/**
 * A class of tests that JUnit has executed inside a test.
 *
 * @param results what came of it
 * @param folder the report folder
 */
record Executed(EngineExecutionResults results, Path folder) {
  static Executed of(Path folder, Class<?> tests) {
    return of(folder, tests, Map.of());
  }

  static Executed of(Path folder, Class<?> tests, Map<String, String> parameters) {
    return new Executed(
        EngineTestKit.engine("junit-jupiter")
            .selectors(selectClass(tests))
            .configurationParameters(parameters)
            .outputDirectoryCreator(new Reports(folder))
            .execute(),
        folder);
  }

  private record Reports(Path root) implements OutputDirectoryCreator {
    @Override
    public Path getRootDirectory() {
      return root;
    }

    @Override
    public Path createOutputDirectory(TestDescriptor test) throws IOException {
      return Files.createDirectories(
          root.resolve(test.getDisplayName().replaceAll("[^\\w]+", "_")));
    }
  }

  Events tests() {
    return results.testEvents();
  }

  /** {@return what the tests failed with, in the order of their ends} */
  List<Throwable> failures() {
    return failures(results.allEvents());
  }

  private static List<Throwable> failures(Events events) {
    return events.failed().stream().map(Executed::throwable).toList();
  }

  private static Throwable throwable(Event event) {
    return event
        .getRequiredPayload(TestExecutionResult.class)
        .getThrowable()
        .orElseThrow(() -> new AssertionError("a failure without a reason: " + event));
  }

  /** {@return the only failure, with its stack and notes, as a report prints it} */
  String failure() {
    List<Throwable> all = failures();
    if (all.size() != 1) {
      throw new AssertionError(all.size() + " failures: " + all);
    }
    StringWriter text = new StringWriter();
    all.getFirst().printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }

  /** {@return the names of the files that were published} */
  List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  String text(String name) throws IOException {
    return Files.readString(folder.resolve(name));
  }
}
