package dev.backplane.tck.managed;

import dev.backplane.api.spi.Driver;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.BackplaneBuilder;
import dev.backplane.runtime.PluginReport;
import dev.backplane.runtime.metrics.MetricCounts;
import dev.backplane.tck.CountedInstance;
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
    return open(driver, config, Backplane.builder());
  }

  @Override
  public CountedInstance counted(Driver driver, String config) {
    MetricCounts counts = new MetricCounts();
    return new CountedBackplane(open(driver, config, Backplane.builder().metrics(counts)), counts);
  }

  private static BackplaneInstance open(Driver driver, String config, BackplaneBuilder builder) {
    Backplane backplane = backplane(driver, config, builder);
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

  private static Backplane backplane(Driver driver, String config, BackplaneBuilder builder) {
    try {
      Path file = Files.createTempFile("backplane-tck", ".json");
      try {
        Files.writeString(
            file,
            """
            {"plugins": [{"module": "%s", "name": "%s", "config": %s}]}
            """
                .formatted(driver.getClass().getPackageName(), DriverInstance.NAME, config));
        return builder.configuration(file).classLoader(driver.getClass().getClassLoader()).open();
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("no configuration for the kit", e);
    }
  }
}
