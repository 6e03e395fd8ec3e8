package dev.backplane.api.binary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BinaryContainerTest {
  private static final DeviceBinary FULL =
      DeviceBinary.of(
              "spir64-unknown-unknown", Content.of((byte) 3, (byte) 2, (byte) 0x23, (byte) 7))
          .withOptions("-cl-fast-relaxed-math", "-cl-denorms-are-zero")
          .withEntries(List.of("vadd", "_ZTSZ4mainE1k"))
          .withRange("vadd", List.of(3))
          .withRange("conv", List.of(4, 5, 6))
          .withPropertySet(
              new PropertySet(
                  "SYCL/specialization constants",
                  List.of(
                      new BinaryProperty.Numeric("N", -1),
                      new BinaryProperty.Bytes("a:b%", Content.of((byte) 0, (byte) -1)),
                      new BinaryProperty.Text("", "any: text, \u00e4"))))
          .withPropertySet(new PropertySet("odd:%3A name", List.of()));

  @Test
  void everythingSurvivesTheRoundTrip() {
    DeviceBinary labelled =
        new DeviceBinary(
            "softcard",
            ImageFormat.XCLBIN,
            "",
            "",
            List.of(),
            Map.of(),
            List.of(),
            Map.of("arch", "u50"),
            Content.of("xclbin2\0"));
    BinaryContainer container =
        new BinaryContainer(
            "all.bin",
            List.of(
                FULL,
                labelled,
                DeviceBinary.ofSource("kernel void k() {}"),
                DeviceBinary.of("", Content.EMPTY)));
    Image image = container.toImage();
    assertThat(image.format()).isEqualTo(ImageFormat.CONTAINER);
    assertThat(image.size() % 8).isZero();
    assertThat(BinaryContainer.read(image)).isEqualTo(container);
    assertThat(BinaryContainer.read(image).toImage().content()).isEqualTo(image.content());
  }

  @Test
  void containersMayBeConcatenated() {
    byte[] one = new BinaryContainer("a", List.of(FULL)).toImage().content().toArray();
    byte[] two = new byte[2 * one.length];
    System.arraycopy(one, 0, two, 0, one.length);
    System.arraycopy(one, 0, two, one.length, one.length);
    assertThat(BinaryContainer.read(Image.of("two", two)).binaries()).containsExactly(FULL, FULL);
  }

  @Test
  void randomBinariesSurviveTheRoundTrip() {
    Random random = new Random(11);
    for (int round = 0; round < 300; round++) {
      List<DeviceBinary> binaries = new ArrayList<>();
      for (int i = random.nextInt(1, 5); i > 0; i--) {
        binaries.add(random(random));
      }
      BinaryContainer container = new BinaryContainer("random", binaries);
      assertThat(BinaryContainer.read(container.toImage())).isEqualTo(container);
    }
  }

  @Test
  void formatsAreSaidOrSniffed() {
    BinaryContainer read =
        BinaryContainer.read(
            new BinaryContainer("f", List.of(FULL.withFormat(ImageFormat.UNKNOWN))).toImage());
    assertThat(read.binaries().getFirst().format()).isEqualTo(ImageFormat.UNKNOWN);
    assertThat(read.binaries().getFirst().effectiveFormat()).isEqualTo(ImageFormat.SPIRV);
  }

  @Test
  void textsThatMeanNothingAreErrorsWithBinaryAndName() {
    for (Map.Entry<String, String> bad :
        Map.of(
                "range.k", "1,x",
                "range.l", "-1",
                "range.m", "0,1,2,3",
                "property.set:a", "u32:4294967296",
                "property.set:b", "bytes:*",
                "property.set:c", "float:1",
                "property.set:d", "u32",
                "format", "elf")
            .entrySet()) {
      Map<String, String> texts = new LinkedHashMap<>();
      texts.put("triple", "spir64");
      texts.put(bad.getKey(), bad.getValue());
      Content file =
          OffloadBinary.writeAll(
              List.of(
                  new OffloadBinary(0, 0, 0, Map.of(), Content.EMPTY),
                  new OffloadBinary(0, 0, 0, texts, Content.EMPTY)));
      assertThatThrownBy(() -> BinaryContainer.read(Image.of("bad.bin", file.toArray())))
          .as(bad.toString())
          .isInstanceOfSatisfying(
              BackplaneException.class,
              e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.IMAGE_INVALID);
                assertThat(e.subject()).isEqualTo("bad.bin, binary 1");
              });
    }
  }

  @Test
  void refusesContentThatCannotBeWritten() {
    assertThatThrownBy(() -> write(FULL.withEntries(List.of("a,b")))).hasMessageContaining("comma");
    assertThatThrownBy(() -> write(FULL.withOptions("a\0b", "")))
        .hasMessageContaining("compile-opts")
        .hasMessageContaining("zero character");
    assertThatThrownBy(
            () -> write(FULL.withPropertySet(new PropertySet("odd:%3A name", List.of()))))
        .hasMessageContaining("twice");
  }

  private static void write(DeviceBinary binary) {
    new BinaryContainer("x", List.of(binary)).toImage();
  }

  private static DeviceBinary random(Random random) {
    ImageFormat[] formats = ImageFormat.values();
    Map<String, List<Integer>> ranges = new LinkedHashMap<>();
    List<String> entries = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      entries.add("k" + random.nextInt(1000));
      ranges.put(entries.getLast(), List.of(random.nextInt(9)));
    }
    List<PropertySet> sets = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      sets.add(
          new PropertySet(
              i + text(random),
              List.of(
                  new BinaryProperty.Numeric("n" + text(random), random.nextInt()),
                  new BinaryProperty.Text("t" + text(random), text(random)),
                  new BinaryProperty.Bytes("b" + text(random), bytes(random)))));
    }
    return new DeviceBinary(
        text(random),
        formats[random.nextInt(formats.length)],
        text(random),
        text(random),
        entries,
        ranges,
        sets,
        random.nextBoolean() ? Map.of() : Map.of("label", text(random)),
        bytes(random));
  }

  private static Content bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(40)];
    random.nextBytes(bytes);
    return Content.of(bytes);
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      text.append("abc:%,= \u00fc\u4e16\n/".charAt(random.nextInt(12)));
    }
    return text.toString();
  }
}
