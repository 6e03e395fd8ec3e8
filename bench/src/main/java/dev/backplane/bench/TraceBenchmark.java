package dev.backplane.bench;

import dev.backplane.api.Device;
import dev.backplane.runtime.Backplane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A call of a driver's table as Backplane binds it where nothing is traced, beside the table. */
@NullUnmarked // JMH fills the fields before it calls.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TraceBenchmark {
  private Backplane backplane;
  private Device device;
  private BenchDriver.Table bound;
  private BenchDriver.Table direct;
  private int number;

  /**
   * Opens a device.
   *
   * @throws IOException if the configuration cannot be written
   */
  @Setup
  public void open() throws IOException {
    Path configuration = Files.createTempFile("backplane-bench", ".json");
    Files.writeString(configuration, "{\"plugins\": [{\"module\": \"bench\"}]}");
    backplane = Backplane.open(configuration);
    Files.delete(configuration);
    device = backplane.find().open();
    bound = device.extension(BenchDriver.Table.class).orElseThrow();
    direct = new BenchDriver.OwnTable();
    number = 3;
  }

  /** Closes what was opened. */
  @TearDown
  public void close() {
    device.close();
    backplane.close();
  }

  /** {@return what the table answers} */
  @Benchmark
  public int withoutTrace() {
    return direct.call(number, 64);
  }

  /** {@return what the table answers that Backplane has bound} */
  @Benchmark
  public int traceOff() {
    return bound.call(number, 64);
  }
}
