package dev.backplane.capi.card.abi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.api.capi.CoherentEvent;
import dev.backplane.api.capi.CoherentEvent.AfuError;
import dev.backplane.api.capi.CoherentEvent.AfuInterrupt;
import dev.backplane.api.capi.CoherentEvent.DataStorage;
import dev.backplane.api.capi.StartWork;
import java.io.File;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Numbers and structures beside those that a C compiler makes of the kernel's header. */
final class CHeaderTest {
  private static final List<CoherentEvent> EVENTS =
      List.of(
          new AfuInterrupt(0xabcd, 0x7ff),
          new DataStorage(1, 0x8000_0000_0000_1234L, 0x4000_0000_4200_0000L),
          new AfuError(0xffff, -2));

  @TempDir Path folder;

  /** The kernel's own header, where it is, and the one that is shipped for C programs. */
  static Stream<Path> headers() {
    return Stream.of(Path.of("/usr/include"), Path.of("../../capi/clib/src/main/c/include"));
  }

  private String run(Path headers, File input, File output) throws Exception {
    assumeTrue(Files.exists(headers.resolve("misc/cxl.h")), headers + " has no misc/cxl.h");
    Path program = folder.resolve("structures");
    List<String> compile =
        List.of("gcc", "-Wall", "-Werror", "-I", headers.toString(), "src/test/c/structures.c");
    List<String> command = new ArrayList<>(compile);
    command.addAll(List.of("-o", program.toString()));
    execute(new ProcessBuilder(command));
    ProcessBuilder builder = new ProcessBuilder(program.toString());
    builder.redirectInput(input).redirectOutput(output);
    return execute(builder);
  }

  private String execute(ProcessBuilder builder) throws IOException, InterruptedException {
    File errors = folder.resolve("errors.txt").toFile();
    Process process = builder.redirectError(errors).start();
    boolean ended = process.waitFor(5, TimeUnit.MINUTES);
    process.destroyForcibly();
    String text = Files.readString(errors.toPath());
    assertThat(ended).as(text).isTrue();
    assertThat(process.exitValue()).as(text).isZero();
    return text;
  }

  @ParameterizedTest
  @MethodSource("headers")
  void cReadsTheWorkThatIsWrittenAndWritesTheEventsThatAreRead(Path headers) throws Exception {
    MemorySegment work = MemorySegment.ofArray(new byte[StartWorkBytes.BYTES]);
    StartWorkBytes.write(
        StartWork.of(0x1122_3344_5566_7788L).withInterrupts(0x1234).withAuthorityMask(-3),
        StartWorkBytes.ALL_ONES,
        work);
    Path input = folder.resolve("work.bin");
    Path output = folder.resolve("events.bin");
    Files.write(input, work.toArray(ValueLayout.JAVA_BYTE));

    String said = run(headers, input.toFile(), output.toFile());

    assertThat(said.lines())
        .containsExactly(
            "sizes 64 64 64 8 40",
            "ioctls 4040ca00 8004ca01 8040ca02 4040ca0a 4040ca0b",
            "flags 7 known f",
            "wed 1122334455667788 amr fffffffffffffffd interrupts 1234 reserved 0");
    MemorySegment events = MemorySegment.ofArray(Files.readAllBytes(output));
    List<CoherentEvent> read = new ArrayList<>();
    for (long at = 0; at < events.byteSize(); at += EventBytes.size(events.asSlice(at))) {
      read.add(EventBytes.read(events.asSlice(at)).orElseThrow());
    }
    assertThat(read).isEqualTo(EVENTS);
  }

  @ParameterizedTest
  @MethodSource("headers")
  void eventsAreTheBytesThatCWrites(Path headers) throws Exception {
    Path input = folder.resolve("nothing.bin");
    Path output = folder.resolve("events.bin");
    Files.write(input, new byte[StartWorkBytes.BYTES]);
    run(headers, input.toFile(), output.toFile());

    MemorySegment written = MemorySegment.ofArray(new byte[256]);
    long at = 0;
    for (CoherentEvent event : EVENTS) {
      at += EventBytes.write(event, written.asSlice(at));
    }

    assertThat(written.asSlice(0, at).toArray(ValueLayout.JAVA_BYTE))
        .isEqualTo(Files.readAllBytes(output));
  }

  @ParameterizedTest
  @CsvSource({
    "START_WORK, 4040CA00, 8040CA00",
    "GET_PROCESS_ELEMENT, 8004CA01, 4004CA01",
    "GET_AFU_ID, 8040CA02, 4040CA02",
    "DOWNLOAD_IMAGE, 4040CA0A, 8040CA0A",
    "VALIDATE_IMAGE, 4040CA0B, 8040CA0B",
  })
  void numbersOfCallsAreThoseOfTheMachine(CxlIoctl call, String generic, String power) {
    assertThat(call.number(IoctlEncoding.GENERIC)).isEqualTo(Long.parseLong(generic, 16));
    assertThat(call.number(IoctlEncoding.POWERPC)).isEqualTo(Long.parseLong(power, 16));
  }

  @ParameterizedTest
  @CsvSource({"ppc64le, POWERPC", "ppc64, POWERPC", "amd64, GENERIC", "aarch64, GENERIC"})
  void machinesHaveTheirEncoding(String architecture, IoctlEncoding encoding) {
    assertThat(IoctlEncoding.ofMachine(architecture)).isEqualTo(encoding);
  }

  @Test
  void thisMachineHasOne() {
    assertThat(IoctlEncoding.ofMachine())
        .isEqualTo(IoctlEncoding.ofMachine(System.getProperty("os.arch")));
  }
}
