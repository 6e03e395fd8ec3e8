package dev.backplane.compiler;

import dev.backplane.plugin.ImportSymbols;
import dev.backplane.plugin.MetaTable;
import dev.backplane.plugin.Plugin;
import dev.backplane.plugin.PluginSymbol;
import dev.backplane.plugin.SpecFields;
import dev.backplane.plugin.SymbolFetcher;
import dev.backplane.plugin.SymbolFetcherBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The fields of a specification that only component plugins have.
 *
 * @param symbols its symbols, possibly none
 * @param staticFiles files that are used unchanged, below {@code verilog/}, {@code vhdl/} or {@code
 *     torch/}
 * @param documentation texts for people
 * @param tests files that its tests need
 */
record ComponentSpec(
    List<String> symbols,
    List<String> staticFiles,
    List<String> documentation,
    List<String> tests) {

  static SymbolFetcher<Compiler> fetcher() {
    return SymbolFetcherBuilder.<ComponentSpec, Compiler>of(ComponentSpec::read)
        .addPerSpec(ComponentSpec::symbols)
        .build();
  }

  private static ComponentSpec read(MetaTable table) {
    SpecFields fields = SpecFields.of(table);
    List<String> symbols = fields.optionalTexts("symbols");
    List<String> files = fields.optionalTexts("static_files");
    List<String> documentation = fields.optionalTexts("documentation");
    List<String> tests = fields.optionalTexts("tests");
    fields.check();
    return new ComponentSpec(symbols, files, documentation, tests);
  }

  private static Stream<PluginSymbol<Compiler>> symbols(Plugin<ComponentSpec> plugin) {
    ComponentSpec spec = plugin.spec();
    for (List<String> files : List.of(spec.documentation(), spec.tests())) {
      for (String file : files) {
        plugin.require(file);
      }
    }
    List<PluginSymbol<Compiler>> symbols = new ArrayList<>();
    for (String file : spec.staticFiles()) {
      symbols.add(StaticFile.of(plugin, file));
    }
    symbols.addAll(ImportSymbols.<Compiler>importAll(plugin, plugin.packageName(), spec.symbols()));
    return symbols.stream();
  }
}
