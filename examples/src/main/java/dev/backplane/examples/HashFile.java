package dev.backplane.examples;

import static dev.backplane.api.DeviceType.FPGA;

import dev.backplane.api.*;
import dev.backplane.runtime.Backplane;
import java.nio.file.*;
import java.time.Duration;
import java.util.HexFormat;

/** Hashes a file with the SHA-256 core of {@code examples/sha256}, on the first card that can. */
public final class HashFile {
  private HashFile() {}

  /**
   * Prints the digest.
   *
   * @param arguments the file
   * @throws java.io.IOException if it cannot be read
   */
  public static void main(String... arguments) throws java.io.IOException {
    byte[] message = Files.readAllBytes(Path.of(arguments[0]));
    Image image = Image.of(Path.of("examples/sha256/sha256.xclbin"));
    try (Backplane backplane = Backplane.open(); // configuration found, plugins bound
        Device card = backplane.find(Filter.kernel("sha256").withDeviceType(FPGA)).open()) {
      Kernel sha256 = card.load(image).kernel("sha256");
      try (Buffer data = sha256.buffer("data", message.length);
          Buffer digest = sha256.buffer("digest", 32)) {
        data.write(message).sync(); // host side, then one explicit sync
        Run run = sha256.start(data, (long) message.length, digest);
        RunReport report = run.await(Duration.ofMinutes(1));
        byte[] result = digest.syncBack().read(new byte[32]);
        System.out.println(HexFormat.of().formatHex(result) + ", " + report.cycles() + " cycles");
      }
    }
  }
}
