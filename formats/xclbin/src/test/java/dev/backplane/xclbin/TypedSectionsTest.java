package dev.backplane.xclbin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sections with a layout of their own: what is written is read back, and lies are refused. */
class TypedSectionsTest {
  private static final long SEED = 20_261_121;
  private static final Random RANDOM = new Random(SEED);
  private static final SoftKernel SOFT =
      new SoftKernel("ps", "1.0", "0123", "run", 3, Bytes.of(new byte[] {1, 2, 3}));
  private static final Mcs FLASH =
      new Mcs(
          List.of(
              new Mcs.Chunk(Mcs.Type.PRIMARY.number(), Bytes.of(new byte[13])),
              new Mcs.Chunk(Mcs.Type.SECONDARY.number(), Bytes.of(new byte[] {9}))));
  private static final Bmc FIRMWARE =
      new Bmc("MSP432P401R", "U200", "4.0.1", "0".repeat(32), Bytes.of(new byte[] {5, 6}));

  static Stream<Arguments> kinds() {
    return Stream.of(
        of(
            "MEM_TOPOLOGY",
            () -> new MemTopology(some(TypedSectionsTest::bank)),
            MemTopology::toSection,
            MemTopology::decode),
        of(
            "GROUP_TOPOLOGY",
            () -> new MemTopology(some(TypedSectionsTest::bank)),
            MemTopology::toGroupSection,
            MemTopology::decode),
        of(
            "CONNECTIVITY",
            () -> new Connectivity(some(TypedSectionsTest::connection)),
            Connectivity::toSection,
            Connectivity::decode),
        of(
            "IP_LAYOUT",
            () -> new IpLayout(some(TypedSectionsTest::ip)),
            IpLayout::toSection,
            IpLayout::decode),
        of(
            "DEBUG_IP_LAYOUT",
            () -> new DebugIpLayout(some(TypedSectionsTest::debugIp)),
            DebugIpLayout::toSection,
            DebugIpLayout::decode),
        of(
            "CLOCK_FREQ_TOPOLOGY",
            () -> new ClockFreqTopology(some(TypedSectionsTest::clock)),
            ClockFreqTopology::toSection,
            ClockFreqTopology::decode),
        of(
            "MCS",
            () -> new Mcs(some(() -> new Mcs.Chunk(RANDOM.nextInt(256), bytes()))),
            Mcs::toSection,
            Mcs::decode),
        of(
            "BMC",
            () -> new Bmc(text(63), text(63), text(63), text(32), bytes()),
            Bmc::toSection,
            Bmc::decode),
        of(
            "SOFT_KERNEL",
            () -> new SoftKernel(text(99), text(9), text(32), text(40), RANDOM.nextInt(), bytes()),
            SoftKernel::toSection,
            SoftKernel::decode),
        of(
            "AIE_RESOURCES_BIN",
            () -> new AieResources(text(30), text(9), text(4), text(4), bytes()),
            AieResources::toSection,
            AieResources::decode),
        of(
            "AIE_PARTITION",
            () ->
                new AiePartition(
                    text(40),
                    RANDOM.nextInt(),
                    RANDOM.nextLong(),
                    RANDOM.nextLong(),
                    text(40),
                    RANDOM.nextInt(65536),
                    some(() -> RANDOM.nextInt(65536)),
                    some(TypedSectionsTest::deviceImage)),
            AiePartition::toSection,
            AiePartition::decode));
  }

  private static AiePartition.DeviceImage deviceImage() {
    return new AiePartition.DeviceImage(
        new UUID(RANDOM.nextLong(), RANDOM.nextLong()),
        bytes(),
        some(
            () ->
                new AiePartition.ConfigurationGroup(
                    text(20),
                    RANDOM.nextInt(256),
                    RANDOM.nextLong(),
                    some(RANDOM::nextLong),
                    some(RANDOM::nextLong))));
  }

  /** Counts and places in a partition come from the file: none of them is believed. */
  @Test
  void aPartitionWhoseListsLieOutsideOfItIsRefused() {
    Section partition =
        new AiePartition("p", 1, 2, 3, "c", 4, List.of(1, 2), List.of(deviceImage())).toSection();
    for (int field : new int[] {4, 40, 44, 120, 124}) {
      for (int value : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 1 << 24}) {
        assertThatThrownBy(() -> AiePartition.decode(changed(partition, field, value)))
            .isInstanceOfSatisfying(
                XclbinException.class, e -> assertThat(e.code()).isEqualTo(XclbinError.BAD_SIZE))
            .hasMessageContaining("AIE_PARTITION");
      }
    }
  }

  private static <T> Arguments of(
      String name, Supplier<T> any, Function<T, Section> write, Function<Section, T> read) {
    Runnable round =
        () -> {
          T value = any.get();
          Section section = write.apply(value);
          assertThat(read.apply(section)).isEqualTo(value);
          assertThat(write.apply(read.apply(section))).isEqualTo(section);
          refusesEveryCut(section, read);
        };
    return Arguments.of(name, round);
  }

  /** A section cut short is read as something, or refused with its name. */
  private static <T> void refusesEveryCut(Section section, Function<Section, T> read) {
    int length = RANDOM.nextInt(section.data().size());
    try {
      var cut = new Section(section.number(), "", section.data().slice(0, length));
      assertThat(read.apply(cut)).isNotNull();
    } catch (XclbinException e) {
      assertThat(e.code()).isEqualTo(XclbinError.BAD_SIZE);
      assertThat(e.getMessage()).contains(section.label());
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kinds")
  void anyContentIsReadBackAsItWasWritten(String name, Runnable round) {
    for (int i = 0; i < 200; i++) {
      round.run();
    }
    assertThat(name).isNotEmpty();
  }

  @Test
  void aContainerGivesThemAll() {
    Xclbin file =
        Xclbin.builder()
            .add(SOFT.toSection().named("first"))
            .add(FLASH.toSection())
            .add(FIRMWARE.toSection())
            .add(SOFT.toSection().named("second"))
            .build();

    assertThat(file.softKernels()).containsExactly(SOFT, SOFT);
    assertThat(file.mcs()).contains(FLASH);
    assertThat(file.bmc()).contains(FIRMWARE);
    assertThat(FLASH.chunks().getLast().type()).contains(Mcs.Type.SECONDARY);
    assertThat(new Mcs.Chunk(77, Bytes.EMPTY).type()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 12, 16, 20})
  void aTextOfASoftKernelThatPointsIntoItsOwnHeaderOrOutsideIsRefused(int field) {
    for (int place : new int[] {0, field, 79, 1 << 20, -1, Integer.MIN_VALUE}) {
      assertThatThrownBy(() -> SoftKernel.decode(changed(SOFT.toSection(), field, place)))
          .isInstanceOfSatisfying(
              XclbinException.class, e -> assertThat(e.code()).isEqualTo(XclbinError.BAD_SIZE))
          .hasMessageContaining("SOFT_KERNEL")
          .hasMessageContaining("offset " + Integer.toUnsignedString(place));
    }
  }

  @Test
  void aTextWithoutAnEndIsRefused() {
    Section section = SOFT.toSection();
    int last = section.data().size() - 1;

    assertThatThrownBy(() -> SoftKernel.decode(changed(section, 0, last)))
        .hasMessageContaining("does not end");
  }

  @Test
  void imagesOutsideOfTheirSectionAreRefused() {
    assertThatThrownBy(() -> SoftKernel.decode(changed(SOFT.toSection(), 8, -1)))
        .hasMessageContaining("image of 4294967295 bytes");
    assertThatThrownBy(() -> Bmc.decode(changed(FIRMWARE.toSection(), 12, -1)))
        .hasMessageContaining("BMC says its image of 18446744069414584322 bytes");
    assertThatThrownBy(() -> Mcs.decode(changed(FLASH.toSection(), 16, 8)))
        .hasMessageContaining("MCS says its image 0")
        .hasMessageContaining("offset 8");
    assertThatThrownBy(() -> Mcs.decode(changed(FLASH.toSection(), 0, 0xff)))
        .hasMessageContaining("-1 images");
    assertThatThrownBy(() -> Mcs.decode(changed(FLASH.toSection(), 0, 0x7f)))
        .hasMessageContaining("header alone needs 3056");
  }

  @Test
  void textsThatDoNotFitAreRefused() {
    assertThatThrownBy(() -> new Bmc("x".repeat(64), "", "", "", Bytes.EMPTY).toSection())
        .hasMessageContaining("BMC image name");
    assertThatThrownBy(() -> new SoftKernel("a\0b", "", "", "", 1, Bytes.EMPTY))
        .hasMessageContaining("U+0000");
  }

  private static Section changed(Section section, int at, int value) {
    byte[] bytes = section.data().toArray();
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
    return new Section(section.number(), section.name(), Bytes.of(bytes));
  }

  private static <T> List<T> some(Supplier<T> one) {
    List<T> list = new ArrayList<>();
    for (int left = RANDOM.nextInt(5); left > 0; left--) {
      list.add(one.get());
    }
    return list;
  }

  private static MemoryBank bank() {
    return new MemoryBank(
        RANDOM.nextInt(256), RANDOM.nextBoolean(), RANDOM.nextLong(), RANDOM.nextLong(), text(15));
  }

  private static Connectivity.Connection connection() {
    return new Connectivity.Connection(RANDOM.nextInt(), RANDOM.nextInt(), RANDOM.nextInt());
  }

  private static Ip ip() {
    return new Ip(RANDOM.nextInt(), RANDOM.nextInt(), RANDOM.nextLong(), text(63));
  }

  private static DebugIpLayout.DebugIp debugIp() {
    return new DebugIpLayout.DebugIp(
        RANDOM.nextInt(256),
        RANDOM.nextInt(65_536),
        RANDOM.nextInt(256),
        RANDOM.nextInt(256),
        RANDOM.nextInt(256),
        RANDOM.nextLong(),
        text(127));
  }

  private static ClockFreqTopology.Clock clock() {
    return new ClockFreqTopology.Clock(RANDOM.nextInt(65_536), RANDOM.nextInt(256), text(127));
  }

  /** Any characters that a field can hold, up to so many. */
  private static String text(int most) {
    var text = new StringBuilder();
    for (int left = RANDOM.nextInt(most + 1); left > 0; left--) {
      text.append((char) (1 + RANDOM.nextInt(255)));
    }
    return text.toString();
  }

  private static Bytes bytes() {
    var bytes = new byte[RANDOM.nextInt(40)];
    RANDOM.nextBytes(bytes);
    return Bytes.of(bytes);
  }
}
