package dev.backplane.driverkit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.plugin.Thrown;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The leave that the JVM gives to call native code. Where it gives none ({@code
 * --illegal-native-access=deny}), what a driver fails with is no defect of it: the message says
 * with which option the program is to be started.
 */
public final class NativeAccess {
  /** The modules of ours that call native code or see its memory. */
  static final Set<String> NEEDED_BY =
      Set.of(
          "dev.backplane.driverkit",
          "dev.backplane.xrt.card",
          "dev.backplane.xrt.driver",
          "dev.backplane.ffi",
          "dev.backplane.pi.table",
          "dev.backplane.rtl.harness",
          "dev.backplane.rtl.simulators",
          "dev.backplane.opae.door");

  private static final String OPTION = "--enable-native-access=";
  private static final String UNNAMED = "ALL-UNNAMED";

  /** The words of the JDK, also where only the text of the error is left. */
  private static final Pattern DENIED =
      Pattern.compile("Illegal native access from(?: module ([\\w.]+))?");

  private NativeAccess() {}

  /**
   * Finds out whether something failed because the JVM gave no leave.
   *
   * @param thrown what was thrown
   * @return the error to throw instead, or empty if it has another reason
   */
  public static Optional<BackplaneException> denied(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      // A class that could not be initialised keeps only the text of what was thrown first.
      Matcher denied = DENIED.matcher(Thrown.describe(cause));
      if (denied.find()) {
        return Optional.of(error(denied.group(1), thrown));
      }
    }
    return Optional.empty();
  }

  private static BackplaneException error(@Nullable String module, Throwable thrown) {
    return BackplaneException.because(
            ErrorCode.NOT_PERMITTED,
            "the JVM does not let "
                + (module == null ? "classes of the class path" : "module " + module)
                + " call native code")
        .remedy("Start it with " + OPTION + modules(module))
        .causedBy(Thrown.printable(thrown))
        .build();
  }

  /**
   * {@return the loaded modules of Backplane that need native access, and the module that was
   * denied it}
   */
  private static String modules(@Nullable String denied) {
    List<String> modules = new ArrayList<>();
    ModuleLayer.boot().modules().stream()
        .map(Module::getName)
        .filter(NEEDED_BY::contains)
        .sorted()
        .forEach(modules::add);
    String other = denied == null ? UNNAMED : denied;
    if (!modules.contains(other)) {
      modules.add(other);
    }
    return String.join(",", modules);
  }
}
