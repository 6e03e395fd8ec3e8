package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Images;
import dev.backplane.api.Management;
import dev.backplane.api.Memory;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import dev.backplane.api.spi.DriverDevice;
import org.junit.jupiter.api.Test;

/** Health, faults and reset. */
public abstract class ManagementConformance extends Conformance {
  /** A conformance class. */
  protected ManagementConformance() {}

  @Test
  void aDeviceThatWasJustOpenedIsHealthyAndTellsOfItself() {
    Management management = management(bench().open());

    assertThat(management.health()).isEqualTo(Management.Health.HEALTHY);
    assertThat(management.report()).isNotEmpty();
  }

  @Test
  void aResetDeviceWorks() {
    DriverDevice device = bench().open();
    Management management = management(device);
    management.reset();
    Job job = bench().job(bench().kernel(device, bench().work()), bench().work());
    job.start().await(Bench.DEADLINE);

    job.check();
  }

  @Test
  void aResetTakesTheImageAway() {
    DriverDevice device = bench().open();
    Management management = management(device);
    Images images = bench().facet(device, Images.class);
    var kernel = bench().kernel(device, bench().work());
    management.reset();

    assertThat(images.loaded()).isEmpty();
    refuses(ErrorCode.CLOSED, kernel::start);
  }

  @Test
  void buffersOutliveAReset() {
    DriverDevice device = bench().open();
    Management management = management(device);
    Memory memory = bench().facet(device, Memory.class);
    bench().prepare(device);
    Buffer buffer = bench().keep(memory.allocate(100, memory.banks().getFirst().index()));
    buffer.write((byte) 1, (byte) 2, (byte) 3);
    management.reset();

    assertThat(buffer.read(new byte[3])).containsExactly(1, 2, 3);
    assertThat(buffer.sync().syncBack().read(new byte[3])).containsExactly(1, 2, 3);
  }

  @Test
  void aResetCancelsWhatRuns() {
    DriverDevice device = bench().open();
    Management management = management(device);
    Work work =
        bench()
            .subject()
            .endlessWork()
            .orElseGet(
                () -> abort("declared absent: no endless work was registered for this driver"));
    Job job = bench().job(bench().kernel(device, work), work);
    Run run = job.start();
    management.reset();

    refuses(ErrorCode.CANCELLED, () -> run.await(Bench.DEADLINE));
    assertThat(run.state()).isEqualTo(RunState.CANCELLED);
  }

  @Test
  void aFaultStopsTheDeviceUntilAReset() {
    DriverDevice device = bench().open();
    Management management = management(device);
    var faulting =
        bench()
            .subject()
            .faultingWork()
            .orElseGet(
                () -> abort("declared absent: no faulting work was registered for this driver"));
    Job job = bench().job(bench().kernel(device, faulting.work()), faulting.work());
    Run run = job.start();
    var first = refuses(faulting.code(), () -> run.await(Bench.DEADLINE));

    assertThat(run.state()).isEqualTo(RunState.FAILED);
    assertThat(management.health()).isEqualTo(Management.Health.FAULTED);
    var later = refuses(ErrorCode.DEVICE_FAULTED, () -> job.start().await(Bench.DEADLINE));
    assertThat(later.getMessage()).contains(first.problem());

    management.reset();
    assertThat(management.health()).isEqualTo(Management.Health.HEALTHY);
    Job healthy = bench().job(bench().kernel(device, bench().work()), bench().work());
    healthy.start().await(Bench.DEADLINE);
    healthy.check();
  }

  private Management management(DriverDevice device) {
    return bench().facet(device, Management.class);
  }
}
