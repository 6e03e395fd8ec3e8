package dev.backplane.pi.opencl.icd;

import dev.backplane.ffi.TrialProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings for finding OpenCL implementations and for trying them safely.
 *
 * @param environment the environment variables of this process
 * @param systemFolder the folder in which the system lists its implementations
 * @param folder a folder to use instead where no variable names one
 * @param libraries libraries to look at before all others
 * @param probe which libraries are tried in a process of their own first
 * @param deadline the time limit for such trials, which all run at the same time
 */
public record IcdSettings(
    Map<String, String> environment,
    Path systemFolder,
    Optional<Path> folder,
    List<String> libraries,
    Probing probe,
    Duration deadline) {
  /** The folder of the ICD files of Linux. */
  public static final Path VENDORS = Path.of("/etc/OpenCL/vendors");

  private static final Duration USUAL_DEADLINE = Duration.ofSeconds(20);

  /** Copies what could change. */
  public IcdSettings {
    environment = Map.copyOf(environment);
    libraries = List.copyOf(libraries);
  }

  /** {@return the settings of a site that says nothing} */
  public static IcdSettings usual() {
    return new IcdSettings(
        System.getenv(), VENDORS, Optional.empty(), List.of(), Probing.SUSPICIOUS, USUAL_DEADLINE);
  }

  /**
   * {@return these, with trials that leave a call of the driver enough time to load what did well}
   *
   * @param call how long the call may take
   */
  public IcdSettings within(Duration call) {
    Duration most = TrialProcess.share(call);
    return new IcdSettings(
        environment,
        systemFolder,
        folder,
        libraries,
        probe,
        deadline.compareTo(most) < 0 ? deadline : most);
  }

  /** The choice of libraries to try in a child process first. */
  public enum Probing {
    /** All. */
    ALWAYS,
    /** Libraries that no file of the system's own folder names. */
    SUSPICIOUS,
    /** None. */
    NEVER
  }

  /** {@return the value of a variable, empty where it is not set} */
  String variable(String name) {
    return environment.getOrDefault(name, "");
  }
}
