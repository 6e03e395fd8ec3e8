package dev.backplane.opae.abi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import dev.backplane.api.binary.Content;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GbsTest {
  private static final UUID AFU = UUID.fromString("d8424dc4-a4a3-c413-f89e-433683f9040b");
  private static final UUID INTERFACE = UUID.fromString("69528db6-eb31-577a-8c36-68f9faa081f6");
  private static final Content PAYLOAD = Content.of(new byte[] {1, 2, 3});

  private static Gbs made() {
    return Gbs.of(AFU, "nlb", INTERFACE, Optional.of(new UserClock(200, 100)), PAYLOAD);
  }

  private static Gbs read(byte[] bytes) {
    return Gbs.read(Image.of("it.gbs", bytes));
  }

  /** A bitstream with other metadata. */
  private static byte[] with(String metadata) {
    byte[] json = metadata.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(20 + json.length + 1)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put("XeonFPGA\u00B7GBSv001".getBytes(StandardCharsets.ISO_8859_1))
        .putInt(json.length)
        .put(json)
        .array();
  }

  @Test
  void readsWhatItWrote() {
    Gbs read = read(made().toBytes());

    assertThat(read).isEqualTo(made());
    assertThat(Image.of("it.gbs", made().toBytes()).format()).isEqualTo(ImageFormat.GBS);
  }

  @Test
  void itsBytesAreMarkLengthMetadataAndPayload() {
    ByteBuffer bytes = ByteBuffer.wrap(made().toBytes()).order(ByteOrder.LITTLE_ENDIAN);

    assertThat(bytes.getLong(0)).isEqualTo(0x4147_5046_6e6f_6558L);
    assertThat(bytes.getLong(8)).isEqualTo(0x3130_3076_5342_47b7L);
    assertThat(bytes.limit()).isEqualTo(20 + bytes.getInt(16) + PAYLOAD.size());
    assertThat(made().metadata()).contains("488605312").contains(AFU.toString());
  }

  @Test
  void metadataOfOtherToolsAreRead() {
    Gbs read =
        read(
            with(
                """
                {"version": 1, "platform-name": "MCP",
                 "afu-image": {"clock-frequency-high": 312.5, "clock-frequency-low": "auto",
                  "power": 50, "interface-uuid": "69528db6-eb31-577a-8c36-68f9faa081f6",
                  "magic-no": 488605312, "other": [null],
                  "accelerator-clusters": [{"total-contexts": 1, "name": "nlb_400",
                   "accelerator-type-uuid": "D8424DC4-A4A3-C413-F89E-433683F9040B"}]}}\0\0\
                """));

    assertThat(read.accelerator()).isEqualTo(AFU);
    assertThat(read.name()).isEqualTo("nlb_400");
    assertThat(read.clocks()).contains(new UserClock(313, 0));
  }

  @Test
  void aFileWithoutTheMarkIsInvalid() {
    for (String text : new String[] {"", "xclbin2", "XeonFPGA", "XeonFPGA-GBSv001xxxxxxxxx"}) {
      ErrorCode code =
          catchThrowableOfType(
                  BackplaneException.class, () -> read(text.getBytes(StandardCharsets.US_ASCII)))
              .code();
      assertThat(code)
          .isEqualTo(text.equals("XeonFPGA") ? ErrorCode.IMAGE_TRUNCATED : ErrorCode.IMAGE_INVALID);
    }
  }

  @Test
  void anEndBeforeThePayloadIsTruncatedWhereverItIs() {
    byte[] whole = made().toBytes();
    for (int bytes = 1; bytes <= whole.length - PAYLOAD.size(); bytes++) {
      byte[] cut = Arrays.copyOf(whole, bytes);
      assertThatThrownBy(() -> read(cut))
          .as("%d bytes", bytes)
          .isInstanceOfSatisfying(
              BackplaneException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.IMAGE_TRUNCATED));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, (1 << 20) + 1})
  void aLengthThatNoMetadataHaveIsInvalid(int length) {
    byte[] bytes = made().toBytes();
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(16, length);

    assertThatThrownBy(() -> read(bytes))
        .isInstanceOfSatisfying(
            BackplaneException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IMAGE_INVALID));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "488605312 | 488605313 | magic-no",
        "\"version\":1 | \"version\":2 | version",
        "\"version\":1 | \"version\":{} | version",
        "d8424dc4 | d8424dc | accelerator-type-uuid",
        "d8424dc4- | zz424dc4- | accelerator-type-uuid",
        "interface-uuid | interface-id | interface-uuid",
        "accelerator-clusters | clusters | accelerator-type-uuid",
        ":200 | :-200 | clock-frequency-high",
        ":200 | :1e300 | clock-frequency-high",
        ":200 | :[] | clock-frequency-high",
        "} | } } | JSON",
        "\"power\" | \"magic-no\" | JSON",
        "{ | [ | JSON"
      })
  void metadataThatAreWrongAreNamed(String right, String wrong, String named) {
    String metadata = made().metadata();
    assertThat(metadata).contains(right);

    assertThatThrownBy(() -> read(with(metadata.replace(right, wrong))))
        .isInstanceOfSatisfying(
            BackplaneException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IMAGE_INVALID))
        .hasMessageContaining(named)
        .hasMessageContaining("it.gbs");
  }

  @Test
  void bytesThatAreChangedAtRandomAreReadOrRefused() {
    Random random = new Random(5);
    byte[] whole = made().toBytes();
    int refused = 0;
    for (int round = 0; round < 2000; round++) {
      byte[] bytes = whole.clone();
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      try {
        assertThat(read(bytes).payload().size()).isPositive();
      } catch (BackplaneException e) {
        assertThat(e.code()).isIn(ErrorCode.IMAGE_INVALID, ErrorCode.IMAGE_TRUNCATED);
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }
}
