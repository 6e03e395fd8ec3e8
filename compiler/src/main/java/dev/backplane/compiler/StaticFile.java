package dev.backplane.compiler;

import dev.backplane.compiler.pass.StaticFiles;
import dev.backplane.plugin.Plugin;
import dev.backplane.plugin.PluginError;
import dev.backplane.plugin.PluginException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A file of a plugin that designs take as it is. It is read when the first design needs it: a
 * program loads all plugins and uses few of their files.
 */
final class StaticFile extends CompilerExtension implements Supplier<String> {
  private final Plugin<?> plugin;
  private final String path;
  private final int slash;
  private @Nullable String text;

  private StaticFile(Plugin<?> plugin, String path, int slash) {
    this.plugin = plugin;
    this.path = path;
    this.slash = slash;
  }

  /**
   * Looks for a file, whose folder says what language it is in.
   *
   * @param plugin has the file
   * @param path the file, below the plugin's package
   * @throws PluginException if it is not there, or in no folder of a language
   */
  static StaticFile of(Plugin<?> plugin, String path) {
    int slash = path.indexOf('/');
    boolean isKnown =
        switch (path.substring(0, Math.max(0, slash))) {
          case "verilog", "vhdl", "torch" -> true;
          default -> false;
        };
    if (!isKnown || slash == path.length() - 1 || path.indexOf('/', slash + 1) >= 0) {
      throw PluginException.of(
          PluginError.BAD_VALUE,
          plugin.meta().positionOfElement(path),
          "static_files: " + path + " must be a file in the folder verilog, vhdl or torch");
    }
    plugin.require(path);
    return new StaticFile(plugin, path, slash);
  }

  @Override
  protected void extend(Compiler compiler) {
    StaticFiles files =
        switch (path.substring(0, slash)) {
          case "vhdl" -> compiler.vhdl().staticFiles();
          case "torch" -> compiler.torch().staticFiles();
          default -> compiler.verilog().staticFiles();
        };
    keep(files.register(path.substring(slash + 1), this));
  }

  @Override
  public String get() {
    String read = text;
    if (read == null) {
      read = read();
      text = read;
    }
    return read;
  }

  private String read() {
    try (InputStream stream = plugin.open(path)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw PluginException.of(
          PluginError.STATIC_FILE_MISSING,
          plugin.meta().positionOfElement(path),
          path + " cannot be read: " + e);
    }
  }
}
