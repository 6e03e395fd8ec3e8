package dev.backplane.bench;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A whole run of a shipped kernel: 1 Mi additions, or the hash of 1 MiB. */
@NullUnmarked // JMH fills the fields before it calls.
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class EngineBenchmark {
  /** Which kernel. */
  @Param({"vadd", "sha256"})
  public String kernel;

  /** What runs it. */
  @Param({"jvm", "verilator"})
  public String engine;

  private KernelRig rig;

  /** Counts what a run moved, as rates. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Moved {
    /** Simulated clock cycles. */
    public long cycles;

    /** Bytes of input. */
    public long bytes;
  }

  /**
   * Makes the engine and fills the memory.
   *
   * @throws Exception what making the engine throws
   */
  @Setup
  public void open() throws Exception {
    rig = new KernelRig(kernel, engine);
  }

  /** Lets go of both. */
  @TearDown
  public void close() {
    rig.close();
  }

  /** Runs the kernel once. */
  @Benchmark
  public void run(Moved moved) {
    moved.cycles += rig.run();
    moved.bytes += rig.bytes();
  }
}
