package dev.backplane.rtl.cardkit;

import dev.backplane.api.ErrorCode;
import dev.backplane.driverkit.ConfigurationNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of the cards of an instance, in the form that all software cards have: {@code
 * count} cards named {@code card0}, {@code card1} and so on, or a list {@code cards} of objects
 * with a {@code name}. Keys of a card beside them apply to all cards that do not set them.
 *
 * @param <C> the configuration of one card, by its family
 */
public interface CardConfiguration<C> {
  /** Stands for the name of the card in the path of a file that each card has. */
  String NAME_IN_PATH = "{card}";

  /** {@return the most cards of an instance} */
  int most();

  /** {@return the keys that one card may have, and all cards together} */
  List<String> sharedKeys();

  /** {@return the keys that one card alone may have, beside {@code name}} */
  default List<String> ownKeys() {
    return List.of();
  }

  /** {@return a card of which nothing is said} */
  C usual();

  /**
   * Names a card.
   *
   * @param card what holds for it
   * @param name its name, once in an instance
   * @param number which card it is, from 0
   * @return the card
   */
  C named(C card, String name, int number);

  /**
   * Reads the keys of a card that are there.
   *
   * @param node the object
   * @param base what holds where it says nothing
   * @return the card
   */
  C read(ConfigurationNode node, C base);

  /**
   * Reads the cards of an instance.
   *
   * @param root its configuration
   * @param more the keys that it may have beside those of cards
   * @return the cards, in order
   */
  default List<C> cards(ConfigurationNode root, String... more) {
    root.allow(keys(sharedKeys(), Stream.concat(Stream.of("cards", "count"), Stream.of(more))));
    C shared = read(root, usual());
    ConfigurationNode list = root.get("cards").orElse(null);
    if (list == null) {
      int count = root.get("count", node -> node.integer(1, most()), 1);
      List<C> counted = new ArrayList<>();
      for (int number = 0; number < count; number++) {
        counted.add(named(shared, "card" + number, number));
      }
      return counted;
    }
    root.get("count")
        .ifPresent(
            count -> count.problem("contradicts 'cards'; name the cards or count them, not both"));
    if (list.elements().isEmpty()) {
      throw list.wrong("must have at least one card");
    }
    Set<String> names = new HashSet<>();
    List<C> cards = new ArrayList<>();
    for (ConfigurationNode node : list.elements()) {
      int number = cards.size();
      if (number == most()) {
        throw node.wrong("is one card more than the %d of an instance".formatted(most()));
      }
      node.allow(keys(sharedKeys(), Stream.concat(Stream.of("name"), ownKeys().stream())));
      String name = node.get("name", CardConfiguration::name, "card" + number);
      if (!names.add(name)) {
        throw node.get("name")
            .orElse(node)
            .wrong(ErrorCode.DUPLICATE_NAME, "there is a card '" + name + "' already");
      }
      cards.add(read(node, named(shared, name, number)));
    }
    return cards;
  }

  private static String[] keys(List<String> shared, Stream<String> others) {
    return Stream.concat(shared.stream(), others).toArray(String[]::new);
  }

  private static String name(ConfigurationNode node) {
    String name = node.text();
    if (!name.matches("[A-Za-z0-9._:-]{1,64}")) {
      throw node.wrong("'" + name + "' is not 1 to 64 letters, digits and ._:-");
    }
    return name;
  }

  /** {@return the file of a card, if one is configured, with its name put into the path} */
  static @Nullable Path fileOf(@Nullable Path configured, String name) {
    return configured == null ? null : Path.of(configured.toString().replace(NAME_IN_PATH, name));
  }

  /**
   * Refuses two cards with one file: each would overwrite what the other starts from.
   *
   * @param root the configuration, for the error
   * @param files those of all cards that have one
   */
  static void requireOwnFiles(ConfigurationNode root, Stream<@Nullable Path> files) {
    Set<Path> taken = new HashSet<>();
    files
        .filter(Objects::nonNull)
        .forEach(
            file -> {
              if (!taken.add(file.toAbsolutePath().normalize())) {
                throw root.wrong(
                    "'%s' is the flash of two cards; write %s for the name of the card"
                        .formatted(file, NAME_IN_PATH));
              }
            });
  }
}
