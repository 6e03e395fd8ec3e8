package dev.backplane.capi.card.rtl;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.Filter;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Token;
import dev.backplane.runtime.Backplane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Coherent cards of a configuration, through the plugin manager. */
final class RtlCard implements AutoCloseable {
  private final Backplane backplane;

  private RtlCard(Backplane backplane) {
    this.backplane = backplane;
  }

  /** The path of an image that is shipped. */
  static Path example(String name) {
    return Path.of("../../examples").resolve(name).toAbsolutePath().normalize();
  }

  /** A card with a PSL8, some AFUs, and more of its configuration. */
  static RtlCard of(String afus, String more) {
    return on("power8", afus, more);
  }

  /** A card of a host. */
  static RtlCard on(String host, String afus, String more) {
    try {
      Path file = Files.createTempFile("card", ".json");
      try {
        Files.writeString(
            file,
            """
            {"plugins": [{"module": "capi", "name": "cards",
              "error_policy": {"deadline_ms": 600000},
              "config": {"host": "%s", "cards": [{"afus": [%s]%s}]}}]}
            """
                .formatted(host, afus, more));
        return new RtlCard(Backplane.open(file));
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opens a context of a node, such as {@code afu0.0d}, when it is there. */
  Device open(String node) {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    Optional<Token> found = find(node);
    while (found.isEmpty() && problems().contains("not there yet") && System.nanoTime() < end) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      found = find(node);
    }
    return found.orElseThrow().open(OpenMode.SHARED);
  }

  private Optional<Token> find(String node) {
    return backplane.enumerate(List.of(Filter.any())).stream()
        .filter(token -> token.id().endsWith("/" + node))
        .findFirst();
  }

  /** What is told of a driver that has no devices. */
  String problems() {
    try {
      return backplane.find(Filter.any()).id();
    } catch (BackplaneException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Override
  public void close() {
    backplane.close();
  }
}
