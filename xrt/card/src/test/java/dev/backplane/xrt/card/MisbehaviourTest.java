package dev.backplane.xrt.card;

import static dev.backplane.xrt.card.TestCard.DEADLINE;
import static dev.backplane.xrt.card.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.Management;
import dev.backplane.api.Run;
import dev.backplane.api.xrt.Board;
import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.images.ImageBuild;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A kernel that does one thing wrong, on a card: the run fails with a code and with words that say
 * what happened where, and after a reset the same kernel, told to behave, runs.
 */
final class MisbehaviourTest {
  private static final int VALUE = 0x1234;
  private static @Nullable Image image;

  /** What {@code faulty.sv} can do, by its number there. */
  private enum Fault {
    WRITE_CROSSES(1, ErrorCode.PROTOCOL_VIOLATION, "burst crosses a 4 KiB boundary: addr 0x.*ffc"),
    READ_CROSSES(2, ErrorCode.PROTOCOL_VIOLATION, "burst crosses a 4 KiB boundary: addr 0x.*ffc"),
    EARLY_WLAST(3, ErrorCode.PROTOCOL_VIOLATION, "WLAST on beat 2 of 4"),
    NO_WLAST(4, ErrorCode.PROTOCOL_VIOLATION, "no WLAST on beat 2 of 2"),
    AWVALID_DROPPED(5, ErrorCode.PROTOCOL_VIOLATION, "AWVALID dropped before AWREADY"),
    ARVALID_DROPPED(6, ErrorCode.PROTOCOL_VIOLATION, "ARVALID dropped before ARREADY"),
    ARADDR_CHANGED(
        7, ErrorCode.PROTOCOL_VIOLATION, "ARADDR changed from 0x.* to 0x.*40 while ARVALID"),
    ARID_CHANGED(8, ErrorCode.PROTOCOL_VIOLATION, "ARID changed from 0x2 to 0x3 while ARVALID"),
    WDATA_CHANGED(
        9, ErrorCode.PROTOCOL_VIOLATION, "WDATA changed from 0x1234 to 0xbad while WVALID"),
    WVALID_DROPPED(10, ErrorCode.PROTOCOL_VIOLATION, "WVALID dropped before WREADY"),
    BURST_LEFT_OPEN(
        11, ErrorCode.PROTOCOL_VIOLATION, "leaves a write burst .* with 1 of 4 beats given"),
    NO_BREADY(
        12, ErrorCode.PROTOCOL_VIOLATION, "leaves a write burst .* whose response is not taken"),
    NO_RREADY(
        13, ErrorCode.NO_PROGRESS, "no progress for \\d+ cycles.*m_axi_gmem.*R valid=1 ready=0"),
    READ_LEFT_OPEN(
        14, ErrorCode.PROTOCOL_VIOLATION, "leaves a read burst .* with 1 of 4 beats taken"),
    RESERVED_BURST(15, ErrorCode.PROTOCOL_VIOLATION, "reserved burst type 3"),
    LONG_FIXED_BURST(16, ErrorCode.PROTOCOL_VIOLATION, "FIXED burst is longer than 16 beats"),
    WIDE_BEAT(17, ErrorCode.PROTOCOL_VIOLATION, "beats of 8 bytes on a bus of 4 bytes"),
    STROBE_OUTSIDE(18, ErrorCode.PROTOCOL_VIOLATION, "WSTRB selects byte lane 2"),
    ENDLESS(
        19, ErrorCode.ADDRESS_FAULT, "read where no memory is.*past the end of argument 'data'"),
    WILD_WRITE(20, ErrorCode.ADDRESS_FAULT, "write where no memory is: addr 0x123450000"),
    NEVER_DONE(21, ErrorCode.NO_PROGRESS, "no progress for \\d+ cycles"),
    DATA_WITHOUT_BURST(
        22, ErrorCode.PROTOCOL_VIOLATION, "leaves 2 beats of write data without an address"),
    WRAP_OFF_SIZE(
        23, ErrorCode.PROTOCOL_VIOLATION, "WRAP burst starts off a multiple of its beat size"),
    WILD_READ(24, ErrorCode.ADDRESS_FAULT, "read where no memory is: addr 0x123450000");

    private final int number;
    private final ErrorCode code;
    private final String words;

    Fault(int number, ErrorCode code, String words) {
      this.number = number;
      this.code = code;
      this.words = words;
    }
  }

  @BeforeAll
  static void build() {
    try {
      image =
          Image.of(
              "faulty.xclbin",
              ImageBuild.of(
                      List.of(
                          Path.of("../../rtl/corpus/src/corpus/common/control.sv"),
                          RtlImages.SOURCES.resolve("faulty/faulty.sv")))
                  .kernel(RtlImages.SOURCES.resolve("faulty/kernel.xml"))
                  .build(_ -> {})
                  .bytes());
    } catch (RtlException e) {
      Assumptions.assumeFalse(e.error() == RtlError.TOOL_MISSING, e.getMessage());
      throw e;
    }
  }

  private final TestCard card = new TestCard("{\"watchdog_cycles\": 3000}");

  @AfterEach
  void close() {
    card.close();
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void reportsAKernelsMisbehaviourAndAResetMendsTheCard(Fault fault) {
    Kernel kernel = load();
    try (Buffer data = kernel.buffer("data", 4096)) {
      Run run = kernel.start(data.sync(), fault.number, VALUE);
      assertThat(refuses(fault.code, () -> run.await(DEADLINE)).getMessage())
          .containsPattern("(?is)" + fault.words);
      assertThat(card.facet(Management.class).health()).isEqualTo(Management.Health.FAULTED);
      assertThat(card.facet(Board.class).firewall())
          .as("one level trips, and tells what the run was told")
          .filteredOn(Board.FirewallLevel::tripped)
          .singleElement()
          .satisfies(level -> assertThat(level.reason()).containsPattern("(?is)" + fault.words));
    }
    card.facet(Management.class).reset();

    Kernel again = load();
    try (Buffer data = again.buffer("data", 4096)) {
      again.start(data.sync(), 0, VALUE).await(DEADLINE);
      assertThat(data.syncBack().read(new int[2])).containsExactly(VALUE, VALUE + 1);
    }
  }

  private Kernel load() {
    return card.facet(Images.class).load(Objects.requireNonNull(image)).kernel("faulty");
  }
}
