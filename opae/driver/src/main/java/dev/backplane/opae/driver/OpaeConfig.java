package dev.backplane.opae.driver;

import dev.backplane.driverkit.ConfigurationNode;
import dev.backplane.ffi.TrialProcess;
import dev.backplane.opae.abi.TableLayout;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The configuration of an instance.
 *
 * @param library the path of the plugin's library, or its name
 * @param json the plugin's own configuration
 * @param layout the layout of its table; empty if it is to be detected
 * @param mmioBytes the sizes of its register spaces in bytes; the last one applies to all further
 *     ones
 * @param probe the time that the plugin may take in a process of its own, where it is tried first;
 *     empty if it is not tried
 */
record OpaeConfig(
    String library,
    String json,
    Optional<TableLayout> layout,
    List<Long> mmioBytes,
    Optional<Duration> probe) {
  private static final int MOST_SECONDS = 600;
  private static final Duration USUAL_TIME = Duration.ofSeconds(10);
  private static final int LEAST_BYTES = 8;
  private static final long MOST_BYTES = 1L << 40;

  static OpaeConfig read(ConfigurationNode root) {
    root.allow("library", "config", "layout", "mmio_bytes", "probe", "probe_seconds");
    Duration time = root.get("probe_seconds", node -> node.seconds(1, MOST_SECONDS), USUAL_TIME);
    return new OpaeConfig(
        root.required("library", OpaeConfig::library),
        root.get("config", ConfigurationNode::source, "{}"),
        root.get("layout").map(OpaeConfig::layout),
        root.get("mmio_bytes", node -> node.list(OpaeConfig::bytes), List.of()),
        root.get("probe", ConfigurationNode::truth, true) ? Optional.of(time) : Optional.empty());
  }

  /** A name is looked for by the dynamic linker, a path is a file. */
  private static String library(ConfigurationNode node) {
    String text = node.text();
    return text.contains("/") ? node.file().toString() : text;
  }

  private static TableLayout layout(ConfigurationNode node) {
    String text = node.text();
    return TableLayout.of(text)
        .orElseThrow(
            () ->
                node.wrong(
                    "must be a release of OPAE from 1.2.0 to 2.14.0, or one of %s, not '%s'"
                        .formatted(Arrays.toString(TableLayout.values()), text)));
  }

  private static long bytes(ConfigurationNode node) {
    long bytes = node.wholeNumber(LEAST_BYTES, MOST_BYTES);
    if (bytes % Long.BYTES != 0) {
      throw node.wrong("must be a multiple of %d, not %d".formatted(Long.BYTES, bytes));
    }
    return bytes;
  }

  /**
   * {@return this, with a trial that leaves a call of the driver enough time to load the plugin}
   */
  OpaeConfig within(Duration call) {
    Duration most = TrialProcess.share(call);
    return new OpaeConfig(
        library,
        json,
        layout,
        mmioBytes,
        probe.map(limit -> limit.compareTo(most) < 0 ? limit : most));
  }
}
