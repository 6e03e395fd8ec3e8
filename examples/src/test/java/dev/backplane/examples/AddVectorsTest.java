package dev.backplane.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.binary.BinaryContainer;
import dev.backplane.api.binary.Content;
import dev.backplane.api.binary.DeviceBinary;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.selector.DeviceSelector;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AddVectorsTest {
  private static final Path SOURCES = Path.of("examples/vadd");

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"softcard:*", "opencl:*"})
  void theSameProgramAddsOnEveryDevice(String selector) throws IOException {
    assumeTrue(isThere(selector), "there is no device " + selector + " here");
    Path image = folder.resolve("vadd.bin");
    Files.write(image, container().toImage().content().toArray());

    assertThat(printed(selector, image.toString()))
        .isEqualToIgnoringNewLines(
            "the last of 1000 sums is 2997\nwith the left one again it is 3996\n");
  }

  private static BinaryContainer container() throws IOException {
    return new BinaryContainer(
        "vadd",
        List.of(
            DeviceBinary.of(
                "xclbin", Content.of(Files.readAllBytes(SOURCES.resolve("vadd.xclbin")))),
            DeviceBinary.ofSource(Files.readString(SOURCES.resolve("vadd.cl")))
                .withRange("vadd", List.of(3))));
  }

  private static boolean isThere(String selector) {
    try (Backplane backplane = Backplane.open()) {
      return !backplane.find(DeviceSelector.parse(selector)).id().isEmpty();
    } catch (BackplaneException e) {
      return false;
    }
  }

  private static String printed(String... arguments) {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      AddVectors.main(arguments);
    } finally {
      System.setOut(before);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }
}
