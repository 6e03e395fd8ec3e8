package dev.backplane.rtl.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.Elaboration;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Effect;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Signal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which kernels are elaborated again, seen by a front end that only notes what it is asked. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ElaborationCacheTest {
  @TempDir Path folder;

  private final List<String> elaborated = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, Sources> given = new ConcurrentHashMap<>();
  private String toolVersion = "tool 1";

  @BeforeEach
  void twoKernelsOfOneFolder() throws IOException {
    write("scale.sv", "`include \"words.svh\"\nmodule scale; adder a(); endmodule\n");
    write(
        "adder.sv",
        "module adder; parameter N = 1; initial $readmemh(\"init.mem\", m); endmodule\n");
    write("sum.sv", "module sum; // adds\n wire x; endmodule\n");
    write("words.svh", "`define WORDS 4\n");
    write("init.mem", "00\n");
    for (String name : List.of("scale", "sum")) {
      write(
          name + ".toml",
          "name = \"%s\"\nsources = [\"scale.sv\", \"adder.sv\", \"sum.sv\"]\n".formatted(name));
    }
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  /** Elaborates nothing, but says what a tool would. */
  private class NotingFrontEnd implements FrontEnd {
    @Override
    public String name() {
      return toolVersion;
    }

    @Override
    public String where() {
      return "/tools";
    }

    @Override
    public Elaboration elaborate(Sources sources, String top) {
      elaborated.add(top);
      given.put(top, sources);
      Signal clock = new Signal(0, "clk", 1);
      LinkedHashMap<Port, Signal> inputs = new LinkedHashMap<>();
      inputs.put(new Port("clk", Port.Direction.INPUT, 1), clock);
      String place = sources.files().getFirst() + ":7";
      return new Elaboration(
          new Netlist(
              top,
              List.of(clock),
              inputs,
              new LinkedHashMap<>(),
              List.of(Clock.rising("clk")),
              List.of(),
              List.of(),
              List.of(),
              List.of(
                  new Effect(
                      Effect.Severity.INFO, place, 0, Operand.of(clock), "hello", List.of())),
              new LinkedHashMap<>()),
          toolVersion,
          List.of(place + ": a warning", "one of\ntwo lines"));
    }
  }

  private List<KernelElaboration.Result> build(Path at, FrontEnd tool, String... kernels) {
    return new KernelElaboration(
            tool, Optional.of(new ElaborationCache(folder.resolve("cache"), "1", false)), 2)
        .all(
            Stream.of(kernels)
                .map(kernel -> KernelDescription.read(at.resolve(kernel + ".toml")))
                .toList(),
            _ -> {});
  }

  /** What is elaborated if both kernels are built now. */
  private Set<String> rebuilt() {
    elaborated.clear();
    build(folder, new NotingFrontEnd(), "scale", "sum");
    return Set.copyOf(elaborated);
  }

  @Test
  void nothingIsElaboratedTwice() {
    assertThat(rebuilt()).containsExactlyInAnyOrder("scale", "sum");
    assertThat(rebuilt()).isEmpty();
  }

  @Test
  void aTouchedFileRebuildsNothing() throws IOException {
    rebuilt();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
      }
    }
    assertThat(rebuilt()).isEmpty();
  }

  @Test
  void aChangedCommentRebuildsItsKernelOnly() throws IOException {
    rebuilt();
    write("sum.sv", "module sum; // adds up\n wire x; endmodule\n");
    assertThat(rebuilt()).containsExactly("sum");
    write("adder.sv", Files.readString(folder.resolve("adder.sv")) + "// the end\n");
    assertThat(rebuilt()).containsExactly("scale");
  }

  @Test
  void theToolIsGivenWhatTheTopReaches() {
    rebuilt();
    assertThat(Objects.requireNonNull(given.get("sum")).files())
        .containsExactly(folder.resolve("sum.sv"));
    assertThat(Objects.requireNonNull(given.get("scale")).files())
        .containsExactly(folder.resolve("scale.sv"), folder.resolve("adder.sv"));
  }

  @Test
  void aChangedIncludeRebuildsItsKernel() throws IOException {
    write("include.sv", "");
    write("sum.sv", "module sum; `include \"body.inc\"\n endmodule\n");
    Path other = Files.createDirectory(folder.resolve("more"));
    Files.writeString(other.resolve("body.inc"), "wire a;\n");
    write("sum.toml", "name = \"sum\"\nsources = [\"sum.sv\"]\nincludes = [\"more\"]\n");
    rebuilt();
    Files.writeString(other.resolve("body.inc"), "wire b;\n");
    assertThat(rebuilt()).containsExactly("sum");
  }

  @Test
  void aChangedMemoryFileRebuilds() throws IOException {
    rebuilt();
    write("init.mem", "01\n");
    assertThat(rebuilt()).contains("scale");
  }

  @Test
  void aChangedParameterOrMacroRebuildsItsKernel() throws IOException {
    rebuilt();
    write("sum.toml", "name = \"sum\"\nsources = [\"sum.sv\"]\nparameters = { N = 3 }\n");
    assertThat(rebuilt()).containsExactly("sum");
    write("sum.toml", "name = \"sum\"\nsources = [\"sum.sv\"]\ndefines = { N = \"3\" }\n");
    assertThat(rebuilt()).containsExactly("sum");
  }

  @Test
  void anotherVersionOfTheToolRebuildsAll() {
    rebuilt();
    toolVersion = "tool 2";
    assertThat(rebuilt()).containsExactlyInAnyOrder("scale", "sum");
  }

  @Test
  void changedArgumentsOfADescriptionNeedNoElaboration() throws IOException {
    rebuilt();
    write("sum.toml", "# checked\n" + Files.readString(folder.resolve("sum.toml")));
    assertThat(rebuilt()).isEmpty();
  }

  @Test
  void aCopyOfTheSourcesIsTheSameAndItsMessagesNameTheCopy() throws IOException {
    var first = build(folder, new NotingFrontEnd(), "scale");
    Path copy = Files.createDirectory(folder.resolve("copy"));
    for (String name :
        List.of("scale.sv", "adder.sv", "sum.sv", "words.svh", "init.mem", "scale.toml")) {
      Files.copy(folder.resolve(name), copy.resolve(name));
    }
    var second = build(copy, new NotingFrontEnd(), "scale").getFirst();
    assertThat(second.cached()).isTrue();
    assertThat(second.elaboration().warnings())
        .containsExactly(copy.resolve("scale.sv") + ":7: a warning", "one of\ntwo lines");
    assertThat(second.elaboration().netlist().effects().getFirst().place())
        .isEqualTo(copy.resolve("scale.sv") + ":7");
    assertThat(build(folder, new NotingFrontEnd(), "scale").getFirst().elaboration())
        .isEqualTo(first.getFirst().elaboration());
  }

  @Test
  void aDamagedEntryIsMadeAgain() throws IOException {
    rebuilt();
    try (Stream<Path> files = Files.walk(folder.resolve("cache"))) {
      for (Path file : files.filter(each -> each.endsWith("design.net")).toList()) {
        Files.writeString(file, "design other\n");
      }
    }
    assertThat(rebuilt()).containsExactlyInAnyOrder("scale", "sum");
    assertThat(rebuilt()).isEmpty();
  }

  @Test
  void sourcesThatChangeWhileTheToolReadsThemAreNotKept() {
    NotingFrontEnd slow =
        new NotingFrontEnd() {
          @Override
          public Elaboration elaborate(Sources sources, String top) {
            try {
              write("sum.sv", "module sum; wire y; endmodule\n");
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
            return super.elaborate(sources, top);
          }
        };
    build(folder, slow, "sum");
    assertThat(rebuilt()).contains("sum");
  }

  @Test
  void manyBuildsAtOnceDoNotDisturbEachOther() {
    List<Elaboration> all =
        IntStream.range(0, 12)
            .parallel()
            .mapToObj(_ -> build(folder, new NotingFrontEnd(), "scale", "sum"))
            .flatMap(List::stream)
            .map(KernelElaboration.Result::elaboration)
            .distinct()
            .toList();
    assertThat(all).hasSize(2);
    assertThat(rebuilt()).isEmpty();
  }

  @Test
  void theErrorIsThatOfTheFirstKernelEvenIfALaterOneFailsBefore() {
    CountDownLatch later = new CountDownLatch(1);
    NotingFrontEnd failing =
        new NotingFrontEnd() {
          @Override
          public Elaboration elaborate(Sources sources, String top) {
            if (top.equals("sum")) {
              later.countDown();
            } else {
              await(later);
            }
            throw new RtlException(RtlError.SOURCE_INVALID, top + " is wrong");
          }
        };
    assertThatThrownBy(() -> build(folder, failing, "scale", "sum"))
        .isInstanceOf(RtlException.class)
        .hasMessageContaining("scale is wrong");
  }

  @Test
  void anErrorCancelsTheOtherKernels() {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch cancelled = new CountDownLatch(1);
    NotingFrontEnd failing =
        new NotingFrontEnd() {
          @Override
          public Elaboration elaborate(Sources sources, String top) {
            if (top.equals("scale")) {
              await(begun);
              throw new RtlException(RtlError.SOURCE_INVALID, "scale is wrong");
            }
            begun.countDown();
            try {
              new CountDownLatch(1).await();
            } catch (InterruptedException e) {
              cancelled.countDown();
            }
            throw new RtlException(RtlError.CANCELLED, "killed");
          }
        };
    assertThatThrownBy(() -> build(folder, failing, "scale", "sum"))
        .hasMessageContaining("scale is wrong");
    assertThat(cancelled.getCount()).isZero();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new RtlException(RtlError.CANCELLED, "interrupted", e);
    }
  }
}
