package dev.backplane.api.spi;

/**
 * The position of an instance's configuration in the configuration of the site. With it, errors in
 * the instance's configuration name the line and the column in the site's file. Immutable.
 *
 * @param file the file; empty if the configuration is not from a file
 * @param folder the folder that names of files in it are relative to; empty for the working folder
 * @param path the path of the instance's {@code config} in it, for example {@code
 *     plugins[2].config}
 * @param line the line that it begins in, counted from 1
 * @param column the column that it begins in, counted from 1
 */
public record ConfigurationOrigin(String file, String folder, String path, int line, int column) {
  /** A configuration that is not from a file. */
  public static final ConfigurationOrigin NONE = new ConfigurationOrigin("", "", "config", 1, 1);
}
