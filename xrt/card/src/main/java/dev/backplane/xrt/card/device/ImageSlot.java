package dev.backplane.xrt.card.device;

import dev.backplane.xrt.card.board.Activity;
import dev.backplane.xrt.card.config.ImageTrust;
import dev.backplane.xrt.card.schedule.LoadedImage;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Holds the image of a card. It is empty while the image is being changed, which one thread at a
 * time does. Guarded by the card's lock.
 */
final class ImageSlot {
  private static final UUID NO_IDENTITY = new UUID(0, 0);

  private final String card;

  /** The activity of the compute units of earlier images since power-up. */
  private Activity past = Activity.NONE;

  private @Nullable LoadedImage loaded;
  private ImageTrust.Remark signature = ImageTrust.Remark.NONE;
  private boolean changing;

  ImageSlot(String card) {
    this.card = card;
  }

  /** {@return the loaded image, or null} */
  @Nullable LoadedImage loaded() {
    return loaded;
  }

  /** {@return the remark on the signature of the image that was loaded last} */
  ImageTrust.Remark signature() {
    return signature;
  }

  /** {@return the loaded image if it has that identity, or null} */
  @Nullable LoadedImage identified(UUID uuid) {
    LoadedImage current = loaded;
    return current != null && current.image().uuid().equals(uuid) && !uuid.equals(NO_IDENTITY)
        ? current
        : null;
  }

  /** {@return the activity of the compute units since power-up} */
  Activity activity() {
    LoadedImage current = loaded;
    return current == null ? past : past.plus(current.activity());
  }

  /**
   * Takes the image out, so that another can be put in.
   *
   * @param gently whether an image that is used stays
   * @return what was loaded, which the caller stops
   */
  @Nullable LoadedImage beginChange(String operation, boolean gently) {
    LoadedImage current = loaded;
    if (changing || (gently && current != null && current.isBusy())) {
      throw CardErrors.inUse(
          card,
          operation,
          changing ? "another thread loads or resets it" : "a run is in flight",
          "Wait for it to end, or cancel it");
    }
    List<String> holders = current == null ? List.of() : current.contexts().holders();
    if (gently && !holders.isEmpty()) {
      throw CardErrors.inUse(
          card,
          operation,
          "its image is held: " + String.join("; ", holders),
          "Close those contexts and calls");
    }
    changing = true;
    loaded = null;
    past = current == null ? past : past.plus(current.activity()).withoutUnits();
    return current;
  }

  /** The thread that has begun a change is done with it. */
  void endChange() {
    changing = false;
  }

  /** Puts another image in. */
  void fill(LoadedImage next, ImageTrust.Remark remark) {
    loaded = next;
    signature = remark;
  }

  /** Puts the image in that was there before, or none. */
  void refill(@Nullable LoadedImage same) {
    loaded = same;
  }

  /** The card is turned off. */
  void empty() {
    loaded = null;
  }
}
