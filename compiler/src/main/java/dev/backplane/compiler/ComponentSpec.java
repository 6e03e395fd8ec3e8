package dev.backplane.compiler;

import dev.backplane.compiler.pass.StaticFiles;
import dev.backplane.plugin.ImportSymbols;
import dev.backplane.plugin.MetaTable;
import dev.backplane.plugin.Plugin;
import dev.backplane.plugin.PluginError;
import dev.backplane.plugin.PluginException;
import dev.backplane.plugin.PluginSymbol;
import dev.backplane.plugin.SpecFields;
import dev.backplane.plugin.SymbolFetcher;
import dev.backplane.plugin.SymbolFetcherBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a component plugin says beside what every plugin does.
 *
 * @param symbols its symbols, possibly none
 * @param staticFiles files that are used as they are, below {@code verilog/}, {@code vhdl/} or
 *     {@code torch/}
 * @param documentation texts for people
 * @param tests files that its tests need
 */
record ComponentSpec(
    List<String> symbols,
    List<String> staticFiles,
    List<String> documentation,
    List<String> tests) {

  private static final Set<String> LANGUAGES = Set.of("verilog", "vhdl", "torch");

  static SymbolFetcher<Compiler> fetcher() {
    return SymbolFetcherBuilder.<ComponentSpec, Compiler>of(ComponentSpec::read)
        .addPerSpec(ComponentSpec::staticFiles)
        .addPerSpec(
            plugin ->
                ImportSymbols.<Compiler>importAll(
                    plugin, plugin.packageName(), plugin.spec().symbols())
                    .stream())
        .build();
  }

  private static ComponentSpec read(MetaTable table) {
    SpecFields fields = SpecFields.of(table);
    List<String> symbols = fields.optionalTexts("symbols");
    List<String> files = fields.optionalTexts("static_files");
    List<String> documentation = fields.optionalTexts("documentation");
    List<String> tests = fields.optionalTexts("tests");
    return fields.build(() -> new ComponentSpec(symbols, files, documentation, tests));
  }

  /** Files are read when the plugin is loaded, so that a missing one is not found when lowering. */
  private static Stream<PluginSymbol<Compiler>> staticFiles(Plugin<ComponentSpec> plugin) {
    ComponentSpec spec = plugin.spec();
    Stream.of(spec.documentation(), spec.tests())
        .flatMap(List::stream)
        .forEach(file -> content(plugin, file));
    return spec.staticFiles().stream().map(file -> staticFile(plugin, file));
  }

  private static PluginSymbol<Compiler> staticFile(Plugin<ComponentSpec> plugin, String file) {
    int slash = file.indexOf('/');
    String folder = file.substring(0, Math.max(0, slash));
    String name = file.substring(slash + 1);
    if (!LANGUAGES.contains(folder) || name.isEmpty() || name.contains("/")) {
      throw PluginException.of(
          PluginError.BAD_VALUE,
          plugin.meta().positionOfElement(file),
          "static_files: " + file + " must be a file in the folder verilog, vhdl or torch");
    }
    String text = content(plugin, file);
    return new CompilerExtension() {
      @Override
      protected void extend(Compiler compiler) {
        keep(files(compiler, folder).register(name, text));
      }
    };
  }

  private static StaticFiles files(Compiler compiler, String folder) {
    return switch (folder) {
      case "vhdl" -> compiler.vhdl().staticFiles();
      case "torch" -> compiler.torch().staticFiles();
      default -> compiler.verilog().staticFiles();
    };
  }

  private static String content(Plugin<ComponentSpec> plugin, String file) {
    try (InputStream stream = plugin.open(file)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw PluginException.of(
          PluginError.STATIC_FILE_MISSING,
          plugin.meta().positionOfElement(file),
          file + " cannot be read: " + e);
    }
  }
}
