package dev.backplane.drivers.softcard.config;

import dev.backplane.api.Diagnosis.Waveform;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What is kept and written of the pins of kernels.
 *
 * @param historyCycles cycles whose handshakes are remembered; 0 for none
 * @param faultWaveform where they are written to when a kernel fails; null for nowhere
 * @param waveform what is written of the run at hand; null for nothing
 */
public record Tracing(
    int historyCycles, @Nullable Path faultWaveform, @Nullable Waveform waveform) {
  /** Handshakes are remembered, nothing is written. */
  static final Tracing USUAL = new Tracing(256, null, null);

  Tracing recording(Waveform asked) {
    return new Tracing(historyCycles, faultWaveform, asked);
  }
}
