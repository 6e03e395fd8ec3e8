package dev.backplane.drivers.pi;

import dev.backplane.ffi.TrialProcess;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How an instance is used.
 *
 * @param library the path of the plugin's library, or its name
 * @param version the version of the interface that the plugin is told
 * @param targets targets of device binaries that its devices take before all others, the most
 *     wanted first
 * @param probe how long the plugin may take in a process of its own, where it is tried first; empty
 *     if it is not tried
 */
record PiConfig(
    String library, InterfaceVersion version, List<String> targets, Optional<Duration> probe) {
  /**
   * {@return this, with a trial that leaves a call of the driver enough time to load the plugin}
   */
  PiConfig within(Duration call) {
    Duration most = TrialProcess.share(call);
    return new PiConfig(
        library, version, targets, probe.map(limit -> limit.compareTo(most) < 0 ? limit : most));
  }
}
