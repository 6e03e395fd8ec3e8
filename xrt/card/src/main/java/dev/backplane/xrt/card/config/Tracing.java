package dev.backplane.xrt.card.config;

import dev.backplane.api.Diagnosis.Waveform;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of how pins of kernels are recorded.
 *
 * @param historyCycles how many cycles of handshakes are kept in memory; 0 for none
 * @param faultWaveform the file to write them to when a kernel fails; null for none
 * @param waveform the waveform to write of the current run; null for none
 */
public record Tracing(
    int historyCycles, @Nullable Path faultWaveform, @Nullable Waveform waveform) {
  /** Handshakes are remembered, nothing is written. */
  static final Tracing USUAL = new Tracing(256, null, null);

  Tracing recording(Waveform asked) {
    return new Tracing(historyCycles, faultWaveform, asked);
  }
}
