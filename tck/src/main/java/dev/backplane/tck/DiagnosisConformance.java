package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Diagnosis;
import dev.backplane.api.Diagnosis.Waveform;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.DriverDevice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Waveforms and statistics. */
public abstract class DiagnosisConformance extends Conformance {
  @TempDir private Path folder = Path.of("");

  /** A conformance class. */
  protected DiagnosisConformance() {}

  @Test
  void aRunIsRecordedAndStillComputesTheSame() throws IOException {
    DriverDevice device = bench().open();
    Diagnosis diagnosis = bench().facet(device, Diagnosis.class);
    Work work = bench().work();
    Job job = bench().job(bench().kernel(device, work), work);
    Path file = folder.resolve("run.vcd");
    try {
      diagnosis.recordNext(work.kernel(), Waveform.of(file));
    } catch (BackplaneException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUPPORTED);
      abort("declared absent: the kernel has no pins");
    }
    job.start().await(Bench.DEADLINE);

    job.check();
    assertThat(Files.readString(file)).startsWith("$timescale").contains("$enddefinitions");
    long bytes = Files.size(file);
    job.start().await(Bench.DEADLINE);
    assertThat(file).as("only the next run is recorded").hasSize(bytes);
  }

  @Test
  void activityIsToldOfTheLastRun() {
    DriverDevice device = bench().open();
    Diagnosis diagnosis = bench().facet(device, Diagnosis.class);
    Work work = bench().work();
    Job job = bench().job(bench().kernel(device, work), work);
    assertThat(diagnosis.activity(work.kernel())).isEmpty();
    job.start().await(Bench.DEADLINE);

    for (Diagnosis.PortActivity port : diagnosis.activity(work.kernel())) {
      assertThat(port.direction()).isIn("read", "write");
      assertThat(port.cycles()).isPositive();
      assertThat(port.lengths().stream().mapToLong(each -> each).sum()).isEqualTo(port.bursts());
    }
  }

  @Test
  void whatCannotBeRecordedIsRefused() {
    DriverDevice device = bench().open();
    Diagnosis diagnosis = bench().facet(device, Diagnosis.class);
    Work work = bench().work();
    var _ = bench().kernel(device, work);
    Waveform all = Waveform.of(folder.resolve("a.vcd"));

    refuses(ErrorCode.NO_SUCH_KERNEL, () -> diagnosis.recordNext("no-such-kernel", all));
    refuses(ErrorCode.NO_SUCH_KERNEL, () -> diagnosis.activity("no-such-kernel"));
    refuses(
        ErrorCode.INVALID_ARGUMENT,
        () ->
            diagnosis.recordNext(
                work.kernel(), new Waveform(all.file(), 0, 0, "", 0, List.of(), List.of())));
    refuses(
        ErrorCode.INVALID_ARGUMENT,
        () ->
            diagnosis.recordNext(
                work.kernel(), new Waveform(all.file(), 0, 1, "a = b", 0, List.of(), List.of())));
  }
}
