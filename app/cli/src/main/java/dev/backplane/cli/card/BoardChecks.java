package dev.backplane.cli.card;

import dev.backplane.api.board.Flash;
import dev.backplane.api.board.FlashContent;
import dev.backplane.api.board.FlashSlot;
import dev.backplane.api.board.Quantity;
import dev.backplane.api.board.Sensor;
import dev.backplane.api.board.Sensors;
import dev.backplane.api.xrt.Board;
import dev.backplane.cli.card.Check.Result;
import java.util.List;
import java.util.Optional;

/** The tests that look at the board and run nothing. */
final class BoardChecks {
  private static final double LEAST_VOLTS = 11;

  static final List<Check> ALL =
      List.of(
          new Check("aux-connection", "auxiliary power connector", BoardChecks::auxiliaryPower),
          new Check(
              "pcie-link", "speed and width of the PCIe link", _ -> Result.skipped("no PCIe")),
          new Check("sc-version", "firmware of the controller", BoardChecks::controller));

  private BoardChecks() {}

  private static Result auxiliaryPower(Validation on) {
    List<Sensor> aux =
        BoardOptions.facet(on.device(), Sensors.class)
            .map(Sensors::sensors)
            .orElse(List.of())
            .stream()
            .filter(sensor -> sensor.quantity() == Quantity.VOLTAGE)
            .filter(sensor -> sensor.name().contains("aux"))
            .toList();
    if (aux.isEmpty()) {
      return Result.skipped("no auxiliary power connector");
    }
    Result result =
        aux.stream().allMatch(sensor -> sensor.value() > LEAST_VOLTS)
            ? Result.passed("the auxiliary power is there")
            : Result.failed("less than " + LEAST_VOLTS + " V: is the power cable plugged in?");
    aux.forEach(sensor -> result.with(sensor.name() + "_v", sensor.value()));
    return result;
  }

  private static Result controller(Validation on) {
    Optional<Board> board = BoardOptions.facet(on.device(), Board.class);
    Optional<FlashContent> flash = BoardOptions.facet(on.device(), Flash.class).map(Flash::content);
    if (board.isEmpty() || flash.isEmpty()) {
      return Result.skipped("the device has no Board");
    }
    for (FlashSlot slot : flash.get().slots()) {
      if (slot.state() == FlashSlot.State.DAMAGED) {
        return Result.failed("slot " + slot.name() + " of the flash is damaged");
      }
    }
    for (Board.Firmware firmware : board.get().firmware()) {
      if (firmware.processor().equals("CMC")) {
        return Result.passed(
                "CMC %s, %s; started from %s"
                    .formatted(firmware.version(), firmware.source(), flash.get().active()))
            .with("version", firmware.version());
      }
    }
    return Result.failed("the controller has no firmware");
  }
}
