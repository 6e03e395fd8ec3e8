package dev.backplane.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class HashFileTest {
  @Test
  void theDigestIsThatOfTheJdk() throws Exception {
    byte[] expected =
        MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(Path.of("LICENSE")));
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      HashFile.main("LICENSE");
    } finally {
      System.setOut(before);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .startsWith(HexFormat.of().formatHex(expected) + ", ")
        .endsWith(" cycles" + System.lineSeparator());
  }
}
