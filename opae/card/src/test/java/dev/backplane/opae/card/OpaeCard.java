package dev.backplane.opae.card;

import dev.backplane.api.Device;
import dev.backplane.api.DeviceType;
import dev.backplane.api.Filter;
import dev.backplane.api.ObjectType;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Token;
import dev.backplane.runtime.Backplane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Cards as a program has them: through the plugin manager. */
final class OpaeCard implements AutoCloseable {
  private final Backplane backplane;

  private OpaeCard(Backplane backplane) {
    this.backplane = backplane;
  }

  /** A card, or several, of a configuration. */
  static OpaeCard of(String config) {
    return of(config, 10_000);
  }

  /** The same with a deadline for each call. */
  static OpaeCard of(String config, int milliseconds) {
    try {
      Path file = Files.createTempFile("opaecard", ".json");
      try {
        Files.writeString(
            file,
            """
            {"plugins": [{"module": "opaecard", "name": "cards", "config": %s,
              "error_policy": {"deadline_ms": %d}}]}
            """
                .formatted(config, milliseconds));
        return new OpaeCard(Backplane.open(file));
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The register of a bell that raises the interrupt whose number is written to it. */
  static final int RING = 0x110;

  /** The image of an accelerator behind a bus that raises interrupts. */
  static Path bell(String bus) {
    return Path.of("src/test/rtl/bell_" + bus + ".gbs").toAbsolutePath();
  }

  /** An image in the folder of examples. */
  static Path example(String name) {
    return Path.of("../../examples", name).toAbsolutePath().normalize();
  }

  Token token(ObjectType type) {
    return backplane.find(Filter.any().withDeviceType(DeviceType.FPGA).withObjectType(type));
  }

  List<Token> all() {
    return backplane.enumerate(List.of());
  }

  Device device() {
    return token(ObjectType.DEVICE).open(OpenMode.SHARED);
  }

  Device accelerator() {
    return token(ObjectType.ACCELERATOR).open(OpenMode.SHARED);
  }

  @Override
  public void close() {
    backplane.close();
  }
}
