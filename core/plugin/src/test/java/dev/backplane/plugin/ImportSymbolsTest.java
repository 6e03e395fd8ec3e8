package dev.backplane.plugin;

import static dev.backplane.plugin.TestPlugin.entry;
import static dev.backplane.plugin.TestPlugin.loader;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One compiled package with everything that can be named, and a meta.toml for each test. */
class ImportSymbolsTest {
  @TempDir static Path temp;

  private static final String SYMBOL = "dev.backplane.plugin.PluginSymbol<java.util.List<String>>";

  private static Path classes = Path.of("");
  private final List<String> receiver = new ArrayList<>();

  @BeforeAll
  static void compile() throws IOException {
    classes =
        new TestPlugin(temp.resolve("all"))
            .symbol("p.Plain", "plain")
            .symbol("p.sub.Deep", "deep")
            .source(
                "p.Outer",
                """
                package p;
                public class Outer {
                  public static class Inner implements SYMBOL {
                    public void loadInto(java.util.List<String> receiver) { receiver.add("inner"); }
                  }
                  public static final SYMBOL CONSTANT = receiver -> receiver.add("constant");
                  public static SYMBOL variable = receiver -> {};
                  public static final SYMBOL NOTHING = null;
                  static final SYMBOL HIDDEN = receiver -> {};
                }
                """
                    .replace("SYMBOL", SYMBOL))
            .source("p.NoSymbol", "package p; public class NoSymbol {}")
            .source("p.Abstract", "package p; public abstract class Abstract {}")
            .source("p.Needy", "package p; public class Needy { public Needy(int parameter) {} }")
            .source("p.Hidden", "package p; class Hidden { public Hidden() {} }")
            .source(
                "p.Throwing",
                "package p; public class Throwing {"
                    + " public Throwing() { throw new IllegalStateException(\"no power\"); } }")
            .source(
                "p.Initialised",
                "package p; public class Initialised { static int x = 1 / Integer.parseInt(\"0\");"
                    + " }")
            .source("p.Unlinked", "package p; public class Unlinked extends gone.Parent {}")
            .source("gone.Parent", "package gone; public class Parent {}")
            .folder();
    Files.delete(classes.resolve("gone/Parent.class"));
  }

  private PluginSource listing(String... symbols) throws IOException {
    new TestPlugin(temp.resolve("all")).meta(entry("p", "1.0.0", symbols)).folder();
    return PluginSource.folder(classes);
  }

  @Test
  void classesNestedClassesAndConstantsAreImportedInOrderAndRepeatedWhereListedTwice()
      throws IOException {
    PluginSource source =
        listing("Outer.CONSTANT", "Plain", "Outer.Inner", "sub.Deep", "Plain", "Outer$Inner");
    // A sub-package is named by the function that imports, not by the symbol.
    assertThat(
            catchThrowableOfType(PluginException.class, () -> loader(receiver).build().load(source))
                .error())
        .isEqualTo(PluginError.SYMBOL_NOT_FOUND);

    PluginSource good = listing("Outer.CONSTANT", "Plain", "Outer.Inner", "Plain", "Outer$Inner");
    try (LoadedPlugins<List<String>> loaded = loader(receiver).build().load(good)) {
      assertThat(receiver).containsExactly("constant", "plain", "inner", "plain", "inner");
      assertThat(loaded.plugins()).hasSize(1);
    }
  }

  @Test
  void symbolsCanComeFromAPackageBelowThatOfThePlugin() throws IOException {
    SymbolFetcher<List<String>> fetcher =
        SymbolFetcherBuilder.<SymbolsSpec, List<String>>of(SymbolsSpec.reader())
            .addPerSpec(
                p ->
                    ImportSymbols.importAll(
                            p, p.packageName() + ".sub", p.spec().symbols(), PluginSymbol.class)
                        .stream()
                        .map(symbol -> list -> list.add(symbol.getClass().getName())))
            .build();
    try (LoadedPlugins<List<String>> loaded =
        PluginLoader.builder(receiver, Version.of("1"), fetcher).build().load(listing("Deep"))) {
      assertThat(receiver).containsExactly("p.sub.Deep");
      assertThat(loaded.plugins()).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Absent         | SYMBOL_NOT_FOUND    | package p has no such class",
        "Outer.ABSENT   | SYMBOL_NOT_FOUND    | neither a nested class nor a public field ABSENT",
        "Outer.HIDDEN   | SYMBOL_NOT_FOUND    | neither a nested class nor a public field HIDDEN",
        "a.b.c.d        | SYMBOL_NOT_FOUND    | package p has no such class",
        "''             | SYMBOL_NOT_FOUND    | package p has no such class",
        "../Plain       | SYMBOL_NOT_FOUND    | package p has no such class",
        "Outer.variable | SYMBOL_NOT_LOADABLE | must be public static final",
        "Outer.NOTHING  | SYMBOL_NOT_LOADABLE | is null",
        "NoSymbol       | SYMBOL_NOT_LOADABLE | p.NoSymbol is not a dev.backplane.plugin",
        "Abstract       | SYMBOL_NOT_LOADABLE | is abstract",
        "Needy          | SYMBOL_NOT_LOADABLE | no public constructor without parameters",
        "Hidden         | SYMBOL_NOT_LOADABLE | p.Hidden is not public",
        "Unlinked       | SYMBOL_NOT_LOADABLE | gone/Parent",
        "Throwing       | SYMBOL_FAILED       | its constructor threw"
            + " java.lang.IllegalStateException: no power",
        "Initialised    | SYMBOL_FAILED       | its static initialiser threw"
            + " java.lang.ArithmeticException",
      })
  void namesASymbolThatCannotBeImportedWithPackageAndPlace(
      String symbol, PluginError error, String text) throws IOException {
    PluginSource source = listing("Plain", symbol);
    PluginException thrown =
        catchThrowableOfType(PluginException.class, () -> loader(receiver).build().load(source));
    assertThat(thrown.error()).isEqualTo(error);
    assertThat(thrown)
        .hasMessageContaining("symbol " + symbol + " of package p")
        .hasMessageContaining(text);
    assertThat(thrown.position().file()).endsWith("meta.toml");
    assertThat(thrown.position().line()).isEqualTo(6);
    assertThat(thrown.position().column()).isEqualTo(21);
    assertThat(receiver).isEmpty();
  }
}
