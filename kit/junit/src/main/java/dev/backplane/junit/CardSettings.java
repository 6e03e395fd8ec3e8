package dev.backplane.junit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The settings of a card that several annotations say together. Cards of equal settings are one
 * card.
 *
 * @param image the file of its image; empty for none
 * @param config its configuration, JSON
 * @param driver the name of its driver
 * @param waves which runs are recorded
 */
record CardSettings(String image, String config, String driver, Waves waves) {
  private static final String SOFTWARE_CARD = "softcard";

  /**
   * {@return what annotations say}
   *
   * @param cards the annotations, from the innermost on
   */
  static CardSettings of(List<Card> cards) {
    return new CardSettings(
        said(cards, Card::image).orElse(""),
        said(cards, Card::config).orElse("{}"),
        said(cards, Card::driver).orElse(SOFTWARE_CARD),
        cards.stream()
            .map(Card::waves)
            .filter(waves -> waves != Waves.AS_OUTSIDE)
            .findFirst()
            .orElse(Waves.LATEST));
  }

  /** {@return what the innermost annotation says that says anything} */
  static Optional<String> said(List<Card> cards, Function<Card, String> element) {
    return cards.stream().map(element).filter(text -> !text.isBlank()).findFirst();
  }

  /** {@return the image, if there is to be one} */
  Optional<Image> read() {
    if (image.isEmpty()) {
      return Optional.empty();
    }
    Path file = Path.of(image);
    if (!Files.exists(file)) {
      throw BackplaneException.because(
              ErrorCode.FILE_UNREADABLE,
              "there is no file "
                  + file.toAbsolutePath().normalize()
                  + "; names are relative to the working folder "
                  + Path.of("").toAbsolutePath())
          .during("read image")
          .on(image)
          .remedy("Correct the name in @Card, or build the image before the tests run")
          .build();
    }
    return Optional.of(Image.of(file));
  }
}
