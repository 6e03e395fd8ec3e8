package dev.backplane.cli;

import dev.backplane.api.Board;
import dev.backplane.api.Board.ResetKind;
import dev.backplane.api.Device;
import dev.backplane.api.Management;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Brings a card, or a part of it, to the state after power-up. */
@Command(
    name = "reset",
    header = "Reset a card or a part of it.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Kinds: user (the whole card, asked for by the user function), hot (the same, by the"
          + " management",
      "function), kernel (compute units; the image stays), ert, ecc, soft-kernel, aie. A card that"
          + " has",
      "no such part says so.",
      "",
      "A software card lives in the process that opened it. Here a reset matters for its flash: a"
          + " base",
      "image that was programmed becomes active."
    })
final class ResetCommand implements Callable<Integer> {
  @Mixin private final CommonOptions common;
  @Mixin private final BoardOptions board = new BoardOptions();

  @Option(
      names = {"-r", "--type"},
      paramLabel = "KIND",
      converter = Kind.class,
      defaultValue = "user",
      description = "What to reset. Default: ${DEFAULT-VALUE}.")
  private ResetKind kind = ResetKind.USER;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  /** Reads the name of a kind. */
  static final class Kind implements ITypeConverter<ResetKind> {
    @Override
    public ResetKind convert(String text) {
      for (ResetKind kind : ResetKind.values()) {
        if (text(kind).equals(text)) {
          return kind;
        }
      }
      throw new TypeConversionException(
          "'"
              + text
              + "' is no kind of reset; use user, hot, kernel, ert, ecc, soft-kernel or aie");
    }
  }

  static String text(ResetKind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  ResetCommand(CommonOptions common) {
    this.common = common;
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

  /** A device that has no board can be reset as a whole all the same. */
  private void reset(Device device) {
    Optional<Board> managed = BoardOptions.facet(device, Board.class);
    if (managed.isPresent() || kind != ResetKind.USER) {
      BoardOptions.board(device).reset(kind);
    } else {
      device.facet(Management.class).reset();
    }
  }

  private void print(Device device) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("device", device.id());
    map.put("reset", text(kind));
    map.put(
        "health",
        BoardOptions.facet(device, Management.class)
            .map(each -> each.health().name().toLowerCase(Locale.ROOT))
            .orElse(null));
    map.put(
        "started_from",
        BoardOptions.facet(device, Board.class).map(each -> each.flash().active()).orElse(null));
    if (json) {
      Json.print(common.console().out(), map);
    } else {
      ReportText.print(common.console().out(), "done", map);
    }
  }
}
