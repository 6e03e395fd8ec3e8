package dev.backplane.cli.network;

import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.Failures;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Options;
import dev.backplane.compiler.ComponentPlugins;
import dev.backplane.compiler.ComponentReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads the component plugins that a command works with: those of the class path, of the folders
 * that the configuration and the environment name, and of folders of the command line.
 */
final class ComponentOptions extends Options {
  private final CommonOptions common;

  private final Option<List<Path>> folders =
      list(Path.class, "--plugins").label("FOLDER").about("Look for component plugins here too.");

  ComponentOptions(CommonOptions common) {
    this.common = common;
  }

  /** {@return the plugins that could be loaded; of each other one, stderr says why not} */
  ComponentPlugins load() {
    List<Path> places = new ArrayList<>();
    for (Path folder : folders.get()) {
      if (!Files.isDirectory(folder)) {
        throw mistake("--plugins " + folder + " is no folder");
      }
      places.add(folder);
    }
    places.addAll(common.backplane().pluginFolders());
    ComponentPlugins plugins = ComponentPlugins.load(places);
    plugins.reports().stream()
        .filter(report -> report.refusal().isPresent())
        .forEach(report -> common.console().err().println("refused: " + refusal(report)));
    return plugins;
  }

  /** {@return which plugin was refused, and why} */
  static String refusal(ComponentReport report) {
    return report.name() + ": " + report.refusal().map(Failures::oneLine).orElse("");
  }
}
