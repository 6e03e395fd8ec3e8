package dev.backplane.cli.capi;

import dev.backplane.api.Device;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Token;
import dev.backplane.api.capi.CoherentCard;
import dev.backplane.cli.card.CoherentCards;
import dev.backplane.cli.card.ListCommand;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.ReportText;
import dev.backplane.runtime.Backplane;
import java.util.ArrayList;
import java.util.List;

/** Lists cards of coherent accelerators with what is on them. */
final class CapiListCommand extends Command {
  private final CommonOptions common;

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  CapiListCommand(CommonOptions common) {
    super("list", "List cards of coherent accelerators, and their AFUs.");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    try (Backplane backplane = common.backplane().open()) {
      List<Card> cards = new ArrayList<>();
      for (Token token : CoherentCards.all(backplane)) {
        try (Device device = token.open(OpenMode.SHARED)) {
          cards.add(Card.of(device));
        }
      }
      if (json.get()) {
        Json.print(common.console().out(), new Listed(cards));
      } else {
        cards.forEach(card -> ReportText.print(common.console().out(), card.id(), card));
      }
      ListCommand.warn(common, backplane, backplane.devices());
      if (cards.isEmpty()) {
        common
            .console()
            .err()
            .println("backplane: no coherent cards are there. " + CoherentCards.remedy(backplane));
      }
      return ExitCode.OK;
    }
  }

  private record Listed(List<Card> cards) implements Report {}

  private record Card(
      String id, String caiaVersion, String imageLoaded, List<CapiReport.Accelerator> accelerators)
      implements Report {
    static Card of(Device device) {
      CoherentCard card = device.facet(CoherentCard.class);
      return new Card(
          device.id(),
          CapiReport.version(card.attributes()),
          CapiReport.image(card.attributes()),
          CapiReport.Accelerator.all(card));
    }
  }
}
