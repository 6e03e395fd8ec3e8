package dev.backplane.cli.opae;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.BusAddress;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.OpenMode;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.opae.abi.Guid;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.Selection;
import dev.backplane.runtime.selector.DeviceSelector;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Finds resources of OPAE, as people name them. */
final class OpaeSearch {
  /** The name of one resource. */
  static final String KEY =
      "Which resource: its id as 'backplane opae list' prints it, the id's part behind the slash,"
          + " its GUID, its bus address, or a selector that chooses one.";

  private static final String ADDRESS_FORM =
      "([0-9a-fA-F]{1,4}:)?[0-9a-fA-F]{1,2}:[0-9a-fA-F]{1,2}\\.[0-7]";
  private static final String REMEDY = "'backplane opae list' shows what there is";

  private final Backplane backplane;

  OpaeSearch(Backplane backplane) {
    this.backplane = backplane;
  }

  /** Opens the one resource that is named, and works. */
  static <T> T with(CommonOptions common, String words, Function<Device, T> work) {
    try (Backplane backplane = common.backplane().open();
        Device device = new OpaeSearch(backplane).named(words).token().open(OpenMode.SHARED)) {
      return work.apply(device);
    }
  }

  /** {@return all resources of OPAE} */
  List<OpaeResource> all() {
    return in(backplane.devices());
  }

  /** {@return the resources of OPAE in a selection} */
  static List<OpaeResource> in(Selection selection) {
    return selection.tokens().stream().filter(OpaeResource::isOne).map(OpaeResource::new).toList();
  }

  /**
   * {@return the resource that is named}
   *
   * @throws BackplaneException {@link ErrorCode#NO_SUCH_DEVICE} for none, {@link
   *     ErrorCode#INVALID_ARGUMENT} for several
   */
  OpaeResource named(String words) {
    List<OpaeResource> found = allNamed(words);
    if (found.size() > 1) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "these words fit several resources: " + list(found))
          .during("find")
          .on("'" + words + "'")
          .remedy("Name one by its id")
          .build();
    }
    return found.getFirst();
  }

  private List<OpaeResource> allNamed(String given) {
    String words = given.strip();
    if (isSelector(words)) {
      return selected(words);
    }
    List<OpaeResource> all = all();
    // The key comes first: those of native plugins begin with a bus address.
    for (Predicate<OpaeResource> meaning : List.of(byKey(words), byGuid(words), byAddress(words))) {
      List<OpaeResource> found = all.stream().filter(meaning).toList();
      if (!found.isEmpty()) {
        return found;
      }
    }
    if (words.matches(".*:.*") && !words.matches(ADDRESS_FORM)) {
      return selected(words);
    }
    throw BackplaneException.because(
            ErrorCode.NO_SUCH_DEVICE,
            "no resource of OPAE is called so; "
                + there(all.stream().map(OpaeResource::id).toList()))
        .during("find")
        .on("'" + words + "'")
        .remedy(REMEDY)
        .build();
  }

  /** Words that can be nothing but a selector: ids, properties, several terms. */
  private static boolean isSelector(String words) {
    return words.isEmpty() || words.matches(".*[/=;*!,].*");
  }

  private List<OpaeResource> selected(String words) {
    DeviceSelector selector = DeviceSelector.parse(words);
    Selection selection = backplane.select(selector);
    // Of none, the search for one says why.
    return selection.tokens().isEmpty()
        ? List.of(new OpaeResource(backplane.find(selector)))
        : selection.tokens().stream().map(OpaeResource::new).toList();
  }

  private static Predicate<OpaeResource> byKey(String words) {
    return each -> each.key().equals(words);
  }

  private static Predicate<OpaeResource> byGuid(String words) {
    Optional<UUID> guid = Guid.parse(words);
    return each -> guid.isPresent() && each.guid().equals(guid);
  }

  private static Predicate<OpaeResource> byAddress(String words) {
    return words.matches(ADDRESS_FORM)
        ? each -> each.address().filter(BusAddress.parse(words).toString()::equals).isPresent()
        : _ -> false;
  }

  /** {@return the accelerators of a device as they are now} */
  List<OpaeResource> accelerators(OpaeResource device) {
    return all().stream()
        .filter(each -> each.parent().filter(device.id()::equals).isPresent())
        .toList();
  }

  /** {@return what there is, for messages} */
  static String there(List<String> all) {
    return switch (all.size()) {
      case 0 -> "there is none";
      case 1 -> "there is " + all.getFirst();
      default -> "there are " + String.join(", ", all);
    };
  }

  /** {@return resources, for messages} */
  static String list(List<OpaeResource> resources) {
    return resources.stream().map(OpaeResource::toString).collect(Collectors.joining(", "));
  }
}
