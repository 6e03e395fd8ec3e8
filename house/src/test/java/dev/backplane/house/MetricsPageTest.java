package dev.backplane.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.runtime.metrics.Metric;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page on metrics lists what is counted, with its labels. */
final class MetricsPageTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `backplane_.*$");

  private static final String PAGE =
      Checkout.read(Checkout.ROOT.resolve("docs").resolve("metrics.md"));

  @Test
  void theTableHasEveryMetricWithItsUnitAndLabels() {
    List<String> rows = ROW.matcher(PAGE).results().map(row -> row.group()).toList();
    assertThat(rows)
        .containsExactlyElementsOf(
            Arrays.stream(Metric.values()).map(MetricsPageTest::row).toList());
  }

  private static String row(Metric metric) {
    return "| `%s` | %s | %s | %s |"
        .formatted(
            metric.text(),
            metric.kind().name().toLowerCase(Locale.ROOT),
            metric.labels().stream()
                .map(label -> "`" + label + "`")
                .collect(Collectors.joining(", ")),
            metric.description());
  }

  @Test
  void everyLabelIsExplained() {
    assertThat(Arrays.stream(Metric.values()).flatMap(metric -> metric.labels().stream()))
        .allSatisfy(
            label ->
                assertThat(PAGE)
                    .containsPattern("(?m)^\\| (`\\w+`, )?`" + label + "`.* \\| .* \\|$"));
    assertThat(PAGE)
        .contains(
            "`" + Metric.NO_KERNEL + "`",
            "`" + Metric.OTHER_KERNELS + "`",
            "its first " + Metric.MOST_KERNELS);
  }
}
