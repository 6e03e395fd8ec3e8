package dev.backplane.cli.card;

import dev.backplane.api.Device;
import dev.backplane.api.Management;
import dev.backplane.api.board.Flash;
import dev.backplane.api.board.Resets;
import dev.backplane.api.board.Resets.Part;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.report.Report;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.TypeConversionException;

/** Brings a card, or a part of it, to the state after power-up. */
public final class ResetCommand extends Command {
  private final CommonOptions common;
  private final BoardOptions board = with(new BoardOptions());

  private final Option<Part> kind =
      option(Part.class, "-r", "--type")
          .label("KIND")
          .offers(() -> Stream.of(Part.values()).map(ResetCommand::text).iterator())
          .about("The part of a card to reset. Default: all of the device.");

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  /** {@return the kind of a name} */
  public static Part kind(String text) {
    for (Part kind : Part.values()) {
      if (text(kind).equals(text)) {
        return kind;
      }
    }
    throw new TypeConversionException(
        "'"
            + text
            + "' is no part that is reset by itself; use kernel, ert, ecc, soft-kernel or aie, or"
            + " leave it out to reset the whole device");
  }

  static String text(Part kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public ResetCommand(CommonOptions common) {
    super("reset", "Reset a card or a part of it.");
    footer(
        "",
        "Kinds: kernel (compute units; the image stays), ert, ecc, soft-kernel, aie. A card that"
            + " has no such",
        "part says so.",
        "",
        "A software card lives in the process that opened it. Here a reset matters for its flash: a"
            + " base",
        "image that was programmed becomes active.");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    return board.with(
        common,
        device -> {
          reset(device);
          print(device);
          return ExitCode.OK;
        });
  }

  private void reset(Device device) {
    Optional<Part> part = kind.optional();
    if (part.isPresent()) {
      device.facet(Resets.class).reset(part.orElseThrow());
    } else {
      device.facet(Management.class).reset();
    }
  }

  private record Done(
      String device, String reset, @Nullable String health, @Nullable String startedFrom)
      implements Report {}

  private void print(Device device) {
    new Done(
            device.id(),
            kind.optional().map(ResetCommand::text).orElse("device"),
            BoardOptions.facet(device, Management.class)
                .map(each -> Report.word(each.health()))
                .orElse(null),
            BoardOptions.facet(device, Flash.class)
                .map(each -> each.content().active())
                .orElse(null))
        .print(common.console().out(), json.get(), "done");
  }
}
