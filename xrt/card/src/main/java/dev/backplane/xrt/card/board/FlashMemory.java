package dev.backplane.xrt.card.board;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.board.FlashContent;
import dev.backplane.api.board.FlashSlot;
import dev.backplane.api.board.FlashSlot.State;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The flash that a card starts from. It has two slots for images, and a built-in golden image. A
 * new image is written into the slot that is not in use, read back and compared, and only then
 * named in the directory. Whenever the power fails, the directory names a complete image; if that
 * turns out to be damaged, the card starts from the golden image. Safe for use by several threads.
 */
final class FlashMemory {
  private static final long SECOND_DIRECTORY = 4096;
  private static final long FIRST_SLOT = 8192;
  static final int CAPACITY = 64 << 20;
  private static final int BLOCK = 64 << 10;

  private final Cells cells;
  private final String platform;
  private final ErrorRecords errors;
  private FlashDirectory directory;
  private int started;
  private @Nullable BaseImage base;

  /** Powers up: reads the directory and starts from the image that it names. */
  FlashMemory(Cells cells, String platform, ErrorRecords errors) {
    this.cells = cells;
    this.platform = platform;
    this.errors = errors;
    directory = readDirectory();
    started = FlashDirectory.GOLDEN;
    start(directory.active());
  }

  private FlashDirectory readDirectory() {
    FlashDirectory best = FlashDirectory.blank();
    boolean written = false;
    for (long at : List.of(0L, SECOND_DIRECTORY)) {
      byte[] bytes = reading(at, FlashDirectory.SIZE);
      written |= !Arrays.equals(bytes, new byte[FlashDirectory.SIZE]);
      FlashDirectory found = FlashDirectory.decode(bytes).orElse(FlashDirectory.blank());
      best = found.number() > best.number() ? found : best;
    }
    if (written && best.number() == 0) {
      errors.error("flash", cells.place() + " has no whole directory; the golden image is used");
    }
    return best;
  }

  /** Starts from a slot, or from the golden image if that slot is not whole. */
  private void start(int slot) {
    started = FlashDirectory.GOLDEN;
    base = null;
    if (slot == FlashDirectory.GOLDEN) {
      return;
    }
    try {
      byte[] image = content(slot);
      if (image == null) {
        throw failed("start", "its checksum is not that of what was written", null);
      }
      base = BaseImage.read(name(slot), image, platform);
      started = slot;
    } catch (BackplaneException e) {
      errors.error(
          "flash",
          name(slot) + " cannot be started: " + e.problem() + "; the golden image is used");
    }
  }

  /** A slot's image, or null if it is not what the directory says. */
  private byte @Nullable [] content(int slot) {
    FlashDirectory.Slot entry = directory.slots().get(slot);
    if (entry.bytes() <= 0 || entry.bytes() > CAPACITY) {
      return null;
    }
    byte[] image = reading(offset(slot), entry.bytes());
    return entry.equals(FlashDirectory.Slot.of(image)) ? image : null;
  }

  private static long offset(int slot) {
    return FIRST_SLOT + (long) slot * CAPACITY;
  }

  private static String name(int slot) {
    return switch (slot) {
      case FlashDirectory.GOLDEN -> "golden";
      case 0 -> "A";
      default -> "B";
    };
  }

  /** {@return what the card was started from} */
  synchronized BaseImage base() {
    BaseImage image = base;
    return image == null ? BaseImage.GOLDEN : image;
  }

  synchronized boolean isStaged() {
    return directory.staged() != FlashDirectory.NONE;
  }

  /** Writes an image and stages it for the next hot reset. */
  synchronized void program(Image image, LongConsumer progress) {
    byte[] bytes = image.content().toArray();
    if (bytes.length > CAPACITY) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              "it has %d bytes, a slot of the flash has %d".formatted(bytes.length, CAPACITY))
          .during("program flash")
          .on(image.name())
          .build();
    }
    var _ = BaseImage.read(image.name(), bytes, platform);
    directory = readDirectory();
    int slot = directory.free();
    FlashDirectory.Slot content = FlashDirectory.Slot.of(bytes);
    write(directory.erased(slot));
    for (int done = 0; done < bytes.length; done += BLOCK) {
      byte[] block = Arrays.copyOfRange(bytes, done, Math.min(bytes.length, done + BLOCK));
      writing(offset(slot) + done, block);
      progress.accept(Math.min(bytes.length, done + BLOCK));
    }
    byte[] back = reading(offset(slot), bytes.length);
    if (!content.equals(FlashDirectory.Slot.of(back))) {
      throw failed("verify", "what was read back is not what was written", null);
    }
    write(directory.staging(slot, content));
  }

  private byte[] reading(long offset, int length) {
    try {
      return cells.read(offset, length);
    } catch (IOException e) {
      throw failed("read", String.valueOf(e.getMessage()), e);
    }
  }

  private void writing(long offset, byte[] bytes) {
    try {
      cells.write(offset, bytes);
    } catch (IOException e) {
      throw failed("write", String.valueOf(e.getMessage()), e);
    }
  }

  private void write(FlashDirectory next) {
    // The two copies take turns, so that the one before is whole while this one is written.
    writing(next.number() % 2 == 0 ? 0 : SECOND_DIRECTORY, next.encode());
    directory = next;
  }

  /** A hot reset: starts from what is staged if there is something and the caller may. */
  synchronized void restart(boolean takeStaged) {
    directory = readDirectory();
    int staged = directory.staged();
    if (!takeStaged || staged == FlashDirectory.NONE) {
      start(directory.active());
      return;
    }
    start(staged);
    if (started == staged) {
      write(directory.startingFrom(staged));
    } else {
      // The damaged image is never tried again, and the one before is what is started.
      write(directory.startingFrom(directory.active()));
      start(directory.active());
    }
  }

  synchronized FlashContent content() {
    List<FlashSlot> slots = new ArrayList<>();
    slots.add(
        new FlashSlot(
            name(FlashDirectory.GOLDEN),
            BaseImage.GOLDEN.version(),
            0,
            "",
            started == FlashDirectory.GOLDEN ? State.ACTIVE : State.VALID));
    for (int i = 0; i < FlashDirectory.SLOTS; i++) {
      slots.add(slot(i));
    }
    return new FlashContent(cells.place(), cells.durable(), name(started), slots);
  }

  private FlashSlot slot(int index) {
    FlashDirectory.Slot entry = directory.slots().get(index);
    if (entry.bytes() == 0) {
      return new FlashSlot(name(index), "", 0, "", State.EMPTY);
    }
    String version = "";
    State state = State.DAMAGED;
    byte[] image = content(index);
    if (image != null) {
      version = BaseImage.read(name(index), image, platform).version();
      state =
          index == started
              ? State.ACTIVE
              : index == directory.staged() ? State.STAGED : State.VALID;
    }
    return new FlashSlot(
        name(index),
        version,
        entry.bytes(),
        HexFormat.of().formatHex(entry.digest().toArray()),
        state);
  }

  private BackplaneException failed(String operation, String problem, @Nullable Throwable cause) {
    return BackplaneException.because(ErrorCode.FLASH_FAILED, problem)
        .during(operation + " flash")
        .on(cells.place())
        .remedy("The card goes on with the image it has; program the flash again")
        .causedBy(cause)
        .build();
  }
}
