package dev.backplane.tck.managed;

import dev.backplane.api.spi.Driver;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.PluginReport;
import dev.backplane.tck.DriverInstance;
import dev.backplane.tck.ManagedInstances;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Opens a {@link Backplane} for each instance. */
public final class BackplaneInstances implements ManagedInstances {
  /** For the service loader. */
  public BackplaneInstances() {}

  @Override
  public DriverInstance open(Driver driver, String config) {
    Backplane backplane = backplane(driver, config);
    try {
      for (PluginReport report : backplane.plugins()) {
        report
            .lastError()
            .ifPresent(
                error -> {
                  throw error;
                });
      }
      return new BackplaneInstance(backplane);
    } catch (RuntimeException e) {
      backplane.close();
      throw e;
    }
  }

  private static Backplane backplane(Driver driver, String config) {
    try {
      Path file = Files.createTempFile("backplane-tck", ".json");
      try {
        Files.writeString(
            file,
            """
            {"plugins": [{"module": "%s", "name": "%s", "config": %s}]}
            """
                .formatted(driver.getClass().getPackageName(), DriverInstance.NAME, config));
        return Backplane.builder()
            .configuration(file)
            .classLoader(driver.getClass().getClassLoader())
            .open();
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("no configuration for the kit", e);
    }
  }
}
