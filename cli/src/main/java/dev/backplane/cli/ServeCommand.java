package dev.backplane.cli;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.Image;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Token;
import dev.backplane.doors.xrt.FlightRecord;
import dev.backplane.doors.xrt.XrtDoor;
import dev.backplane.doors.xrt.XrtListener;
import dev.backplane.rtl.image.UnpackedImage;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.selector.DeviceSelector;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Owns a card and lets programs of other processes use it. */
@Command(
    name = "serve",
    header = "Keep a card with an image under power, and let XRT programs attach to it.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Programs attach with 'backplane exec --attach NAME -- ./host ...', or by hand with",
      "dont_run=true in xrt.ini and EMULATION_SOCKETID=NAME. One is served after the other.",
      "Ctrl-C ends the server."
    })
final class ServeCommand implements Callable<Integer> {
  /** The name of the door's socket if nothing is said, on both sides. */
  static final String NAME = "backplane";

  /** Where exec wants the records and logs of device processes. */
  static final String RECORDS = "BACKPLANE_RECORDS";

  private static final Filter FPGA = Filter.any().withDeviceType(DeviceType.FPGA);

  /** Ends the record's words for what is served by a card that schedules itself. */
  static final String QUEUE = ", with a command queue";

  private static final Duration HOST_LISTENS = Duration.ofSeconds(60);

  @Mixin private final CommonOptions common;

  @Parameters(
      arity = "0..1",
      paramLabel = "IMAGE",
      description = "An xclbin file: what the programs will say they load.")
  private @Nullable Path image;

  @Option(
      names = "--xrt",
      paramLabel = "NAME",
      description = "The name of the XRT door: its socket is /tmp/$USER/NAME. Default: " + NAME)
  private String name = NAME;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description = "What to serve: " + CommonOptions.SELECTOR + ". Default: the first FPGA.")
  private @Nullable String device;

  @Option(
      names = "--launched",
      hidden = true,
      paramLabel = "FOLDER",
      description = "Serve the one host that unpacked an image there and started this process.")
  private @Nullable Path launched;

  ServeCommand(CommonOptions common) {
    this.common = common;
  }

  @Override
  public Integer call() {
    return launched == null ? listen() : serveLauncher(launched);
  }

  private int listen() {
    if (image == null) {
      throw BackplaneException.because(ErrorCode.INVALID_ARGUMENT, "no image is named")
          .during("serve")
          .remedy("Name the xclbin that the programs load")
          .build();
    }
    Image loaded = Image.of(image);
    AtomicBoolean stop = new AtomicBoolean();
    Map<String, String> environment = System.getenv();
    record(environment, name);
    Path socket = XrtDoor.socket(user(environment), name);
    return common
        .interruption()
        .cancelling(
            () -> stop.set(true),
            () -> {
              try (Backplane backplane = common.backplane().open();
                  Device keeper = token(backplane).open(OpenMode.SHARED)) {
                String what =
                    image
                        + ", uuid "
                        + keeper.load(loaded).uuid()
                        + (XrtDoor.hasCommandQueue(keeper) ? QUEUE : "");
                try (XrtListener listener = XrtListener.at(socket)) {
                  common
                      .console()
                      .out()
                      .printf("serving %s on %s at %s%n", image, keeper.id(), socket);
                  serveHosts(token(backplane), what, listener, stop);
                }
              }
              return ExitCode.OK;
            });
  }

  private void serveHosts(Token token, String what, XrtListener listener, AtomicBoolean stop) {
    Path file = record(System.getenv(), name);
    FlightRecord record = FlightRecord.at(file);
    record.begin(what);
    for (SocketChannel host = listener.accept(stop::get);
        host != null;
        host = listener.accept(stop::get)) {

      // A device of its own: what the host holds goes with it.
      try (Device held = token.open(OpenMode.SHARED)) {
        boolean closed =
            new XrtDoor(held, record, this::log).serve(host, listener.socket(), stop::get);
        log(closed ? "a host has closed the device" : "a host has gone");
      } catch (BackplaneException e) {
        log(Failures.oneLine(e));
      }
      record.begin(what);
    }
    remove(file);
  }

  private int serveLauncher(Path folder) {
    Map<String, String> environment = System.getenv();
    String id = environment.get("EMULATION_SOCKETID");
    Path socket = XrtDoor.socket(environment.get("USER"), id);
    FlightRecord record = launchedRecord(id == null ? NAME : id);
    record.begin(folder.toString());
    try (Backplane backplane = ofHost();
        Device card = token(backplane).open()) {
      card.load(Image.of(folder.toString(), UnpackedImage.read(folder)));
      new XrtDoor(card, record, this::log).serveLauncher(socket, HOST_LISTENS);
      return ExitCode.OK;
    } catch (RuntimeException e) {
      record.failed(Failures.oneLine(e));
      throw e;
    }
  }

  /**
   * The configuration is the one that the host has, whose only card may be the one that this
   * process is to be.
   */
  private Backplane ofHost() {
    Backplane configured = common.backplane().open();
    if (words() != null || !configured.enumerate(List.of(FPGA), 1).tokens().isEmpty()) {
      return configured;
    }
    configured.close();
    return common.backplane().builtIn().open();
  }

  private static void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      System.getLogger(ServeCommand.class.getName())
          .log(System.Logger.Level.WARNING, "removing " + file, e);
    }
  }

  /** {@return where the server of a name keeps its record: beside its socket} */
  static Path record(Map<String, String> environment, String name) {
    if (name.isEmpty() || name.contains("/")) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "a door cannot be called '" + name + "'")
          .remedy("Choose a name without '/'; its socket is /tmp/$USER/NAME")
          .build();
    }
    Path socket = XrtDoor.socket(user(environment), name);
    return socket.resolveSibling(socket.getFileName() + ExecFolder.RECORD);
  }

  private static FlightRecord launchedRecord(String name) {
    return Optional.ofNullable(System.getenv(RECORDS))
        .map(Path::of)
        .filter(Files::isDirectory)
        .map(folder -> FlightRecord.at(folder.resolve(name + ExecFolder.RECORD)))
        .orElseGet(FlightRecord::inMemory);
  }

  private void log(String line) {
    common.console().err().println("backplane: " + line);
  }

  /** The user as XRT's shim sees it, or who it is if the environment does not say. */
  static String user(Map<String, String> environment) {
    String user = environment.get("USER");
    return user == null || user.isEmpty() ? System.getProperty("user.name", "backplane") : user;
  }

  private Token token(Backplane backplane) {
    String words = words();
    return words == null ? backplane.find(FPGA) : backplane.find(DeviceSelector.parse(words));
  }

  private @Nullable String words() {
    return device == null ? System.getenv(ExecFolder.DEVICE) : device;
  }
}
