package dev.backplane.api;

import dev.backplane.api.contract.Operation;
import java.nio.file.Path;
import java.util.List;

/** The ability to show what goes on at the pins of kernels. */
public interface Diagnosis extends Facet {
  /**
   * The settings for a waveform of a run. A cycle is one of the kernel's main clock, counted from
   * its power-up.
   *
   * @param file the file to write, on the host of the device's process; FST if its name ends in
   *     {@code .fst}, VCD otherwise
   * @param from the first cycle that is written or may fire the trigger
   * @param length how many cycles, from the trigger on if there is one
   * @param trigger what starts the recording: {@code violation}, or comparisons of pins with
   *     numbers, joined by {@code &&}; empty for none
   * @param before how many cycles before the trigger are written too
   * @param pins names in which {@code *} stands for any characters; empty for all pins
   * @param registers the same for registers inside the kernel; empty for none
   */
  record Waveform(
      Path file,
      long from,
      long length,
      String trigger,
      int before,
      List<String> pins,
      List<String> registers) {
    /** Copies the lists. */
    public Waveform {
      pins = List.copyOf(pins);
      registers = List.copyOf(registers);
    }

    /** {@return what writes all pins in all cycles of a run} */
    public static Waveform of(Path file) {
      return new Waveform(file, 0, Long.MAX_VALUE, "", 0, List.of(), List.of());
    }
  }

  /**
   * The traffic in one direction through one memory port of a compute unit in a run. Histograms
   * have buckets of powers of two: bucket {@code i} counts the numbers of {@code i} bits.
   *
   * @param unit the compute unit
   * @param port the interface
   * @param direction {@code read} or {@code write}
   * @param cycles cycles of the run
   * @param megahertz the clock that they are cycles of
   * @param bursts bursts
   * @param beats data handshakes
   * @param bytes bytes
   * @param kernelStalls cycles lost because the kernel did not take, or give, data
   * @param memoryStalls cycles lost because memory did not give, or take, data
   * @param addressWaits cycles in which an address waited to be taken
   * @param responseWaits cycles in which a response waited to be taken
   * @param mostOutstanding the maximum number of bursts in flight
   * @param meanOutstanding the mean number of bursts in flight
   * @param latencies a histogram of cycles from address to last data, or response
   * @param lengths a histogram of beats of a burst
   */
  record PortActivity(
      String unit,
      String port,
      String direction,
      long cycles,
      double megahertz,
      long bursts,
      long beats,
      long bytes,
      long kernelStalls,
      long memoryStalls,
      long addressWaits,
      long responseWaits,
      int mostOutstanding,
      double meanOutstanding,
      List<Long> latencies,
      List<Long> lengths) {
    /** Copies the lists. */
    public PortActivity {
      latencies = List.copyOf(latencies);
      lengths = List.copyOf(lengths);
    }

    /** {@return bytes in a cycle of the run, on average} */
    public double bytesPerCycle() {
      return cycles <= 0 ? 0 : (double) bytes / cycles;
    }

    /** {@return bytes in a second of the kernel's clock, on average} */
    public double bytesPerSecond() {
      return bytesPerCycle() * megahertz * 1e6;
    }
  }

  /**
   * Has the next run of a kernel that starts to execute written to a file. That run begins at the
   * kernel's power-up. The file is complete when the run has ended; there is none if its trigger
   * did not fire.
   *
   * @param kernel the kernel's name
   * @param waveform what to write
   * @throws BackplaneException {@link ErrorCode#NO_IMAGE}, {@link ErrorCode#NO_SUCH_KERNEL}, {@link
   *     ErrorCode#INVALID_ARGUMENT} for a window or trigger that cannot be, {@link
   *     ErrorCode#NOT_SUPPORTED} if the kernel has no pins; the run itself fails with {@link
   *     ErrorCode#INVALID_ARGUMENT} for names of pins that do not exist and {@link
   *     ErrorCode#FILE_UNREADABLE} if the file cannot be written
   */
  @Operation("record")
  void recordNext(String kernel, Waveform waveform);

  /**
   * Tells what went through the memory ports of a kernel.
   *
   * @param kernel the kernel's name
   * @return a line for each unit, port and direction, of the last run that ended on the unit; empty
   *     if there was none
   * @throws BackplaneException {@link ErrorCode#NO_IMAGE}, {@link ErrorCode#NO_SUCH_KERNEL}
   */
  List<PortActivity> activity(String kernel);
}
