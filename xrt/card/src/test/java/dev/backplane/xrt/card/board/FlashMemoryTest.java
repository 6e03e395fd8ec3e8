package dev.backplane.xrt.card.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.board.FlashSlot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlashMemoryTest {
  private static final Image FIRST = Bench.base(2, 200_000);
  private static final Image SECOND = Bench.base(3, 150_000);

  private final ErrorRecords errors = new ErrorRecords(() -> Instant.EPOCH, _ -> {});

  /** Flash whose power goes in the middle of a writing. */
  private static final class TornCells implements Cells {
    private final MemoryCells cells = new MemoryCells();
    private int writes;
    private int last = Integer.MAX_VALUE;

    void failAfter(int more) {
      last = writes + more;
    }

    @Override
    public byte[] read(long offset, int length) {
      return cells.read(offset, length);
    }

    @Override
    public void write(long offset, byte[] bytes) throws IOException {
      if (writes++ >= last) {
        cells.write(offset, Arrays.copyOf(bytes, bytes.length / 2));
        throw new IOException("the power went");
      }
      cells.write(offset, bytes);
    }

    @Override
    public String place() {
      return "torn";
    }

    @Override
    public boolean durable() {
      return true;
    }
  }

  private FlashMemory powerUp(Cells cells) {
    return new FlashMemory(cells, Bench.PLATFORM, errors);
  }

  private static FlashSlot.State state(FlashMemory flash, String name) {
    return flash.content().slots().stream()
        .filter(slot -> slot.name().equals(name))
        .map(FlashSlot::state)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void anImageIsStagedAndStartedByTheNextHotReset() {
    MemoryCells cells = new MemoryCells();
    FlashMemory flash = powerUp(cells);
    List<Long> progress = new ArrayList<>();
    flash.program(FIRST, progress::add);

    assertThat(progress).isSorted().endsWith(FIRST.size());
    assertThat(state(flash, "A")).isEqualTo(FlashSlot.State.STAGED);
    assertThat(flash.base()).isEqualTo(BaseImage.GOLDEN);
    assertThat(powerUp(cells).base()).as("power-up is no hot reset").isEqualTo(BaseImage.GOLDEN);
    flash.restart(false);
    assertThat(flash.base()).as("who may not, does not").isEqualTo(BaseImage.GOLDEN);
    flash.restart(true);
    assertThat(flash.base().version()).isEqualTo("2.0.0");
    assertThat(state(flash, "A")).isEqualTo(FlashSlot.State.ACTIVE);
    assertThat(powerUp(cells).base().version()).isEqualTo("2.0.0");
    assertThat(errors.all()).isEmpty();
  }

  @Test
  void theSlotInUseIsNeverWritten() {
    FlashMemory flash = powerUp(new MemoryCells());
    flash.program(FIRST, _ -> {});
    flash.restart(true);
    flash.program(SECOND, _ -> {});

    assertThat(state(flash, "A")).isEqualTo(FlashSlot.State.ACTIVE);
    assertThat(state(flash, "B")).isEqualTo(FlashSlot.State.STAGED);
    flash.restart(true);
    assertThat(flash.content().active()).isEqualTo("B");
    assertThat(state(flash, "A")).isEqualTo(FlashSlot.State.VALID);
  }

  @Test
  void whereverAnUpdateIsInterruptedTheCardStartsFromTheImageBefore() {
    int interrupted = 0;
    for (int writes = 0; ; writes++) {
      TornCells cells = new TornCells();
      FlashMemory flash = powerUp(cells);
      flash.program(FIRST, _ -> {});
      flash.restart(true);
      cells.failAfter(writes);
      BackplaneException error =
          catchThrowableOfType(BackplaneException.class, () -> flash.program(SECOND, _ -> {}));
      if (error == null) {
        break;
      }
      interrupted++;
      assertThat(error.code()).isEqualTo(ErrorCode.FLASH_FAILED);
      FlashMemory again = powerUp(cells);
      assertThat(again.base().version()).as("after %d writes", writes).isEqualTo("2.0.0");
      assertThat(again.isStaged()).as("after %d writes", writes).isFalse();
      cells.failAfter(Integer.MAX_VALUE - 1000);
      again.program(SECOND, _ -> {});
      again.restart(true);
      assertThat(again.base().version()).isEqualTo("3.0.0");
    }
    assertThat(interrupted).as("two directories and all blocks").isGreaterThanOrEqualTo(4);
  }

  @Test
  void aDamagedStagedImageIsNotStartedAndNotTriedAgain() {
    MemoryCells cells = new MemoryCells();
    FlashMemory flash = powerUp(cells);
    flash.program(FIRST, _ -> {});
    flash.restart(true);
    flash.program(SECOND, _ -> {});
    long inside = 8192L + FlashMemory.CAPACITY + 100;
    byte[] one = cells.read(inside, 1);
    cells.write(inside, new byte[] {(byte) (one[0] ^ 1)});
    flash.restart(true);

    assertThat(flash.base().version()).isEqualTo("2.0.0");
    assertThat(state(flash, "B")).isEqualTo(FlashSlot.State.DAMAGED);
    assertThat(flash.isStaged()).isFalse();
    assertThat(errors.all())
        .singleElement()
        .satisfies(error -> assertThat(error.text()).contains("B cannot be started"));
  }

  @Test
  void aDamagedActiveImageMakesTheGoldenOneStart() {
    MemoryCells cells = new MemoryCells();
    FlashMemory flash = powerUp(cells);
    flash.program(FIRST, _ -> {});
    flash.restart(true);
    cells.write(8192 + 1000, new byte[] {1, 2, 3, 4});

    assertThat(powerUp(cells).content().active()).isEqualTo("golden");
    assertThat(errors.all()).isNotEmpty();
  }

  @Test
  void anyBytesInFlashLeaveACardThatStarts() {
    Random random = new Random(0xf1a5);
    for (int round = 0; round < 300; round++) {
      MemoryCells cells = new MemoryCells();
      FlashMemory flash = powerUp(cells);
      flash.program(Bench.base(2, 300), _ -> {});
      flash.restart(true);
      for (int i = 0; i < 1 + round % 40; i++) {
        byte[] bytes = new byte[1 + random.nextInt(16)];
        random.nextBytes(bytes);
        cells.write(random.nextInt(8192 + 400), bytes);
      }
      assertThat(powerUp(cells).base().version()).isIn("1.0.0", "2.0.0");
    }
  }

  @Test
  void refusesABaseImageOfAnotherPlatformBeforeWriting() {
    TornCells cells = new TornCells();
    FlashMemory flash = powerUp(cells);

    refuses(flash, ErrorCode.IMAGE_INVALID, Image.of("words", new byte[] {1, 2, 3}));
    refuses(flash, ErrorCode.OUT_OF_RANGE, Image.of("huge", new byte[FlashMemory.CAPACITY + 1]));
    assertThat(cells.writes).isZero();
  }

  private static void refuses(FlashMemory flash, ErrorCode code, Image image) {
    assertThat(
            catchThrowableOfType(BackplaneException.class, () -> flash.program(image, _ -> {}))
                .code())
        .isEqualTo(code);
  }

  @Test
  void aFileIsThereInTheNextProcess(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("card.flash");
    FlashMemory flash = powerUp(new FileCells(file));
    assertThat(flash.content().durable()).isTrue();
    assertThat(file).as("looking does not make a file").doesNotExist();
    flash.program(FIRST, _ -> {});
    flash.restart(true);

    assertThat(powerUp(new FileCells(file)).base().version()).isEqualTo("2.0.0");
    Files.write(file, new byte[] {1, 2, 3});
    assertThat(powerUp(new FileCells(file)).base()).isEqualTo(BaseImage.GOLDEN);
    assertThat(errors.all().getLast().text()).contains("no whole directory");
  }

  @Test
  void aPlaceThatCannotBeWrittenIsSaid(@TempDir Path folder) {
    FlashMemory flash = powerUp(new FileCells(folder.resolve("missing/card.flash")));
    assertThatThrownBy(() -> flash.program(FIRST, _ -> {}))
        .hasMessageContaining("BP5012")
        .hasMessageContaining("card.flash");
  }
}
