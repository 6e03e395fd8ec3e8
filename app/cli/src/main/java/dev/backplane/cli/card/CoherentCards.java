package dev.backplane.cli.card;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.ObjectType;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Token;
import dev.backplane.api.capi.CoherentCard;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.PluginReport;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Finds cards of coherent accelerators, as people name them. */
public final class CoherentCards {
  /** The name of one card. */
  public static final String KEY =
      "Which card: its id as 'backplane capi list' prints it, or the part behind the slash."
          + " Default: the only one.";

  private static final String DRIVER = "capi";
  private static final String CARD = ".*/card\\d+";

  private CoherentCards() {}

  /** {@return the tokens of all cards} */
  public static List<Token> all(Backplane backplane) {
    return backplane.devices().tokens().stream().filter(CoherentCards::isOne).toList();
  }

  /** {@return of instances of the driver, why cards of theirs are not there} */
  public static List<String> missing(Backplane backplane) {
    return drivers(backplane)
        .map(each -> each + ": " + backplane.plugin(each).whyNothing())
        .filter(each -> !each.endsWith(": "))
        .toList();
  }

  private static Stream<String> drivers(Backplane backplane) {
    return backplane.plugins().stream()
        .filter(each -> each.module().equals(DRIVER))
        .map(PluginReport::instance);
  }

  /** {@return what to do where there is no card} */
  public static String remedy(Backplane backplane) {
    return drivers(backplane).findAny().isPresent()
        ? "Correct the cards in the configuration, as docs/coherent.md shows"
        : "Name the driver 'capi' in the configuration, as docs/coherent.md shows";
  }

  private static boolean isOne(Token token) {
    if (token.properties().objectType() != ObjectType.DEVICE || !token.id().matches(CARD)) {
      return false;
    }
    try (Device device = token.open(OpenMode.SHARED)) {
      return device.facets().contains(CoherentCard.class);
    }
  }

  /** Opens the card that is named, and works. */
  public static <T> T with(CommonOptions common, Optional<String> words, Function<Device, T> work) {
    try (Backplane backplane = common.backplane().open()) {
      List<Token> all = all(backplane);
      List<Token> found =
          all.stream()
              .filter(
                  each ->
                      words.map(each.id()::equals).orElse(true)
                          || words.map(key -> each.id().endsWith("/" + key)).orElse(true))
              .toList();
      if (found.size() != 1) {
        throw refusal(backplane, all, found, words.orElse("the only card"));
      }
      try (Device device = found.getFirst().open(OpenMode.SHARED)) {
        return work.apply(device);
      }
    }
  }

  private static BackplaneException refusal(
      Backplane backplane, List<Token> all, List<Token> found, String words) {
    boolean isNone = found.isEmpty();
    String missing = String.join("; ", missing(backplane));
    return BackplaneException.because(
            isNone ? ErrorCode.NO_SUCH_DEVICE : ErrorCode.INVALID_ARGUMENT,
            isNone
                ? "there is no such coherent card, only "
                    + ids(all)
                    + (missing.isEmpty() ? "" : "; " + missing)
                : "these words fit several cards: " + ids(found))
        .during("find")
        .on("'" + words + "'")
        .remedy(all.isEmpty() ? remedy(backplane) : "Name one by its id")
        .build();
  }

  private static List<String> ids(List<Token> tokens) {
    return tokens.stream().map(Token::id).toList();
  }
}
