package dev.backplane.bench;

import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.Device;
import dev.backplane.api.Kernel;
import dev.backplane.api.Kernels;
import dev.backplane.api.RunReport;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.BackplaneBuilder;
import dev.backplane.runtime.metrics.MetricCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A start of a call on the null device with the wait for it, with and without metrics. */
@NullUnmarked // JMH fills the fields before it calls.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MetricsBenchmark {
  private static final Duration LONG = Duration.ofMinutes(1);

  /** Says whether the device is opened with metrics. */
  @Param({"off", "on"})
  public String metrics;

  private Backplane backplane;
  private Device device;
  private Buffer data;
  private Call call;

  /**
   * Opens a device.
   *
   * @throws IOException if the configuration cannot be written
   */
  @Setup
  public void open() throws IOException {
    Path configuration = Files.createTempFile("backplane-bench", ".json");
    Files.writeString(configuration, "{\"plugins\": [{\"module\": \"null\"}]}");
    BackplaneBuilder builder = Backplane.builder().configuration(configuration);
    backplane = (metrics.equals("on") ? builder.metrics(new MetricCounts()) : builder).open();
    Files.delete(configuration);
    device = backplane.find().open();
    Kernel kernel = device.facet(Kernels.class).kernel("nothing");
    data = kernel.buffer("data", 64);
    call = kernel.bind(data, 1);
  }

  /** Closes what was opened. */
  @TearDown
  public void close() {
    call.close();
    data.close();
    device.close();
    backplane.close();
  }

  /** {@return what an execution took} */
  @Benchmark
  public RunReport startAndWait() {
    return call.start().await(LONG);
  }

  /** {@return a buffer whose bytes were moved} */
  @Benchmark
  public Buffer sync() {
    return data.sync();
  }
}
