package dev.backplane.drivers.xrt;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The configuration of an instance.
 *
 * @param emulation what stands behind the library; what the environment says if empty
 * @param devices how many devices an emulation has
 * @param library the folder that the library is in, where it is no usual one
 * @param environment variables of C to set before the library's first call
 * @param ini settings of xrt.ini, by section and key
 * @param completion how the end of a run is noticed
 * @param deadline how long a call may take that the library does not limit itself
 */
record XrtConfig(
    Optional<Emulation> emulation,
    int devices,
    Optional<Path> library,
    Map<String, String> environment,
    Map<String, String> ini,
    Completion completion,
    Duration deadline) {
  XrtConfig {
    environment = Map.copyOf(environment);
    ini = Map.copyOf(ini);
  }

  /** How the end of a run is noticed by those who do not wait. */
  enum Completion {
    /** A thread looks at the states of runs. */
    POLL,
    /** The library calls back. */
    CALLBACK
  }
}
