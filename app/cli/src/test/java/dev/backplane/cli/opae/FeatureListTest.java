package dev.backplane.cli.opae;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.RegisterSpace;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Lists of features, good and hostile ones. */
class FeatureListTest {
  private static final UUID GUID = UUID.fromString("5f1c0b7e-9d24-4a86-8d3e-62f4a9175cb0");
  private static final long LAST = 1L << 40;

  /** Words at some offsets, zeros elsewhere; nothing outside of its size. */
  private static final class Words implements RegisterSpace {
    private final long size;
    private final Map<Long, Long> words = new TreeMap<>();

    Words(long size) {
      this.size = size;
    }

    Words put(long offset, long word) {
      words.put(offset, word);
      return this;
    }

    Words guid(long offset) {
      return put(offset + 8, GUID.getLeastSignificantBits())
          .put(offset + 16, GUID.getMostSignificantBits());
    }

    @Override
    public long size() {
      return size;
    }

    @Override
    public long read64(long offset) {
      if (offset % 8 != 0 || offset < 0 || offset > size - 8) {
        throw new BackplaneException(ErrorCode.OUT_OF_RANGE, "no word is at " + offset);
      }
      return words.getOrDefault(offset, 0L);
    }

    @Override
    public int read32(long offset) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void write32(long offset, int value) {
      throw new UnsupportedOperationException("a list is only read");
    }

    @Override
    public void write64(long offset, long value) {
      throw new UnsupportedOperationException("a list is only read");
    }
  }

  private static long header(int type, int version, long next, int revision, int id) {
    return (long) type << 60 | (long) version << 52 | next << 16 | (long) revision << 12 | id;
  }

  @Test
  void everyKindIsReadToTheHeaderThatIsTheLast() {
    Words words =
        new Words(0x10000)
            .put(0, header(1, 0, 0x1000, 3, 0) | 2L << 48)
            .guid(0)
            .put(0x1000, header(3, 0, 0x40, 5, 0x10))
            .put(0x1040, header(3, 1, 0x8, 0, 0x11))
            .guid(0x1040)
            .put(0x1048, GUID.getLeastSignificantBits());
    // The third header's identifier is where the fourth header would begin.
    words.put(0x1040, header(3, 1, 0x40, 0, 0x11));
    words.put(0x1080, header(2, 0, 0xfff8, 1, 0xfff) | LAST).guid(0x1080);
    FeatureList list = FeatureList.read(words);
    assertThat(list.problem()).isEmpty();
    assertThat(list.features())
        .extracting(Feature::offset)
        .containsExactly(0L, 0x1000L, 0x1040L, 0x1080L);
    assertThat(list.features())
        .extracting(Feature::guid)
        .containsExactly(Optional.of(GUID), Optional.empty(), Optional.of(GUID), Optional.of(GUID));
    Feature.Row first = list.features().getFirst().row();
    assertThat(first.offset()).isEqualTo("0x00000");
    assertThat(first.type()).isEqualTo("accelerator");
    assertThat(first.revision()).isEqualTo("3.2");
    Feature.Row second = list.features().get(1).row();
    assertThat(second.type()).isEqualTo("private feature");
    assertThat(second.id()).isEqualTo("0x010");
    assertThat(second.revision()).isEqualTo("5");
    assertThat(second.headerVersion()).isZero();
  }

  @Test
  void aHeaderThatNamesNoOtherIsTheLast() {
    FeatureList list = FeatureList.read(new Words(64).put(0, header(1, 0, 0, 0, 0)).guid(0));
    assertThat(list.features()).hasSize(1);
    assertThat(list.problem()).isEmpty();
  }

  @Test
  void aHeaderAtTheEndOfTheRegistersHasNoRoomForItsIdentifier() {
    FeatureList list = FeatureList.read(new Words(16).put(0, header(1, 0, 0, 0, 0)));
    assertThat(list.features().getFirst().guid()).isEmpty();
  }

  @Test
  void aMisalignedListIsRefusedAndWhatComesBeforeIsKept() {
    FeatureList list = FeatureList.read(new Words(0x1000).put(0, header(1, 0, 0x44, 0, 0)));
    assertThat(list.features()).hasSize(1);
    assertThat(list.problem().orElseThrow()).contains("0x0", "0x44", "no multiple of 8");
  }

  @Test
  void aListThatLeavesTheRegistersIsRefused() {
    FeatureList list = FeatureList.read(new Words(0x1000).put(0, header(1, 0, 0x1000, 0, 0)));
    assertThat(list.features()).hasSize(1);
    assertThat(list.problem().orElseThrow()).contains("outside of 0x1000 bytes");
    assertThat(FeatureList.read(new Words(4)).problem().orElseThrow()).contains("4 bytes");
  }

  @Test
  void aListThatDoesNotEndIsRefused() {
    Words words = new Words(1 << 20);
    for (long offset = 0; offset < 1 << 20; offset += 8) {
      words.put(offset, header(3, 0, 8, 0, 1));
    }
    FeatureList list = FeatureList.read(words);
    assertThat(list.features()).hasSize(FeatureList.MOST);
    assertThat(list.problem().orElseThrow()).contains("more than 512");
  }

  @Test
  void registersThatAreNotThereAreNoHeader() {
    assertThat(FeatureList.read(new Words(64)).problem().orElseThrow())
        .contains("no feature header, but 0x0");
    FeatureList ones =
        FeatureList.read(new Words(0x100).put(0, header(1, 0, 0x20, 0, 0)).put(0x20, -1));
    assertThat(ones.features()).hasSize(1);
    assertThat(ones.problem().orElseThrow()).contains("at 0x20", "0xffffffffffffffff");
  }
}
