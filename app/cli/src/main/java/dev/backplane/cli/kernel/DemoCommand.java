package dev.backplane.cli.kernel;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Device;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.Image;
import dev.backplane.api.Kernel;
import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import dev.backplane.api.Token;
import dev.backplane.cli.card.ListCommand;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Home;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.command.UnreadableFile;
import dev.backplane.cli.command.Watch;
import dev.backplane.cli.report.Figures;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.Report;
import dev.backplane.runtime.Backplane;
import dev.backplane.xclbin.RegularFile;
import dev.backplane.xclbin.Xclbin;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;

/** Hashes a file on simulated hardware and with the JDK. */
public final class DemoCommand extends Command {
  private static final String IMAGE = "examples/sha256/sha256.xclbin";
  private static final String KERNEL = "sha256";
  private static final int DIGEST_BYTES = 32;

  private final CommonOptions common;

  private final Parameter<Path> file =
      parameter(Path.class, "FILE")
          .mayBeMissing()
          .about("What to hash. Default: the LICENSE of this project.");

  private final Option<Duration> timeout =
      option(Duration.class, "--timeout")
          .label("TIME")
          .byDefault("10m")
          .about("How long it may take. Default: ${DEFAULT-VALUE}.");

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  public DemoCommand(CommonOptions common) {
    super("demo", "Hash a file on a software FPGA card, and check the digest against the JDK's.");
    description(
        "Lists the devices, takes the first software card, loads examples/sha256/sha256.xclbin, a",
        "SHA-256 core in SystemVerilog, and simulates it cycle by cycle while it reads the file.");
    exitCode(ExitCode.FAILED, "The card and the JDK disagree, or it was tried and failed.");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    long began = System.nanoTime();
    PrintWriter out = forPeople();
    Path path = file.optional().orElseGet(() -> Home.require("LICENSE"));
    byte[] message = read(path);
    Image image = Image.of(Home.require(IMAGE));
    try (Backplane backplane = common.backplane().open()) {
      ListCommand.table(backplane.devices()).print(out);
      Token card = backplane.find(Filter.kernel(KERNEL).withDeviceType(DeviceType.FPGA));
      out.println();
      out.printf("card     %s, %s%n", card.id(), card.properties().name());
      out.printf("image    %s, kernel %s%n", IMAGE, KERNEL);
      out.printf(
          "message  %s, %s bytes%n",
          file.optional().map(Path::toString).orElse("LICENSE"), Figures.grouped(message.length));
      byte[] expected = jdk(message);
      Hashed hashed;
      try (Device device = card.open()) {
        hashed = onCard(device, image, message, expected);
      }
      out.printf("total    %s%n", Figures.time(Duration.ofNanos(System.nanoTime() - began)));
      if (json.get()) {
        Json.print(common.console().out(), hashed);
      }
      return hashed.same() ? ExitCode.OK : ExitCode.FAILED;
    }
  }

  private record Hashed(
      String device,
      long bytes,
      String digest,
      String expected,
      boolean same,
      long cycles,
      long elapsedNs)
      implements Report {}

  /** {@return where the story is told: nowhere, if a program reads the end of it} */
  private PrintWriter forPeople() {
    return json.get() ? new PrintWriter(Writer.nullWriter()) : common.console().out();
  }

  private Hashed onCard(Device device, Image image, byte[] message, byte[] expected) {
    PrintWriter out = forPeople();
    Kernel sha256 = device.load(image).kernel(KERNEL);
    // No try: the device closes what was made from it, and knows how if Ctrl-C comes in between.
    Buffer data = sha256.buffer("data", Math.max(1, message.length)); // Buffers are never empty.
    Buffer digest = sha256.buffer("digest", DIGEST_BYTES);
    data.write(message).sync();
    Run run = sha256.start(data, (long) message.length, digest);
    RunReport report = Watch.await(run, "kernel " + KERNEL, timeout.get(), common);
    byte[] result = digest.syncBack().read(new byte[DIGEST_BYTES]);
    out.printf("digest   %s  on the card%n", HexFormat.of().formatHex(result));
    out.printf(
        "         %s  by the JDK's MessageDigest: %s%n",
        HexFormat.of().formatHex(expected),
        Arrays.equals(result, expected) ? "the same" : "NOT THE SAME");
    out.printf(
        Locale.ROOT,
        "run      %s cycles simulated in %s: %s, %.2f MB/s%n",
        Figures.grouped(report.cycles()),
        Figures.time(report.elapsed()),
        Figures.cyclesPerSecond(report),
        message.length * 1e3 / Math.max(1, report.elapsed().toNanos()));
    return new Hashed(
        device.id(),
        message.length,
        HexFormat.of().formatHex(result),
        HexFormat.of().formatHex(expected),
        Arrays.equals(result, expected),
        report.cycles(),
        report.elapsed().toNanos());
  }

  private static byte[] jdk(byte[] message) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(message);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static byte[] read(Path path) {
    try {
      return RegularFile.read(path, Xclbin.MAX_SIZE);
    } catch (IOException e) {
      throw UnreadableFile.at("read", path, e);
    } catch (OutOfMemoryError e) {
      throw BackplaneException.because(ErrorCode.FILE_UNREADABLE, "it is too large")
          .during("read")
          .on(path.toString())
          .remedy("Name a file of some megabytes at most")
          .causedBy(e)
          .build();
    }
  }
}
