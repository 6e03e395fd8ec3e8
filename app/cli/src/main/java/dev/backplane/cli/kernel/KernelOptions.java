package dev.backplane.cli.kernel;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import dev.backplane.api.Kernel;
import dev.backplane.api.Program;
import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import dev.backplane.api.Token;
import dev.backplane.cli.card.CardOptions;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Options;
import dev.backplane.cli.command.Progress;
import dev.backplane.cli.command.Watch;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.selector.DeviceSelector;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The options of a command that runs a kernel: the kernel, its arguments, the device and the time
 * limit.
 */
final class KernelOptions extends Options {
  private final Option<String> name =
      option(String.class, "--kernel").label("NAME").byDefault("").about("The kernel to run.");

  private final Option<List<ArgumentText>> arguments =
      list(ArgumentText.class, "--arg")
          .label("NAME=VALUE")
          .about("One for each argument of the kernel, in any order; see 'backplane run --help'.");

  private final Option<String> device =
      option(String.class, "--device")
          .label("DEVICE")
          .about(
              "Where to run it: "
                  + CommonOptions.SELECTOR
                  + ". Default: the first that can run the kernel.");

  private final Option<Duration> timeout =
      option(Duration.class, "--timeout")
          .label("TIME")
          .byDefault("60s")
          .about("How long it may take, for example 500ms or 5m. Default: ${DEFAULT-VALUE}.");

  private final CardOptions card = with(new CardOptions());

  /**
   * The result of a run.
   *
   * @param device the device that ran it
   * @param report the cycles and time that it took on the device
   * @param took the time that the caller waited
   * @param written the files that were written
   */
  record Ran(
      String device, RunReport report, Duration took, List<BoundArguments.Written> written) {}

  String kernel() {
    return name.get();
  }

  /** Ends with the exit code of a wrong command line if no kernel was named. */
  void requireKernel() {
    if (kernel().isEmpty()) {
      throw mistake("Missing required option: '--kernel=NAME'");
    }
  }

  /**
   * Runs the kernel once.
   *
   * @param image where it is
   * @param common the configuration, and Ctrl-C
   * @param before done with the device before the run, when the image is loaded
   * @param after done with the device after a run that ended well
   */
  Ran run(Path image, CommonOptions common, Consumer<Device> before, Consumer<Device> after) {
    Image content = Image.of(image);
    try (Backplane backplane = opened(common);
        Device opened = token(backplane, content).open()) {
      Kernel kernel = load(opened, content, common).kernel(kernel());
      try (BoundArguments bound = BoundArguments.bind(kernel, arguments.get())) {
        before.accept(opened);
        long began = System.nanoTime();
        Run run = kernel.start(bound.values());
        RunReport report = Watch.await(run, "kernel " + kernel(), timeout.get(), common);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        after.accept(opened);
        return new Ran(opened.id(), report, took, bound.writeResults());
      }
    }
  }

  /** A card may have to compile what is in an image. */
  private static Program load(Device device, Image image, CommonOptions common) {
    try (Progress progress = common.console().progress()) {
      progress.step("loading " + image.name());
      return device.load(image);
    }
  }

  private Backplane opened(CommonOptions common) {
    Map<String, Object> keys = card.keys();
    if (keys.isEmpty()) {
      return common.backplane().open();
    }
    if (common.configuration().isPresent()) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              CardOptions.option(keys)
                  + " makes a card of its own, which --config says is there already")
          .during("run")
          .remedy("Say it in the configuration of the card")
          .build();
    }
    return common
        .backplane()
        .configuration("the options of the command line", CardOptions.configuration(keys))
        .open();
  }

  private Token token(Backplane backplane, Image image) {
    if (device.isPresent()) {
      return backplane.find(DeviceSelector.parse(device.get()));
    }
    Filter any = Filter.kernel(kernel()).onHost(Filter.ANY_HOST);
    // Many devices take images, but this kind is for cards alone.
    boolean forCards = image.format() == ImageFormat.XCLBIN;
    return backplane.find(forCards ? any.withDeviceType(DeviceType.FPGA) : any);
  }
}
