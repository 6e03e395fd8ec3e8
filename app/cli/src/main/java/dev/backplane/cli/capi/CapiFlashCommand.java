package dev.backplane.cli.capi;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.capi.CardFlash;
import dev.backplane.api.capi.CoherentCard;
import dev.backplane.cli.card.CoherentCards;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.Confirmation;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.command.Progress;
import dev.backplane.cli.report.Report;
import java.nio.file.Path;
import java.util.List;

/** Writes an image into the flash of a card of coherent accelerators. */
final class CapiFlashCommand extends Command {
  private final CommonOptions common;

  private final Parameter<Path> file =
      parameter(Path.class, "IMAGE")
          .about("An image of AFUs in RTL, with or without the header of an adapter image.");

  private final Parameter<String> key =
      parameter(String.class, "KEY").mayBeMissing().about(CoherentCards.KEY);

  private final Confirmation confirmation = with(new Confirmation());

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  CapiFlashCommand(CommonOptions common) {
    super("flash", "Write an image into the flash of a card of a PowerVM guest.");
    footer(
        "",
        "The image is downloaded and validated, its AFUs are tried, and the card comes up with"
            + " them; all",
        "contexts of the card end. 'backplane build' makes such images from kernels with the ports"
            + " of a PSL.",
        "If flashing is interrupted, the card keeps the image it has.",
        "",
        "A software card keeps its flash where its configuration says ('flash': FILE), else only as"
            + " long as",
        "the process lives.",
        "",
        "Example:",
        "  backplane capi flash crc32c.xclbin card0 --dry-run",
        "  backplane capi flash crc32c.xclbin card0 --yes");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    Image image = Image.of(file.get());
    return CoherentCards.with(
        common,
        key.optional(),
        device -> {
          CardFlash flash = device.facet(CardFlash.class);
          if (!confirmation.isDry()) {
            confirmation.ask(
                common.console(),
                "flash",
                "Write %s (%d bytes) into the flash of %s, and end all its contexts"
                    .formatted(file.get(), image.size(), device.id()));
            flash(flash, image);
          }
          report(device, image)
              .print(
                  common.console().out(),
                  json.get(),
                  confirmation.isDry() ? "would be flashed" : "flashed");
          return ExitCode.OK;
        });
  }

  private void flash(CardFlash flash, Image image) {
    try (Progress progress = common.console().progress()) {
      // All bytes are sent twice: to be written, and to be compared.
      progress.step("downloading", 2 * image.size(), Progress.BYTES);
      flash.program(
          image,
          sent -> {
            if (sent > image.size()) {
              progress.update("validating");
            }
            progress.done(sent);
            if (sent < 2 * image.size()) {
              goOn();
            }
          });
    }
  }

  private void goOn() {
    if (common.interruption().interrupted()) {
      throw BackplaneException.because(ErrorCode.CANCELLED, "it was interrupted")
          .during("flash")
          .remedy("The card has the image that it had")
          .build();
    }
  }

  private record Flashed(
      String id,
      String image,
      long bytes,
      String imageLoaded,
      CapiReport.FlashHeld flash,
      List<CapiReport.Accelerator> accelerators)
      implements Report {}

  private Flashed report(Device device, Image image) {
    CoherentCard card = device.facet(CoherentCard.class);
    return new Flashed(
        device.id(),
        file.get().toString(),
        image.size(),
        CapiReport.image(card.attributes()),
        CapiReport.FlashHeld.of(device.facet(CardFlash.class)),
        CapiReport.Accelerator.all(card));
  }
}
