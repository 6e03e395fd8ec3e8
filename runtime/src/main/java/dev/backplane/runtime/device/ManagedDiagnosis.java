package dev.backplane.runtime.device;

import dev.backplane.api.Diagnosis;
import java.util.List;

/** Diagnosis of kernels, checked and with errors that name the device. */
final class ManagedDiagnosis implements Diagnosis {
  private final Diagnosis target;
  private final Origin origin;

  ManagedDiagnosis(Diagnosis target, Origin origin) {
    this.target = target;
    this.origin = origin;
  }

  @Override
  public void recordNext(String kernel, Waveform waveform) {
    origin.tell("record", () -> target.recordNext(kernel, waveform));
  }

  @Override
  public List<PortActivity> activity(String kernel) {
    return origin.ask("activity", () -> target.activity(kernel));
  }
}
