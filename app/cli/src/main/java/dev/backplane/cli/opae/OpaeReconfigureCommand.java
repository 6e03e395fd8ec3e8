package dev.backplane.cli.opae;

import dev.backplane.api.Image;
import dev.backplane.api.board.Slots;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.report.Report;
import dev.backplane.opae.abi.Gbs;
import dev.backplane.runtime.Backplane;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;

/** Loads an accelerator into a slot. */
final class OpaeReconfigureCommand extends Command {
  private final CommonOptions common;
  private final OpaePlaceOptions place = with(new OpaePlaceOptions());

  private final Parameter<Path> file =
      parameter(Path.class, "IMAGE").about("A green bitstream, IMAGE.gbs.");

  private final Parameter<String> key =
      parameter(String.class, "KEY")
          .mayBeMissing()
          .about(
              "Which device, or an accelerator of it, as 'backplane opae list' prints it. Default:"
                  + " the one device with the interface that the image is for.");

  private final Option<Integer> slot =
      option(Integer.class, "--slot")
          .label("N")
          .byDefault("0")
          .about("Which slot of it. Default: ${DEFAULT-VALUE}.");

  private final Option<Boolean> force =
      flag("--force").about("Also if somebody has the accelerator open that is there now.");

  private final Option<Boolean> skipUserClock =
      flag("--skip-user-clock").about("Leave the user clock as it is, whatever the image names.");

  private final Option<Boolean> dryRun =
      flag("--dry-run").about("Check image and device, and load nothing.");

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  OpaeReconfigureCommand(CommonOptions common) {
    super("reconfigure", "Load an accelerator of OPAE from a green bitstream.");
    footer(
        "",
        "'backplane build -o IMAGE.gbs' makes green bitstreams, 'backplane info IMAGE.gbs' shows"
            + " them.",
        "A software card of this process loses what is loaded with the process: name the image in"
            + " the card's",
        "configuration to have it at power-up.",
        "",
        "Example:",
        "  backplane opae reconfigure hello_afu.gbs -B 0xb0");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    if (key.isPresent() && place.areThere()) {
      throw mistake("name the device, or say where it sits; not both");
    }
    Image image = Image.of(file.get());
    Gbs gbs = Gbs.read(image);
    try (Backplane backplane = common.backplane().open()) {
      OpaeSearch search = new OpaeSearch(backplane);
      OpaeResource device =
          key.optional()
              .map(words -> SlotDevice.named(search, words, gbs, image))
              .orElseGet(() -> SlotDevice.fitting(search, place, gbs, image));
      Reconfiguration work = new Reconfiguration(search, device, image, slot.get(), options());
      if (dryRun.get()) {
        print(work.preview());
      } else {
        print(work.carryOut());
        work.verify();
      }
      return ExitCode.OK;
    }
  }

  private Set<Slots.Option> options() {
    Set<Slots.Option> options = EnumSet.noneOf(Slots.Option.class);
    if (force.get()) {
      options.add(Slots.Option.FORCE);
    }
    if (skipUserClock.get()) {
      options.add(Slots.Option.SKIP_USER_CLOCK);
    }
    return options;
  }

  private void print(Report report) {
    report.print(common.console().out(), json.get(), dryRun.get() ? "would be loaded" : "loaded");
  }
}
