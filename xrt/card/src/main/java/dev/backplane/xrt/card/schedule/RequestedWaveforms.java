package dev.backplane.xrt.card.schedule;

import dev.backplane.api.Diagnosis.Waveform;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Waveforms that clients have asked for: of the next run of a kernel that a unit takes. */
final class RequestedWaveforms {
  private final Map<String, Waveform> byKernel = new ConcurrentHashMap<>();

  void request(String kernel, Waveform waveform) {
    byKernel.put(kernel, waveform);
  }

  /** {@return what to write of the run that is about to be executed, if anything} */
  @Nullable Waveform take(String kernel) {
    return byKernel.remove(kernel);
  }
}
