package dev.backplane.cli.setup;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs the tests of a class in a process of their own, whose class path is that of a project. */
final class ProjectTests {
  private ProjectTests() {}

  /** Prints how many tests passed, and of those that failed why; ends with 1 if any did. */
  public static void main(String... test) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(test[0]))
                .build(),
            listener);
    TestExecutionSummary summary = listener.getSummary();
    System.out.println(
        summary.getTestsFoundCount() + " tests, " + summary.getTotalFailureCount() + " failed");
    summary.printFailuresTo(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
    System.exit(summary.getTotalFailureCount() == 0 ? 0 : 1);
  }
}
