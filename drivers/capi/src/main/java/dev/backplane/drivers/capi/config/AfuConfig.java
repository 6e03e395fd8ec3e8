package dev.backplane.drivers.capi.config;

import dev.backplane.api.capi.AfuMode;
import dev.backplane.drivers.capi.afu.MemcpyAfu;
import dev.backplane.rtl.engine.EngineKind;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An AFU of the configuration.
 *
 * @param afu its class, if there is no image
 * @param classes where that is
 * @param image the image that brings it in RTL, or null
 * @param engine what executes it in RTL
 * @param deadlineCycles how many cycles it may take in RTL to answer
 * @param emptyRecords whether it is taken with empty configuration records, as the kernel does not
 * @param warnings the names of rules of the bus whose violation in RTL is only a warning
 * @param mode how processes share it; the first that it supports if it is not said
 */
public record AfuConfig(
    String afu,
    AfuClasses classes,
    @Nullable Path image,
    EngineKind engine,
    int deadlineCycles,
    boolean emptyRecords,
    Set<String> warnings,
    @Nullable AfuMode mode) {
  /** What an AFU has to answer in, if nothing is said. */
  public static final int USUAL_DEADLINE = 100_000;

  /** Copies the set. */
  public AfuConfig {
    warnings = Set.copyOf(warnings);
  }

  /** {@return the AFU that nothing is said of} */
  public static AfuConfig usual() {
    return new AfuConfig(
        MemcpyAfu.class.getName(),
        AfuClasses.OWN,
        null,
        EngineKind.JVM,
        USUAL_DEADLINE,
        false,
        Set.of(),
        null);
  }
}
