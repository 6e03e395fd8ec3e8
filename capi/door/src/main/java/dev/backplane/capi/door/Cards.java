package dev.backplane.capi.door;

import dev.backplane.api.Token;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The cards that the door serves, and the nodes of their AFUs, which come and go. */
final class Cards {
  private static final Pattern NAME = Pattern.compile("card\\d+|afu(\\d+\\.\\d+)[dms]");

  private final Supplier<List<Token>> tokens;
  private volatile Optional<Path> folder = Optional.empty();

  Cards(Supplier<List<Token>> tokens) {
    this.tokens = tokens;
  }

  /** {@return the folder of the class {@code cxl}, if attributes are served as files} */
  Optional<Path> folder() {
    return folder;
  }

  /** Says where attributes are served as files. */
  void folder(Path ofClass) {
    folder = Optional.of(ofClass);
  }

  static String name(Token token) {
    return token.id().substring(token.id().lastIndexOf('/') + 1);
  }

  /** {@return the names of cards, AFUs and nodes} */
  List<String> names() {
    TreeSet<String> names = new TreeSet<>();
    for (Token each : tokens.get()) {
      Matcher parts = NAME.matcher(name(each));
      if (parts.matches()) {
        names.add(parts.group());
        if (parts.group(1) != null) {
          names.add("afu" + parts.group(1));
        }
      }
    }
    return List.copyOf(names);
  }

  /** {@return a card or a node, by its name} */
  Optional<Token> find(String name) {
    return NAME.matcher(name).matches()
        ? tokens.get().stream().filter(each -> name(each).equals(name)).findFirst()
        : Optional.empty();
  }
}
