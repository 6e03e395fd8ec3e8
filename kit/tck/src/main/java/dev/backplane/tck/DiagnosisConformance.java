package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Diagnosis;
import dev.backplane.api.Diagnosis.Waveform;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.DriverDevice;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the reported activity of kernels' ports, and that invalid recordings are refused. */
@Needs(value = Diagnosis.class, kernels = true)
public abstract class DiagnosisConformance extends Conformance {
  /** A conformance class. */
  protected DiagnosisConformance() {}

  @TempDir private Path folder = Path.of("");

  @Test
  void activityIsToldOfTheLastRun() {
    DriverDevice device = rig().open();
    Diagnosis diagnosis = rig().facet(device, Diagnosis.class);
    TestCase testCase = rig().testCase();
    TestKernel ready = rig().ready(device, testCase);
    assertThat(diagnosis.activity(testCase.kernel())).isEmpty();
    ready.start().await(Rig.DEADLINE);

    for (Diagnosis.PortActivity port : diagnosis.activity(testCase.kernel())) {
      assertThat(port.direction()).isIn("read", "write");
      assertThat(port.cycles()).isPositive();
      assertThat(port.lengths().stream().mapToLong(each -> each).sum()).isEqualTo(port.bursts());
    }
  }

  @Test
  void refusesImpossibleRecordings() {
    DriverDevice device = rig().open();
    Diagnosis diagnosis = rig().facet(device, Diagnosis.class);
    TestCase testCase = rig().testCase();
    var _ = rig().kernel(device, testCase);
    Waveform all = Waveform.of(folder.resolve("a.vcd"));

    refuses(ErrorCode.NO_SUCH_KERNEL, () -> diagnosis.recordNext("no-such-kernel", all));
    refuses(ErrorCode.NO_SUCH_KERNEL, () -> diagnosis.activity("no-such-kernel"));
    refuses(
        ErrorCode.INVALID_ARGUMENT,
        () ->
            diagnosis.recordNext(
                testCase.kernel(), new Waveform(all.file(), 0, 0, "", 0, List.of(), List.of())));
    refuses(
        ErrorCode.INVALID_ARGUMENT,
        () ->
            diagnosis.recordNext(
                testCase.kernel(),
                new Waveform(all.file(), 0, 1, "a = b", 0, List.of(), List.of())));
  }
}
