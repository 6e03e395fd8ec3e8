package dev.backplane.compiler.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Shape;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arrays whose shape is that of the model, and no others. */
class SampleFileTest {
  @TempDir Path folder;

  private Path array(String shape, int numbers) throws IOException {
    String header =
        "{'descr': '<f4', 'fortran_order': False, 'shape': (%s), }"
            .formatted(shape.replace('x', ','));
    ByteBuffer bytes =
        ByteBuffer.allocate(10 + header.length() + 4 * numbers).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
    bytes.putShort((short) header.length()).put(header.getBytes(StandardCharsets.US_ASCII));
    for (int i = 0; i < numbers; i++) {
      bytes.putFloat(i);
    }
    return Files.write(folder.resolve("samples.npy"), bytes.array());
  }

  @ParameterizedTest
  @CsvSource({
    "6x8, 48, 8, 6",
    "8, 8, 8, 1",
    "6x1x8, 48, 8, 6",
    "5x3x4x2, 120, 3x4x2, 5",
    "3x4x2, 24, 3x4x2, 1",
    "5x24, 120, 3x4x2, 5",
    "2x4x4x1, 32, 1x4x4, 2",
    "7x, 7, 1, 7",
    "7x1, 7, 1, 7",
    "1x1, 1, 1x1, 1"
  })
  void anArrayOfSamplesIsTaken(String shape, int numbers, String model, int count)
      throws IOException {
    assertThat(SampleFile.read(array(shape, numbers), shape(model)))
        .hasSize(count)
        .allSatisfy(sample -> assertThat(sample).hasSize(shape(model).size()));
  }

  @ParameterizedTest
  @CsvSource({
    "6x4, 24, 8",
    "2x4x4x3, 96, 3x4x4",
    "2x4x3x2, 48, 3x4x2",
    "16, 16, 8",
    "24x2, 48, 3x4x2",
    "6x8x2, 96, 8",
    "6x2x4, 48, 8",
    "99999999999999999999x8, 8, 8",
    "4294967296x8, 0, 8",
    "9223372036854775x8, 8, 8",
    "6x8, 47, 8",
    "0x8, 0, 8"
  })
  void anotherShapeIsRefusedWithTheOneThatFits(String shape, int numbers, String model)
      throws IOException {
    Path file = array(shape, numbers);
    assertThatExceptionOfType(CompilerException.class)
        .isThrownBy(() -> SampleFile.read(file, shape(model)))
        .satisfies(e -> assertThat(e.error()).isEqualTo(CompilerError.BAD_SAMPLES));
  }

  @Test
  void theMistakeNamesBothShapes() throws IOException {
    Path file = array("2x4x4x3", 96);
    assertThatExceptionOfType(CompilerException.class)
        .isThrownBy(() -> SampleFile.read(file, Shape.of(3, 4, 4)))
        .withMessageContaining("(2,4,4,3)")
        .withMessageContaining("(samples, 3, 4, 4)")
        .withMessageContaining("(samples, 48)");
  }

  private static Shape shape(String text) {
    return new Shape(java.util.Arrays.stream(text.split("x", -1)).map(Integer::valueOf).toList());
  }
}
