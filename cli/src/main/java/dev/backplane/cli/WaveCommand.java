package dev.backplane.cli;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Diagnosis;
import dev.backplane.api.ErrorCode;
import dev.backplane.rtl.trace.PinFilter;
import dev.backplane.rtl.trace.WaveReader;
import dev.backplane.rtl.trace.WaveSelection;
import dev.backplane.rtl.trace.WaveTable;
import dev.backplane.rtl.trace.WaveText;
import dev.backplane.rtl.trace.WaveWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what goes on at the pins of a kernel. */
@Command(
    name = "wave",
    header = "Show the pins of a kernel while it runs, or a waveform file.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Without -o, the window is drawn as text. Cycles are counted from the kernel's power-up.",
      "",
      "Examples:",
      "  backplane wave vadd.xclbin --kernel vadd --arg a=@a.bin --arg b=@b.bin --arg c=:4K \\",
      "    --arg n=1024 --trigger 'm_axi_gmem_arvalid==1' --before 4 --length 24 --pins '*_ar*'",
      "  backplane wave wave.fst --from 300 --length 40 -o wave.svg"
    })
final class WaveCommand implements Callable<Integer> {
  private static final int LINE = 100;

  /** Cycles that are drawn if nothing is said. */
  private static final long DRAWN = 32;

  @Mixin private final CommonOptions common;

  @Mixin private final KernelOptions kernel = new KernelOptions();

  @Parameters(paramLabel = "SOURCE", description = "An xclbin to run, or a .vcd or .fst to read.")
  private Path source = Path.of("");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write FILE: FST, SVG or VCD by the end of its name.")
  private @Nullable Path output;

  @Option(
      names = "--from",
      paramLabel = "CYCLE",
      defaultValue = "0",
      description = "The first cycle, or the first that may fire the trigger. Default: 0.")
  private long from;

  @Option(
      names = "--length",
      paramLabel = "CYCLES",
      description = "How many cycles. Default: all for files, " + DRAWN + " for text and pictures.")
  private @Nullable Long length;

  @Option(
      names = "--trigger",
      paramLabel = "WHEN",
      defaultValue = "",
      description =
          "Begin at 'violation', or when pins have values: 'm_axi_gmem_arvalid==1 && ...'.")
  private String trigger = "";

  @Option(
      names = "--before",
      paramLabel = "CYCLES",
      defaultValue = "0",
      description = "Show so many cycles before the trigger too. Default: 0.")
  private int before;

  @Option(
      names = "--pins",
      paramLabel = "NAMES",
      split = ",",
      description = "Only these; * stands for any characters. Default: all.")
  private List<String> pins = List.of();

  @Option(
      names = "--registers",
      paramLabel = "NAMES",
      split = ",",
      description = "Registers inside the kernel too; * stands for any characters.")
  private List<String> registers = List.of();

  WaveCommand(CommonOptions common) {
    this.common = common;
  }

  @Override
  public Integer call() {
    if (from < 0 || (length != null && length < 1) || before < 0) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "--from and --before are 0 or more, --length is 1 or more")
          .build();
    }
    String name = source.toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".vcd") || name.endsWith(".fst")) {
      if (!trigger.isEmpty() || !registers.isEmpty()) {
        throw BackplaneException.because(
                ErrorCode.INVALID_ARGUMENT,
                "--trigger and --registers are for runs; " + source + " is recorded already")
            .remedy("Use --from and --length")
            .build();
      }
      UnreadableFile.require("read the waveform", source);
      show(source, from, length == null ? drawn() : length);
    } else {
      kernel.requireKernel();
      record();
    }
    return ExitCode.OK;
  }

  private long drawn() {
    return isFile() ? Long.MAX_VALUE : DRAWN;
  }

  /** Whether the output is for a viewer of waveforms. */
  private boolean isFile() {
    return output != null && !output.toString().toLowerCase(Locale.ROOT).endsWith(".svg");
  }

  private void record() {
    Path target = output;
    if (target != null && isFile()) {
      run(target.toAbsolutePath());
      return;
    }
    try {
      Path room = Files.createTempDirectory("backplane-wave");
      Path recorded = room.resolve("run.fst");
      try {
        run(recorded);
      } finally {
        Files.deleteIfExists(recorded);
        Files.delete(room);
      }
    } catch (IOException e) {
      throw UnreadableFile.of(e);
    }
  }

  private void run(Path recorded) {
    long cycles = length == null ? drawn() : length;
    Diagnosis.Waveform waveform =
        new Diagnosis.Waveform(recorded, from, cycles, trigger, before, pins, registers);
    try {
      KernelOptions.Ran ran =
          kernel.run(
              source,
              common,
              device -> device.facet(Diagnosis.class).recordNext(kernel.kernel(), waveform),
              _ -> {});
      common
          .console()
          .err()
          .printf("%s: %s%n", kernel.kernel(), Figures.of(ran.report(), ran.took()));
    } catch (BackplaneException e) {
      // What went wrong is what people want to see.
      if (Files.exists(recorded) && e.code() != ErrorCode.FILE_UNREADABLE) {
        finish(recorded);
      }
      throw e;
    }
    finish(recorded);
  }

  private void finish(Path recorded) {
    if (!Files.exists(recorded)) {
      common.console().err().printf("nothing was recorded: '%s' did not happen%n", trigger);
    } else if (isFile()) {
      said(recorded);
    } else {
      show(recorded, 0, Long.MAX_VALUE);
    }
  }

  private void said(Path written) {
    common.console().out().println("-> " + written);
  }

  private void show(Path recorded, long first, long cycles) {
    Path target = output;
    if (target != null) {
      WaveReader.read(
          recorded, new WaveSelection(WaveWriter.open(target), first, cycles, new PinFilter(pins)));
      said(target);
      return;
    }
    WaveTable table = new WaveTable(first, cycles, new PinFilter(pins));
    WaveReader.read(recorded, table);
    int count = table.cycles().size();
    new WaveText(table).lines(0, count, LINE).forEach(common.console().out()::println);
    table.fault().ifPresent(fault -> common.console().out().println("fault: " + fault));
  }
}
