package dev.backplane.cli.opae;

import dev.backplane.api.ObjectType;
import dev.backplane.cli.card.ListCommand;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.TextTable;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.Selection;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Lists resources of OPAE. */
final class OpaeListCommand extends Command {
  private final CommonOptions common;
  private final OpaePlaceOptions place = with(new OpaePlaceOptions());

  private final Parameter<String> selector =
      parameter(String.class, "SELECTOR")
          .mayBeMissing()
          .about("Only among these: " + CommonOptions.SELECTOR + ".");

  private final Option<UUID> guid =
      option(UUID.class, "--guid")
          .label("ID")
          .about("With this id of an accelerator, or of a device's interface.");

  private final Option<ObjectType> type =
      option(ObjectType.class, "--type")
          .label("device|accelerator")
          .about("Devices (FME), or accelerators (ports, AFU).");

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  OpaeListCommand(CommonOptions common) {
    super("list", "List devices and accelerators of OPAE.");
    footer(
        "",
        "All that is said must hold. The id of a device is that of its interface, which images"
            + " name; the",
        "id of an accelerator tells what is loaded. 'backplane list' lists devices that are not"
            + " OPAE's too.",
        "",
        "Example:",
        "  backplane opae list --type accelerator -B 0x3b");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    try (Backplane backplane = common.backplane().open()) {
      Selection found = selector.optional().map(backplane::select).orElseGet(backplane::devices);
      List<OpaeResource> all = OpaeSearch.in(found);
      List<OpaeResource> chosen = all.stream().filter(this::isMeant).toList();
      if (json.get()) {
        Json.print(
            common.console().out(),
            new Listed(chosen.stream().map(OpaeResource::describe).toList()));
      } else if (!chosen.isEmpty()) {
        table(chosen).print(common.console().out());
      }
      ListCommand.warn(common, backplane, found);
      if (chosen.isEmpty()) {
        common.console().err().println("backplane: " + whyNothing(all));
      }
      return ExitCode.OK;
    }
  }

  private record Listed(List<OpaeResource.Described> resources) implements Report {}

  private boolean isMeant(OpaeResource resource) {
    return place.match(resource)
        && guid.optional().stream().allMatch(id -> resource.guid().filter(id::equals).isPresent())
        && type.optional().stream().allMatch(resource.properties().objectType()::equals);
  }

  private static String whyNothing(List<OpaeResource> all) {
    return all.isEmpty()
        ? "no plugin has resources of OPAE; name the driver 'opaecard' or 'opae' in the"
            + " configuration, as docs/opae.md shows"
        : "no resource of OPAE fits the options; without them "
            + all.size()
            + (all.size() == 1 ? " is" : " are")
            + " listed";
  }

  private static TextTable table(List<OpaeResource> resources) {
    boolean hosts =
        resources.stream().anyMatch(each -> !each.properties().host().equals("localhost"));
    Stream<String> headings =
        Stream.of("ID", "OBJECT", "GUID", "ADDRESS", "PCI", "STATE", "PARENT", "PLUGIN");
    TextTable table =
        new TextTable(
            (hosts ? Stream.concat(headings, Stream.of("HOST")) : headings).toArray(String[]::new));
    for (OpaeResource each : resources) {
      Stream<String> cells =
          Stream.of(
              each.id(),
              each.object(),
              each.guid().map(UUID::toString).orElse("-"),
              each.address().orElse("-"),
              each.pci().orElse("-"),
              each.state().orElse("-"),
              each.parent().orElse("-"),
              each.plugin());
      table.row(
          (hosts ? Stream.concat(cells, Stream.of(each.properties().host())) : cells).toArray());
    }
    return table;
  }
}
