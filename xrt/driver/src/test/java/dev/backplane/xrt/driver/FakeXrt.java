package dev.backplane.xrt.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.ffi.Calls;
import dev.backplane.ffi.NativeLibrary;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A libxrt_coreutil of our own, compiled from the source beside the tests: it computes, and fails
 * when it is told to. A process has one, as it has one of XRT.
 */
final class FakeXrt {
  private static final String NAME = "libxrt_coreutil.so.2";
  private static final Path SOURCE = Path.of("src/test/c/fake_xrt_coreutil.c");

  private static final MethodHandle FAIL =
      Calls.of(FunctionDescriptor.ofVoid(ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
  private static final MethodHandle END = Calls.of(FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT));
  private static final MethodHandle RELEASE = Calls.of(FunctionDescriptor.ofVoid());

  private final Path folder;
  private final NativeLibrary library;

  private FakeXrt(Path folder) {
    this.folder = folder;
    library = NativeLibrary.load(NAME, List.of(folder));
  }

  /** Compiles it, or ends the test where no compiler is. */
  static FakeXrt compile(Path folder) throws IOException, InterruptedException {
    assumeTrue(ccIsHere(), "cc is not installed: tools/setup does it");
    Path library = folder.resolve(NAME);
    Process cc =
        new ProcessBuilder(
                List.of(
                    "cc",
                    "-std=c11",
                    "-D_GNU_SOURCE",
                    "-Wall",
                    "-Wextra",
                    "-O1",
                    "-shared",
                    "-fPIC",
                    "-fvisibility=hidden",
                    "-pthread",
                    "-o",
                    library.toString(),
                    SOURCE.toString()))
            .redirectErrorStream(true)
            .start();
    String said = new String(cc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(cc.waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(said).isEmpty();
    assertThat(cc.exitValue()).isZero();
    return new FakeXrt(folder);
  }

  private static boolean ccIsHere() {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":"))
        .anyMatch(place -> Files.isExecutable(Path.of(place, "cc")));
  }

  /** {@return a configuration that has the driver load it} */
  String config(String more) {
    return "{\"emulation\": \"noop\", \"library\": \"%s\"%s}".formatted(folder, more);
  }

  /** Lets calls of a function fail, with a number of errno.h or 0. */
  void fail(String function, int errno) {
    try (Arena arena = Arena.ofConfined()) {
      FAIL.invokeExact(library.function("fake_fail"), arena.allocateFrom(function), errno);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Lets runs end in a state. */
  void end(int state) {
    try {
      END.invokeExact(library.function("fake_end"), state);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Lets runs hang until they are released. */
  void hang() {
    end(0);
  }

  void release() {
    try {
      RELEASE.invokeExact(library.function("fake_release"));
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Lets everything work. */
  void mend() {
    fail("", 0);
    release();
    end(ErtState.COMPLETED);
  }
}
