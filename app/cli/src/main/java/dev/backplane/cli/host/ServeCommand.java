package dev.backplane.cli.host;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCategory;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.Image;
import dev.backplane.api.Management;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Token;
import dev.backplane.capi.door.CapiDoor;
import dev.backplane.cli.card.CardOptions;
import dev.backplane.cli.card.SoftwareCard;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Failures;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.metrics.MetricsOptions;
import dev.backplane.cli.metrics.MetricsServer;
import dev.backplane.cli.view.PageServer;
import dev.backplane.rtl.images.UnpackedImage;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.BackplaneBuilder;
import dev.backplane.runtime.selector.DeviceSelector;
import dev.backplane.xrt.door.FlightRecord;
import dev.backplane.xrt.door.Scheduling;
import dev.backplane.xrt.door.XrtDoor;
import dev.backplane.xrt.door.XrtListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Owns a card and lets programs of other processes use it. */
public final class ServeCommand extends Command {
  /** The name of the door's socket if nothing is said, on both sides. */
  static final String NAME = "backplane";

  /** The option of a process that an image's launcher has started. */
  static final String LAUNCHED = "--launched";

  /** The folder where exec wants the records and logs of device processes. */
  static final String RECORDS = "BACKPLANE_RECORDS";

  private static final Filter FPGA = Filter.any().withDeviceType(DeviceType.FPGA);

  /** Before the last of the record's words for what is served: who schedules there. */
  static final String MODE = ", mode ";

  private static final Duration HOST_LISTENS = Duration.ofSeconds(60);

  /** The time that a host may go on whose device process has given up. */
  private static final Duration HOST_DIES = Duration.ofSeconds(3);

  private final CommonOptions common;

  private final Parameter<Path> image =
      parameter(Path.class, "IMAGE")
          .mayBeMissing()
          .about("An xclbin file: what the programs will say they load.");

  private final Option<String> name =
      option(String.class, "--xrt")
          .label("NAME")
          .byDefault(NAME)
          .about("The name of the XRT door: its socket is /tmp/$USER/NAME. Default: " + NAME);

  private final Option<String> capi =
      option(String.class, "--capi")
          .label("NAME")
          .withoutValue(NAME)
          .about(
              "Serve coherent cards to programs of libcxl, and no image. Their socket is",
              "/tmp/$USER/NAME.capi; programs find " + NAME + ", or what BACKPLANE_CAPI names.");

  private final Option<Path> sysfs =
      option(Path.class, "--sysfs")
          .label("FOLDER")
          .about(
              "With --capi: show the cards in this folder, which is made, as the system shows its",
              "own: FOLDER/class/cxl, FOLDER/dev/cxl.");

  private final Option<Integer> view =
      option(Integer.class, "--view")
          .label("PORT")
          .about(
              "Show the cards, and what programs run on them, on a page at this port; 0 is one that"
                  + " is free.");

  private final CardOptions card = with(new CardOptions());

  private final HostCardOptions chosen = with(new HostCardOptions());

  private final MetricsOptions metrics = with(new MetricsOptions());

  private Optional<MetricsServer> page = Optional.empty();

  private final Option<Path> launched =
      option(Path.class, ServeCommand.LAUNCHED)
          .label("FOLDER")
          .hidden()
          .about("Serve the one host that unpacked an image there and started this process.");

  public ServeCommand(CommonOptions common) {
    super("serve", "Keep cards under power, and let programs of XRT or libcxl attach to them.");
    footer(
        "",
        "Programs attach with 'backplane exec --attach NAME -- ./host ...', or by hand with",
        "dont_run=true in xrt.ini and EMULATION_SOCKETID=NAME.host-1, another number for each",
        "that may be there at the same time. One is served after the other.",
        "Ctrl-C ends the server.");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    if (sysfs.isPresent() && !capi.isPresent()) {
      throw mistake("--sysfs shows coherent cards, which --capi serves");
    }
    page = metrics.open();
    try {
      page.ifPresent(each -> common.console().out().printf("counts are at %s%n", each.uri()));
      if (capi.isPresent()) {
        return serveCoherent(capi.get());
      }
      return launched.isPresent() ? serveLauncher(launched.get()) : listen();
    } finally {
      page.ifPresent(MetricsServer::close);
    }
  }

  private BackplaneBuilder backplane() {
    BackplaneBuilder builder = common.backplane();
    return page.map(each -> each.counting(builder)).orElse(builder);
  }

  private int serveCoherent(String door) {
    if (image.optional().isPresent() || chosen.device().isPresent() || saysCard()) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "an image, a device or what is said of a card is for XRT, --capi serves all cards")
          .during("serve")
          .remedy("Leave out --capi, or the image and these options")
          .build();
    }
    requireName(door);
    return new CoherentService(common, sysfs.optional(), this::shown)
        .serve(CapiDoor.socket(user(System.getenv()), door), () -> backplane().open());
  }

  private int listen() {
    Path file =
        image
            .optional()
            .orElseThrow(
                () ->
                    BackplaneException.because(ErrorCode.INVALID_ARGUMENT, "no image is named")
                        .during("serve")
                        .remedy("Name the xclbin that the programs load")
                        .build());
    Image loaded = Image.of(file);
    AtomicBoolean stop = new AtomicBoolean();
    Map<String, String> environment = System.getenv();
    record(environment, name.get());
    Path socket = XrtDoor.socket(user(environment), name.get());
    return common
        .interruption()
        .cancelling(
            () -> stop.set(true),
            () -> {
              try (Backplane backplane = opened();
                  Device keeper = token(backplane).open(OpenMode.SHARED)) {
                String what =
                    file
                        + ", uuid "
                        + keeper.load(loaded).uuid()
                        + MODE
                        + Scheduling.of(keeper).text();
                try (XrtListener listener = XrtListener.at(socket);
                    ServedPage _ = shown(() -> List.of(token(backplane)))) {
                  common
                      .console()
                      .out()
                      .printf("serving %s on %s at %s%n", file, keeper.id(), socket);
                  serveHosts(backplane, keeper, loaded, what, listener, stop);
                }
              }
              return ExitCode.OK;
            });
  }

  /** A page in the browser, if one is wanted. */
  private ServedPage shown(Supplier<List<Token>> cards) {
    return view.optional()
        .map(port -> PageServer.ofDevices(common, port, cards))
        .<ServedPage>map(server -> server::close)
        .orElse(() -> {});
  }

  private boolean saysCard() {
    return chosen.isSaid() || !card.keys().isEmpty();
  }

  /** The card is that of the configuration, with what options say in its place. */
  private Backplane opened() {
    if (!saysCard()) {
      return backplane().open();
    }
    DeviceConfiguration configuration =
        chosen.in(
            DeviceConfiguration.of(
                common.backplane().checkConfiguration(), chosen.device().isPresent()));
    card.keys().forEach(configuration::with);
    return backplane().configuration(configuration.place(), configuration.text()).open();
  }

  private void serveHosts(
      Backplane backplane,
      Device keeper,
      Image loaded,
      String what,
      XrtListener listener,
      AtomicBoolean stop) {
    Token token = token(backplane);
    Path file = record(System.getenv(), name.get());
    FlightRecord idle = FlightRecord.at(file);
    idle.begin(what);
    for (XrtListener.Arrival host = listener.accept(stop::get);
        host != null;
        host = listener.accept(stop::get)) {
      boolean guest = !host.socket().equals(listener.socket());
      FlightRecord record = guest ? FlightRecord.at(record(host.socket())) : idle;
      record.begin(what);

      boolean broken = false;
      // A device of its own: what the host holds goes with it.
      try (Device held = token.open(OpenMode.SHARED)) {
        boolean closed =
            new XrtDoor(held, record, this::log).serve(host.channel(), host.socket(), stop::get);
        log(closed ? "a host has closed the device" : "a host has gone");
      } catch (BackplaneException e) {
        record.failed(Failures.oneLine(e));
        log(Failures.oneLine(e));
        broken = e.code().category() == ErrorCategory.DEVICE;
      }
      if (broken || keeper.facet(Management.class).health() == Management.Health.FAULTED) {
        renew(keeper, loaded);
      }
    }
    remove(file);
  }

  /** The next host finds the card as the first did, whatever the last one has done to it. */
  private void renew(Device card, Image image) {
    card.facet(Management.class).reset();
    card.load(image);
    log("the card was reset, and has its image again");
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
      if (!environment.containsKey(RECORDS)) {
        common.console().err().println("backplane: " + Failures.oneLine(e));
        endHost();
      }
      throw e;
    }
  }

  /**
   * A host that nobody watches would wait for this process, or for its answer, for ever: XRT's shim
   * does not notice that it is gone unless it writes to it.
   */
  private void endHost() {
    ProcessHandle.current()
        .parent()
        .ifPresent(
            host -> {
              if (!endsWithin(host, HOST_DIES) && host.destroy() && !endsWithin(host, HOST_DIES)) {
                host.destroyForcibly();
              }
            });
  }

  private static boolean endsWithin(ProcessHandle process, Duration time) {
    try {
      process.onExit().get(time.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException | InterruptedException e) {
      return !process.isAlive();
    }
  }

  /**
   * The configuration is the one that the host has, whose only card may be the one that this
   * process is to be. One that has a software card which does not work is no reason for another.
   */
  private Backplane ofHost() {
    if (chosen.device().isPresent()) {
      return backplane().selector(DeviceSelector.parse(chosen.device().get())).open();
    }
    Backplane configured = backplane().open();
    if (common.configuration().isPresent()
        || !configured.enumerate(List.of(FPGA), 1).tokens().isEmpty()
        || configured.plugins().stream()
            .anyMatch(plugin -> plugin.module().equals(SoftwareCard.DRIVER))) {
      return configured;
    }
    configured.close();
    return backplane().builtIn().selector(DeviceSelector.parse(SoftwareCard.DRIVER + ":*")).open();
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
    requireName(name);
    return record(XrtDoor.socket(user(environment), name));
  }

  private static void requireName(String name) {
    if (name.isEmpty() || name.contains("/")) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "a door cannot be called '" + name + "'")
          .remedy("Choose a name without '/'; its socket is in /tmp/$USER")
          .build();
    }
  }

  /** {@return where the record of who meets at a socket is} */
  static Path record(Path socket) {
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
    return chosen
        .device()
        .map(words -> backplane.find(DeviceSelector.parse(words)))
        .orElseGet(() -> backplane.find(FPGA));
  }
}
