package dev.backplane.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * XRT's own user-space path, driven from C++: a process that starts kernels on the noop shim of the
 * installed libxrt, which completes every command at once.
 */
final class XrtPeer implements AutoCloseable {
  static final String NAME = "C++, noop shim";

  private final Path folder;
  private final Process process;
  private final PrintStream out;
  private final BufferedReader in;

  /**
   * Compiles and starts it.
   *
   * @param image the image to load
   */
  XrtPeer(Path image) throws IOException {
    folder = Files.createTempDirectory("backplane-bench");
    Path source = folder.resolve("xrt.cpp");
    try (InputStream text = Objects.requireNonNull(XrtPeer.class.getResourceAsStream("xrt.cpp"))) {
      Files.copy(text, source);
    }
    // Debian puts the libraries where the shim's loader does not look: XILINX_XRT names a folder
    // whose lib is that place.
    Files.createSymbolicLink(folder.resolve("lib"), libraries());
    Path program = folder.resolve("xrt");
    Programs.compile(
        source, program, "-I/usr/include/xrt", "-lxrt_coreutil", "-luuid", "-lpthread");
    ProcessBuilder builder = new ProcessBuilder(program.toString(), image.toString());
    builder.environment().put("XILINX_XRT", folder.toString());
    builder.environment().put("XCL_EMULATION_MODE", "noop");
    process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    out = new PrintStream(process.getOutputStream(), true, StandardCharsets.US_ASCII);
    in =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
    String greeting = in.readLine();
    if (!"ready".equals(greeting)) {
      throw new IOException("the C++ peer said " + greeting + "; more is above");
    }
  }

  private static Path libraries() throws IOException {
    Path here = Path.of("/usr/lib/" + System.getProperty("os.arch").replace("amd64", "x86_64"));
    Path multiarch = here.resolveSibling(here.getFileName() + "-linux-gnu");
    if (!Files.exists(multiarch.resolve("libxrt_coreutil.so.2"))) {
      throw new IOException("no libxrt_coreutil.so.2 in " + multiarch + ": run tools/setup");
    }
    return multiarch;
  }

  /** Runs a second. */
  double runs(int inFlight, long nanos) throws IOException {
    long[] answer = ask("runs " + inFlight + " " + nanos);
    return answer[0] * 1e9 / answer[1];
  }

  /** Nanoseconds from start to complete: the median and the 99th percentile. */
  long[] latency(int count) throws IOException {
    return ask("latency " + count);
  }

  /** Nanoseconds to make and free a buffer of 4 KiB. */
  double buffer(long nanos) throws IOException {
    long[] answer = ask("buffers " + nanos);
    return (double) answer[1] / answer[0];
  }

  private long[] ask(String question) throws IOException {
    out.println(question);
    String answer = in.readLine();
    if (answer == null) {
      throw new IOException("the C++ peer ended at '" + question + "'; what it said is above");
    }
    String[] words = answer.split(" ", -1);
    return new long[] {Long.parseLong(words[0]), Long.parseLong(words[1])};
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    EngineArea.delete(folder);
  }
}
