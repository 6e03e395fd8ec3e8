package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Diagnosis;
import dev.backplane.api.Diagnosis.Waveform;
import dev.backplane.api.spi.DriverDevice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that are recorded. */
@Needs(value = Diagnosis.class, kernels = true, abilities = Ability.WAVEFORMS)
public abstract class WaveformsConformance extends Conformance {
  /** A conformance class. */
  protected WaveformsConformance() {}

  @TempDir private Path folder = Path.of("");

  @Test
  void aRunIsRecordedAndStillComputesTheSame() throws IOException {
    DriverDevice device = rig().open();
    Diagnosis diagnosis = rig().facet(device, Diagnosis.class);
    TestCase testCase = rig().testCase();
    TestKernel ready = rig().ready(device, testCase);
    Path file = folder.resolve("run.vcd");
    diagnosis.recordNext(testCase.kernel(), Waveform.of(file));
    ready.start().await(Rig.DEADLINE);

    ready.check();
    assertThat(Files.readString(file)).startsWith("$timescale").contains("$enddefinitions");
    long bytes = Files.size(file);
    ready.start().await(Rig.DEADLINE);
    assertThat(file).as("only the next run is recorded").hasSize(bytes);
  }
}
