package dev.backplane.cli.kernel;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Diagnosis;
import dev.backplane.api.ErrorCode;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.command.UnreadableFile;
import dev.backplane.cli.report.Figures;
import dev.backplane.rtl.engines.trace.PinFilter;
import dev.backplane.rtl.engines.trace.WaveReader;
import dev.backplane.rtl.engines.trace.WaveSelection;
import dev.backplane.rtl.engines.trace.WaveTable;
import dev.backplane.rtl.engines.trace.WaveText;
import dev.backplane.rtl.engines.trace.WaveWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Shows what goes on at the pins of a kernel. */
public final class WaveCommand extends Command {
  private static final int LINE = 100;

  /** Cycles that are drawn if nothing is said. */
  private static final long DRAWN = 32;

  private final CommonOptions common;

  private final KernelOptions kernel = with(new KernelOptions());

  private final Parameter<Path> source =
      parameter(Path.class, "SOURCE").about("An xclbin to run, or a .vcd or .fst to read.");

  private final Option<Path> output =
      option(Path.class, "-o", "--output")
          .label("FILE")
          .about("Write FILE: FST, SVG or VCD by the end of its name.");

  private final Option<Long> from =
      option(Long.class, "--from")
          .label("CYCLE")
          .byDefault("0")
          .about("The first cycle, or the first that may fire the trigger. Default: 0.");

  private final Option<Long> length =
      option(Long.class, "--length")
          .label("CYCLES")
          .about("How many cycles. Default: all for files, " + DRAWN + " for text and pictures.");

  private final Option<String> trigger =
      option(String.class, "--trigger")
          .label("WHEN")
          .byDefault("")
          .about("Begin at 'violation', or when pins have values: 'm_axi_gmem_arvalid==1 && ...'.");

  private final Option<Integer> before =
      option(Integer.class, "--before")
          .label("CYCLES")
          .byDefault("0")
          .about("Show so many cycles before the trigger too. Default: 0.");

  private final Option<List<String>> pins =
      list(String.class, "--pins")
          .label("NAMES")
          .commas()
          .about("Only these; * stands for any characters. Default: all.");

  private final Option<List<String>> registers =
      list(String.class, "--registers")
          .label("NAMES")
          .commas()
          .about("Registers inside the kernel too; * stands for any characters.");

  public WaveCommand(CommonOptions common) {
    super("wave", "Show the pins of a kernel while it runs, or a waveform file.");
    footer(
        "",
        "Without -o, the window is drawn as text. Cycles are counted from the kernel's power-up.",
        "",
        "Examples:",
        "  backplane wave vadd.xclbin --kernel vadd --arg a=@a.bin --arg b=@b.bin --arg c=:4K \\",
        "    --arg n=1024 --trigger 'm_axi_gmem_arvalid==1' --before 4 --length 24 --pins '*_ar*'",
        "  backplane wave wave.fst --from 300 --length 40 -o wave.svg");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    if (from.get() < 0
        || length.optional().filter(cycles -> cycles < 1).isPresent()
        || before.get() < 0) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "--from and --before are 0 or more, --length is 1 or more")
          .build();
    }
    output.optional().ifPresent(WaveFiles::drawn);
    String name = source.get().toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".vcd") || name.endsWith(".fst")) {
      if (!trigger.get().isEmpty() || !registers.get().isEmpty()) {
        throw BackplaneException.because(
                ErrorCode.INVALID_ARGUMENT,
                "--trigger and --registers are for runs; " + source.get() + " is recorded already")
            .remedy("Use --from and --length")
            .build();
      }
      UnreadableFile.require("read the waveform", source.get());
      show(source.get(), from.get(), cycles());
    } else {
      kernel.requireKernel();
      record();
    }
    return ExitCode.OK;
  }

  private long cycles() {
    return length.optional().orElse(isFile() ? Long.MAX_VALUE : DRAWN);
  }

  /** Tells whether the output is for a viewer of waveforms. */
  private boolean isFile() {
    return output
        .optional()
        .filter(file -> !file.toString().toLowerCase(Locale.ROOT).endsWith(".svg"))
        .isPresent();
  }

  private void record() {
    if (isFile()) {
      run(output.get().toAbsolutePath());
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
    Diagnosis.Waveform waveform =
        new Diagnosis.Waveform(
            recorded,
            from.get(),
            cycles(),
            trigger.get(),
            before.get(),
            pins.get(),
            registers.get());
    try {
      KernelOptions.Ran ran =
          kernel.run(
              source.get(),
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
      common.console().err().printf("nothing was recorded: '%s' did not happen%n", trigger.get());
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
    if (output.isPresent()) {
      WaveReader.read(
          recorded,
          new WaveSelection(
              WaveWriter.open(output.get()), first, cycles, new PinFilter(pins.get())));
      said(output.get());
      return;
    }
    WaveTable table = new WaveTable(first, cycles, new PinFilter(pins.get()));
    WaveReader.read(recorded, table);
    int count = table.cycles().size();
    new WaveText(table).lines(0, count, LINE).forEach(common.console().out()::println);
    table.fault().ifPresent(fault -> common.console().out().println("fault: " + fault));
  }
}
