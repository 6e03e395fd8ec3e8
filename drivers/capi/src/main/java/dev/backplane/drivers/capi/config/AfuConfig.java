package dev.backplane.drivers.capi.config;

import dev.backplane.api.capi.AfuMode;
import dev.backplane.drivers.capi.afu.MemcpyAfu;
import dev.backplane.rtl.engine.EngineKind;
import java.nio.file.Path;
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
 * @param mode how processes share it; the first that it supports if it is not said
 */
public record AfuConfig(
    String afu,
    AfuClasses classes,
    @Nullable Path image,
    EngineKind engine,
    int deadlineCycles,
    boolean emptyRecords,
    @Nullable AfuMode mode) {
  /** What an AFU has to answer in, if nothing is said. */
  public static final int USUAL_DEADLINE = 100_000;

  /** {@return the AFU that nothing is said of} */
  static AfuConfig usual() {
    return new AfuConfig(
        MemcpyAfu.class.getName(),
        AfuClasses.OWN,
        null,
        EngineKind.JVM,
        USUAL_DEADLINE,
        false,
        null);
  }
}
