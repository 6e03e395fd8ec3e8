package dev.backplane.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class SumFileTest {
  @Test
  void theSumIsThatOfTheJdk() throws Exception {
    CRC32C expected = new CRC32C();
    expected.update(Files.readAllBytes(Path.of("LICENSE")));
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      SumFile.main("LICENSE");
    } finally {
      System.setOut(before);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8).strip())
        .isEqualTo("%08x".formatted(expected.getValue()));
  }
}
