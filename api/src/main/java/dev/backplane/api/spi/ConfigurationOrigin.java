package dev.backplane.api.spi;

/**
 * Where the configuration of an instance begins in the configuration of the site, so that what is
 * wrong with it is told with the line and the column that the site has to look at. Immutable.
 *
 * @param file the file; empty if the configuration is of no file
 * @param path the path of the instance's {@code config} in it, for example {@code
 *     plugins[2].config}
 * @param line the line that it begins in, counted from 1
 * @param column the column that it begins in, counted from 1
 */
public record ConfigurationOrigin(String file, String path, int line, int column) {
  /** A configuration that is of no file. */
  public static final ConfigurationOrigin NONE = new ConfigurationOrigin("", "config", 1, 1);
}
