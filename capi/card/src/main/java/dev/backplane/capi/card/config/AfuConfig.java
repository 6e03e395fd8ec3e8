package dev.backplane.capi.card.config;

import dev.backplane.api.capi.AfuMode;
import dev.backplane.capi.card.afu.MemcpyAfu;
import dev.backplane.rtl.cardkit.AcceleratorSource;
import dev.backplane.rtl.cardkit.EngineOptions;
import org.jspecify.annotations.Nullable;

/**
 * An AFU of the configuration.
 *
 * @param source its class or image; the class that copies memory if neither is named
 * @param deadlineCycles how many cycles it may take in RTL to answer
 * @param emptyRecords whether it is taken with empty configuration records, as the kernel does not
 * @param mode how processes share it; the first that it supports if it is not said
 */
public record AfuConfig(
    AcceleratorSource source, int deadlineCycles, boolean emptyRecords, @Nullable AfuMode mode) {
  /** The cycles in which an AFU has to answer, unless configured otherwise. */
  public static final int USUAL_DEADLINE = 100_000;

  /** An AFU of which nothing is said. */
  public static final AfuConfig USUAL =
      new AfuConfig(AcceleratorSource.USUAL, USUAL_DEADLINE, false, null);

  /** {@return the name of its class, if it has no image} */
  public String type() {
    return source.type().orElse(MemcpyAfu.class.getName());
  }

  /** {@return how it is executed} */
  public EngineOptions options() {
    return source.options();
  }
}
