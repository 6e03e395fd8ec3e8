package dev.backplane.cli;

import dev.backplane.api.Board;
import dev.backplane.api.Device;
import dev.backplane.api.Image;
import dev.backplane.api.Program;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Loads an image, or writes what a card starts from into its flash. */
@Command(
    name = "program",
    header = "Load an image onto a card, or write a base image into its flash.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "A base image is an XRT container for the card's platform with firmware in it. It is written"
          + " into",
      "the slot of the flash that is not in use, read back and compared; the next 'backplane"
          + " reset'",
      "starts the card from it. If writing is interrupted, the card keeps the image it has.",
      "",
      "A software card keeps its flash where its configuration says ('board': {'flash': FILE}),"
          + " else",
      "only as long as the process lives. An image that is loaded is gone with the process."
    })
final class ProgramCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private final CommonOptions common;
  @Mixin private final BoardOptions board = new BoardOptions();

  @Parameters(arity = "0..1", paramLabel = "IMAGE", description = "An xclbin file to load.")
  private @Nullable Path image;

  @Option(names = "--base", paramLabel = "FILE", description = "A base image to write into flash.")
  private @Nullable Path base;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  ProgramCommand(CommonOptions common) {
    this.common = common;
  }

  @Override
  public Integer call() {
    Path loaded = image;
    Path flashed = base;
    if ((loaded == null) == (flashed == null)) {
      throw new ParameterException(
          spec.commandLine(), "name an image, or a base image with --base");
    }
    return board.with(
        common,
        device -> {
          Map<String, @Nullable Object> map = new LinkedHashMap<>();
          map.put("device", device.id());
          map.putAll(loaded != null ? load(device, loaded) : flash(device, flashed));
          if (json) {
            Json.print(common.console().out(), map);
          } else {
            ReportText.print(common.console().out(), loaded != null ? "loaded" : "staged", map);
          }
          return ExitCode.OK;
        });
  }

  private static Map<String, @Nullable Object> load(Device device, Path file) {
    Program program = device.load(Image.of(file));
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("image", file.toString());
    map.put("uuid", program.uuid().toString());
    map.put("kernels", program.kernels());
    map.put("compute_units", BoardReport.units(device));
    return map;
  }

  private Map<String, @Nullable Object> flash(Device device, @Nullable Path file) {
    if (file == null) {
      throw new IllegalStateException("checked before");
    }
    Board target = BoardOptions.board(device);
    Image content = Image.of(file);
    try (Progress progress = common.console().progress()) {
      target.programFlash(
          content,
          written ->
              progress.update("writing flash: %d of %d bytes".formatted(written, content.size())));
    }
    Board.Flash flash = target.flash();
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("base", file.toString());
    map.put("flash", flash.place());
    map.put("survives_this_process", flash.durable());
    map.put("active", flash.active());
    map.put(
        "staged",
        flash.slots().stream()
            .filter(slot -> slot.state().equals("staged"))
            .map(slot -> slot.name() + ", version " + slot.version())
            .findFirst()
            .orElse(null));
    map.put("next", List.of("backplane reset"));
    return map;
  }
}
