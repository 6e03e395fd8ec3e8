package dev.backplane.opae;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class GreenBitstreamTest {
  private static final String ID = "9926ab6d-6c92-5a68-aabc-a7d84c545738";

  private static byte[] image(int length, String description) {
    byte[] text = description.getBytes(StandardCharsets.ISO_8859_1);
    byte[] all = "XeonFPGA\u00b7GBSv001....".getBytes(StandardCharsets.ISO_8859_1);
    int begin = all.length;
    all = Arrays.copyOf(all, begin + text.length);
    for (int i = 0; i < Integer.BYTES; i++) {
      all[begin - Integer.BYTES + i] = (byte) (length >> (8 * i));
    }
    System.arraycopy(text, 0, all, begin, text.length);
    return all;
  }

  private static byte[] image(String description) {
    return image(description.length(), description);
  }

  @Test
  void theInterfaceIsReadWithAndWithoutHyphens() {
    for (String text : new String[] {ID, ID.replace("-", "")}) {
      byte[] image = image("{\"afu-image\":{\"interface-uuid\": \"" + text + "\"}}");
      assertThat(GreenBitstream.read("x.gbs", image).interfaceId()).isEqualTo(UUID.fromString(ID));
    }
  }

  @Test
  void whatIsNoImageIsRefusedWithTheReason() {
    refused(new byte[0], "does not begin");
    refused(new byte[100], "does not begin");
    refused(image("{}"), "names no interface-uuid");
    refused(image(1000, "{}"), "is to have 1000 bytes, and 2 follow");
    refused(image(-1, "{}"), "is to have 4294967295 bytes");
    refused(image("{\"interface-uuid\": \"" + ID.replace("-", "") + "1\"}"), "interface-uuid");
  }

  private static void refused(byte[] image, String problem) {
    assertThatThrownBy(() -> GreenBitstream.read("x.gbs", image))
        .isInstanceOfSatisfying(
            BackplaneException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IMAGE_INVALID))
        .hasMessageContaining(problem);
  }
}
