package dev.backplane.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ContractProcessorTest {
  @TempDir Path folder;

  private static String home(String form, String... packages) {
    String from = packages.length == 0 ? "\"sample\"" : String.join(", ", packages);
    return "@dev.backplane.api.contract.Generate(value = dev.backplane.api.contract.Form."
        + form
        + ", from = {"
        + from
        + "}) package sample;";
  }

  private static String facet(String name, String body) {
    return "package sample; import dev.backplane.api.contract.*; import java.lang.foreign.*;"
        + " import java.time.*; import java.util.*; import java.util.function.*; public interface "
        + name
        + " extends dev.backplane.api.Facet {"
        + body
        + "}";
  }

  @Test
  void aRegisterReadIsCheckedAndForwardedAndNothingElse() {
    Compilation done =
        Compilation.of(folder, home("CHECKED"), facet("Fan", "int speed(int number);"));

    assertThat(done.problems()).isEmpty();
    assertThat(done.written("CheckedFan"))
        .contains(
            """
              public int speed(int number) {
                this.lifetime.check("speed");
                try {
                  return this.target.speed(number);
                } catch (Throwable thrown) {
                  throw this.origin.failed("speed", thrown);
                }
              }
            """);
  }

  @Test
  void whatOneThreadUsesAtATimeIsEnteredAndLeft() {
    Compilation done =
        Compilation.of(
            folder,
            home("CHECKED"),
            facet("Fan", "void turn(int speed);")
                .replace("public interface", "@OneThread public interface"));

    assertThat(done.problems()).isEmpty();
    assertThat(done.written("CheckedFan"))
        .contains(
            """
                this.enter("turn");
                try {
                  this.target.turn(speed);
                } catch (Throwable thrown) {
                  throw this.origin.failed("turn", thrown);
                } finally {
                  this.leave();
                }
            """);
  }

  @Test
  void rangesAndWhatIsFilledAreCheckedBeforeTheDriverIsCalled() {
    Compilation done =
        Compilation.of(
            folder,
            home("CHECKED"),
            facet(
                "Fan",
                "void blow(@In MemorySegment from, @Within(value = \"from\", bytes = \"to\") long"
                    + " at, @Out MemorySegment to);"));

    assertThat(done.problems()).isEmpty();
    assertThat(done.written("CheckedFan"))
        .contains(
            """
                try {
                  Ranges.checkInside(at, to.byteSize(), from.byteSize());
                  Ranges.checkWritable(to);
                  this.target.blow(from, at, to);
            """);
  }

  @Test
  void whatTheHandWrittenFormChecksIsAskedBeforeTheDriver() {
    Compilation done =
        Compilation.of(
            folder,
            home("CHECKED"),
            facet("Fan", "void turn(int speed, String... names);"),
            "package sample; abstract class ManagedFan {"
                + " void checkTurn(int speed, String... names) {} }");

    assertThat(done.problems()).isEmpty();
    assertThat(done.written("CheckedFan"))
        .contains(
            "abstract class CheckedFan", "abstract void checkTurn(int speed, String... names);")
        .containsSubsequence("this.checkTurn(speed, names);", "this.target.turn(speed, names);");
  }

  @Test
  void whatAnOperationMakesHasFormsToo() {
    Compilation done =
        Compilation.of(
            folder,
            home("TRACED"),
            facet("Fan", "Blade blade(int number); Optional<Blade> spare(); List<Blade> all();"),
            "package sample; public interface Blade extends AutoCloseable {"
                + " Blade turn(java.time.Duration time); @Override void close(); }");

    assertThat(done.problems()).isEmpty();
    assertThat(done.written("TracedFan"))
        .contains("new TracedBlade(this, answer)", "answer.map(", "answer.stream()");
    assertThat(done.written("TracedBlade")).contains("return this;");
  }

  @Test
  void aParameterMayHaveAnyName() {
    Compilation done =
        Compilation.of(
            folder,
            home("CHECKED"),
            facet(
                "Fan",
                "int turn(Fan.Blade own, Duration answer, int target, int thrown, long handle);"
                    + " Blade blade(); interface Blade extends AutoCloseable { void close(); }"));

    assertThat(done.problems()).isEmpty();
    assertThat(done.written("CheckedFan")).contains("this.target.turn(", "own_.take(own)");
  }

  @Test
  void aLocalComponentOfAValueIsNotSent() {
    Compilation done =
        Compilation.of(
            folder,
            home("CHECKED"),
            facet("Fan", "void put(Own own); record Own(int bank, @Local MemorySegment bytes) {}"));

    assertThat(done.problems()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "<T> void put(T value);|type parameters",
        "void put(int value) throws java.io.IOException;|checked exceptions",
        "Iterator<String> put();|Iterator<java.lang.String> cannot be sent",
        "@Local java.io.InputStream put();|java.io.InputStream cannot be sent",
        "void put(Own own); record Own(MemorySegment bytes) {}|Own cannot be sent",
        "void put(Consumer<String> callback);|Consumer<java.lang.String> cannot be sent",
        "void put(MemorySegment bytes);|memory has a direction: mark parameter bytes",
        "MemorySegment put();|memory of the host cannot be sent as a result",
        "Object put();|type Object",
        "@Composed void put();|only a default method can be @Composed",
        "@Makes int put();|its interface's own type is marked @Makes",
        "@Command int put();|a @Command gives what stands for its work",
        "void put(Other other); interface Other {}|no operation makes a Other",
        "Other[] put(); interface Other {}|in a List, not in an array",
        "Map<String, Other> put(); interface Other {}|cannot be sent",
      })
  void whatCannotBeHandledIsAnErrorThatNamesTheMethod(String body, String why) {
    Compilation done = Compilation.of(folder, home("NAMES"), facet("Fan", body));

    assertThat(done.problems()).singleElement().asString().contains("sample.Fan.put(", why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "void put(Object value);|write the operation in sample.ManagedFan",
        "void put(@AtLeast(1) double value);|only an int or a long is marked @AtLeast",
        "void put(@Within(`to`) long at);|parameter at is @Within a parameter 'to'",
        "void put(@In MemorySegment to, @Within(`to`) int at);|only a long or a Rect is marked"
            + " @Within",
        "void put(@In MemorySegment to, @Within(`to`) long at);|@Within a parameter '' that is not",
        "@Operation(`put {1}`) void put(int value);|there is no parameter {1}",
        "@Command Other put(); interface Other {}|write a method adopt in sample.ManagedOther",
      })
  void whatTheCheckedFormCannotDoIsAnErrorThatNamesTheMethod(String body, String why) {
    Compilation done =
        Compilation.of(folder, home("CHECKED"), facet("Fan", body.replace('`', '"')));

    assertThat(done.problems()).singleElement().asString().contains("sample.Fan.put(", why);
  }

  @Test
  void twoFacetsOfOneNameAreAnError() {
    Compilation done =
        Compilation.of(
            folder,
            home("NAMES"),
            facet("Fan", ""),
            facet("Cooler", "").replace("public interface", "@Named(\"Fan\") public interface"));

    assertThat(done.problems())
        .singleElement()
        .asString()
        .contains("sample.Cooler", "sample.Fan", "both called Fan", "@Named");
  }

  @Test
  void aFacetWithoutAConformanceClassIsAnError() {
    Compilation done = Compilation.of(folder, home("KIT"), facet("Fan", ""));

    assertThat(done.problems())
        .singleElement()
        .asString()
        .contains("sample.Fan has no conformance class: write sample.FanConformance");
  }

  @Test
  void aPackageThatIsNotThereIsAnError() {
    Compilation done = Compilation.of(folder, home("NAMES", "\"samples\""));

    assertThat(done.problems()).singleElement().asString().contains("no package samples");
  }
}
