package dev.backplane.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SpecReaderTest {
  /** Every kind of component there is. */
  record Everything(
      String name,
      int width,
      long sizeInBytes,
      double ratio,
      boolean fast,
      Version version,
      VersionRange apiVersion,
      Requirement needs,
      List<String> staticFiles,
      @MetaKey(required = false) List<Requirement> requires,
      Optional<Version> since,
      @MetaKey(value = "class", required = false) String kind,
      @MetaKey(required = false) int level) {}

  private static final SpecReader<Everything> READER =
      SpecReader.of(MethodHandles.lookup(), Everything.class);

  private static MetaTable table(String text) {
    return MetaFile.parse(text, "meta.toml", null).getFirst();
  }

  @Test
  void aRecordIsReadByTheNamesOfItsComponents() {
    Everything spec =
        READER.read(
            table(
                """
                [[plugins]]
                name = "a"
                width = 32
                size_in_bytes = 5_000_000_000
                ratio = 2
                fast = true
                version = "1.2"
                api_version = "^1"
                needs = "mac@^0.1"
                static_files = ["a.vhd", "b.vhd"]
                since = "0.9"
                unknown = { is = "accepted" }
                """));

    assertThat(spec)
        .isEqualTo(
            new Everything(
                "a",
                32,
                5_000_000_000L,
                2.0,
                true,
                Version.of("1.2.0"),
                VersionRange.of("^1.0.0"),
                Requirement.of("mac@^0.1"),
                List.of("a.vhd", "b.vhd"),
                List.of(),
                Optional.of(Version.of("0.9.0")),
                "",
                0));
  }

  @Test
  void everythingMissingOrWrongIsReportedAtOnceWithItsPlace() {
    PluginException error =
        catchThrowableOfType(
            PluginException.class,
            () ->
                READER.read(
                    table(
                        """
                        # a comment first
                        [[plugins]]
                        name = 3
                        width = 5_000_000_000
                        ratio = "2"
                        fast = "yes"
                        version = "one"
                        static_files = ["a.vhd",
                                        7]
                        requires = "mac"
                        """)));

    assertThat(error.problems())
        .extracting(PluginException.Problem::toString)
        .containsExactly(
            "WRONG_TYPE: meta.toml:3:1: name must be a string, not the number 3",
            "WRONG_TYPE: meta.toml:4:1: width must be a whole number of 32 bits, not the number"
                + " 5000000000",
            "MISSING_FIELD: meta.toml:2:1: size_in_bytes is missing; it must be a whole number",
            "WRONG_TYPE: meta.toml:5:1: ratio must be a number, not the string \"2\"",
            "WRONG_TYPE: meta.toml:6:1: fast must be true or false, not the string \"yes\"",
            "BAD_VALUE: meta.toml:7:1: version: \"one\" is not a version like 1.4.0",
            "MISSING_FIELD: meta.toml:2:1: api_version is missing; it must be a string with a"
                + " version range",
            "MISSING_FIELD: meta.toml:2:1: needs is missing; it must be a string like mac@^0.1",
            "WRONG_TYPE: meta.toml:9:17: static_files[1] must be a string, not the number 7",
            "WRONG_TYPE: meta.toml:10:1: requires must be a list, each element a string like"
                + " mac@^0.1, not the string \"mac\"");
    assertThat(error.error()).isEqualTo(PluginError.WRONG_TYPE);
    assertThat(error.position()).isEqualTo(new Position("meta.toml", 3, 1));
    assertThat(error).hasMessageStartingWith("10 problems:\n  WRONG_TYPE: meta.toml:3:1");
  }

  record Positive(int width) {
    Positive {
      if (width <= 0) {
        throw new IllegalArgumentException("width must be positive, not " + width);
      }
    }
  }

  @Test
  void aRefusalOfTheRecordIsABadValueOfTheEntry() {
    PluginException error =
        catchThrowableOfType(
            PluginException.class,
            () ->
                SpecReader.of(MethodHandles.lookup(), Positive.class)
                    .read(table("[[plugins]]\nwidth = -1\n")));
    assertThat(error).hasMessage("BAD_VALUE: meta.toml:1:1: width must be positive, not -1");
  }

  record Unreadable(Thread thread) {}

  record NoNeutralValue(@MetaKey(required = false) Version version) {}

  @Test
  void recordsThatCannotBeReadAreRefusedWhenTheReaderIsMade() {
    var lookup = MethodHandles.lookup();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SpecReader.of(lookup, Unreadable.class))
        .withMessageContaining("thread");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SpecReader.of(lookup, NoNeutralValue.class))
        .withMessageContaining("make it Optional");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SpecReader.of(Positive.class))
        .withMessageContaining("not accessible");
  }

  @Test
  void theStandardReaderReadsWhatReflectionWould() {
    String text =
        TestPlugin.entry("a", "1.0.0", "S")
            + "requires = [\"mac@^0.1\", \"add\"]\nprovides = [\"b\"]\n"
            + "target_runtime = \"driver\"\n";
    SymbolsSpec spec = SymbolsSpec.reader().read(table(text));
    assertThat(spec).isEqualTo(SpecReader.of(SymbolsSpec.class).read(table(text)));
    assertThat(spec.packageName()).isEqualTo("a");
    assertThat(spec.requires()).hasToString("[mac@^0.1, add]");

    PluginException byHand =
        catchThrowableOfType(
            PluginException.class, () -> SymbolsSpec.reader().read(table("[[plugins]]\n")));
    PluginException byReflection =
        catchThrowableOfType(
            PluginException.class,
            () -> SpecReader.of(SymbolsSpec.class).read(table("[[plugins]]\n")));
    assertThat(byHand.problems()).isEqualTo(byReflection.problems()).hasSize(5);
  }

  @Test
  void aBlankNameIsRefused() {
    PluginException error =
        catchThrowableOfType(
            PluginException.class,
            () ->
                SymbolsSpec.reader()
                    .read(
                        table(
                            TestPlugin.entry("a", "1", "S")
                                .replace("name = \"a\"", "name = \" \""))));
    assertThat(error).hasMessage("BAD_VALUE: meta.toml:2:1: name must not be blank");
  }
}
