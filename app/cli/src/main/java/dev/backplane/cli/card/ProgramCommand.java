package dev.backplane.cli.card;

import dev.backplane.api.Device;
import dev.backplane.api.Image;
import dev.backplane.api.Program;
import dev.backplane.api.board.Flash;
import dev.backplane.api.board.FlashContent;
import dev.backplane.api.board.FlashSlot;
import dev.backplane.api.board.Slots;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.Confirmation;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.command.Progress;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.Report.Inline;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Loads an image, or writes what a card starts from into its flash. */
public final class ProgramCommand extends Command {
  private final CommonOptions common;
  private final BoardOptions board = with(new BoardOptions());

  private final Parameter<Path> image =
      parameter(Path.class, "IMAGE").mayBeMissing().about("An xclbin file to load.");

  private final Option<Path> base =
      option(Path.class, "--base").label("FILE").about("A base image to write into flash.");

  private final Confirmation confirmation = with(new Confirmation());

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  public ProgramCommand(CommonOptions common) {
    super("program", "Load an image onto a card, or write a base image into its flash.");
    footer(
        "",
        "A base image is an XRT container for the card's platform with firmware in it. It is"
            + " written into",
        "the slot of the flash that is not in use, read back and compared; the next 'backplane"
            + " reset'",
        "starts the card from it. If writing is interrupted, the card keeps the image it has.",
        "",
        "A software card keeps its flash where its configuration says ('board': {'flash': FILE}),"
            + " else",
        "only as long as the process lives. An image that is loaded is gone with the process.");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    if (image.isPresent() == base.isPresent()) {
      throw mistake("name an image, or a base image with --base");
    }
    if (image.isPresent() && confirmation.isDry()) {
      throw mistake("--dry-run is for --base: an image that is loaded is gone with the process");
    }
    return board.with(
        common,
        device -> {
          Report done = image.isPresent() ? load(device, image.get()) : flash(device, base.get());
          done.print(common.console().out(), json.get(), title());
          return ExitCode.OK;
        });
  }

  private String title() {
    return image.isPresent() ? "loaded" : confirmation.isDry() ? "would be written" : "written";
  }

  private record InSlot(String device, String image, int slot, String interfaceId)
      implements Report {}

  private record Loaded(
      String device,
      String image,
      String uuid,
      List<String> kernels,
      List<? extends Report> computeUnits)
      implements Report {}

  private static Report load(Device device, Path file) {
    if (device.supports(Slots.class)) {
      Slots slots = device.facet(Slots.class);
      slots.reconfigure(0, Image.of(file), Set.of());
      return new InSlot(device.id(), file.toString(), 0, slots.interfaceId().toString());
    }
    Program program = device.load(Image.of(file));
    return new Loaded(
        device.id(),
        file.toString(),
        program.uuid().toString(),
        program.kernels(),
        UnitsReport.units(device));
  }

  private record Flashed(
      String device,
      String base,
      long bytes,
      @Inline FlashReport flash,
      Optional<List<String>> next)
      implements Report {}

  private Report flash(Device device, Path file) {
    Flash target = device.facet(Flash.class);
    Image content = Image.of(file);
    if (!confirmation.isDry()) {
      confirmation.ask(
          common.console(),
          "write flash",
          "Write %s (%d bytes) into the flash of %s".formatted(file, content.size(), device.id()));
      try (Progress progress = common.console().progress()) {
        progress.step("writing flash", content.size(), Progress.BYTES);
        target.program(content, progress::done);
      }
    }
    FlashContent now = target.content();
    boolean staged = now.slots().stream().anyMatch(slot -> slot.state() == FlashSlot.State.STAGED);
    return new Flashed(
        device.id(),
        file.toString(),
        content.size(),
        FlashReport.of(now),
        staged ? Optional.of(List.of("backplane reset")) : Optional.empty());
  }
}
