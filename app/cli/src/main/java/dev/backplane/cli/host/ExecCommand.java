package dev.backplane.cli.host;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.cli.card.CardOptions;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Failures;
import dev.backplane.cli.command.Home;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.command.UnreadableFile;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.images.RtlImage;
import dev.backplane.xclbin.MemTopology;
import dev.backplane.xclbin.MemoryBank;
import dev.backplane.xclbin.RegularFile;
import dev.backplane.xclbin.Xclbin;
import dev.backplane.xclbin.XclbinException;
import dev.backplane.xrt.door.Emconfig;
import dev.backplane.xrt.door.FlightRecord;
import dev.backplane.xrt.door.Scheduling;
import dev.backplane.xrt.door.XrtDoor;
import dev.backplane.xrt.door.XrtIni;
import dev.backplane.xrt.door.XrtListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** Runs an unmodified XRT program on the software card. */
public final class ExecCommand extends Command {
  /** The exit code for a program that got stuck, which is the one of 'timeout' in coreutils. */
  private static final int TIMED_OUT = 124;

  /** The exit code of a program that SIGPIPE has ended. */
  private static final int BROKEN_PIPE = 141;

  private static final int MOST_DEVICES = 16;

  /** The most bytes of settings for XRT. */
  private static final long MOST_SETTINGS = 1 << 24;

  private static final Duration GLANCE = Duration.ofMillis(100);
  private static final Duration LAUNCH = Duration.ofSeconds(30);
  private static final Duration FAULTED = Duration.ofSeconds(3);

  /** A host of a server that is free is served within that time from its start. */
  private static final Duration QUEUED = Duration.ofSeconds(20);

  private final CommonOptions common;

  private final Parameter<List<String>> command =
      parameters(String.class, "COMMAND")
          .atLeastOne()
          .about("The program and its arguments, after '--'.");

  private final CardOptions card = with(new CardOptions());

  private final HostCardOptions chosen = with(new HostCardOptions());

  private final Option<String> attach =
      option(String.class, "--attach")
          .label("NAME")
          .withoutValue(ServeCommand.NAME)
          .about("Use the card of a running 'backplane serve' instead of starting one.");

  private final Option<Duration> timeout =
      option(Duration.class, "--timeout")
          .label("TIME")
          .about("How long the program may take. Default: as long as it likes.");

  private final Option<Duration> stall =
      option(Duration.class, "--stall")
          .label("TIME")
          .about(
              "How long the program may leave the device alone that it has open while nothing"
                  + " executes",
              "there. Default: as long as it likes.");

  private final Option<Integer> devices =
      option(Integer.class, "--devices")
          .label("COUNT")
          .byDefault("1")
          .about("How many cards the program finds, 1 to 16. Default: ${DEFAULT-VALUE}.");

  private final Option<Path> image =
      option(Path.class, "--image")
          .label("FILE")
          .about(
              "The image that the program loads. Default: its first argument ending in .xclbin.");

  private final Option<Path> ini =
      option(Path.class, "--xrt-ini")
          .label("FILE")
          .about("More settings for XRT. Default: what XRT_INI_PATH names, or ./xrt.ini.");

  private final Option<Boolean> stats =
      flag("--stats").about("Tell at the end what ran: runs and cycles of each compute unit.");

  private final Option<Boolean> keep =
      flag("--keep").about("Keep the folder with all that was made, and name it.");

  public ExecCommand(CommonOptions common) {
    super("exec", "Run an XRT program (native or OpenCL) on the software card, unmodified.");
    footer(
        "",
        "The program loads an image that 'backplane build' made, in XRT's mode hw_emu. Everything",
        "that XRT needs for it is made in a folder of its own and removed afterwards.",
        "The exit code is that of the program, but where the list above says something else.",
        "",
        "Example:",
        "  backplane exec -- ./host vadd.xclbin");
    exitCode(ExitCode.OK, "The program says that all went well.");
    exitCode(
        ExitCode.FAILED,
        "The program says so, or says that all went well and the device has failed.");
    exitCode(
        TIMED_OUT,
        "It has ended the program: --timeout or --stall if given, a device process that is gone or"
            + " did not start.");
    exitCode(
        HostProgram.UNFIT,
        "The program cannot be executed: a folder, not executable, built for another machine.");
    exitCode(HostProgram.MISSING, "There is no such program.");
    exitCode(
        "128+N",
        "The signal of the number N has ended the program: 137 is KILL, 139 SEGV, 141 PIPE (its"
            + " device has failed), 143 TERM.");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    Optional<HostProgram> unfit = unfit(command.get().getFirst());
    if (unfit.isPresent()) {
      common.console().err().println("backplane: " + Failures.oneLine(unfit.get().problem()));
      return unfit.get().exitCode();
    }
    if (unfit("unzip").isPresent()) {
      throw BackplaneException.because(
              ErrorCode.FILE_UNREADABLE, "XRT unpacks images with a program that is not on PATH")
          .during("exec")
          .on("unzip")
          .remedy("On Debian: apt-get install unzip")
          .build();
    }
    XrtLibraries libraries = XrtLibraries.find(System.getenv());
    AtomicBoolean interrupted = new AtomicBoolean();
    try (ExecFolder folder = ExecFolder.make(keep.get())) {
      Map<String, String> environment = environment(folder, libraries);
      return common
          .interruption()
          .cancelling(() -> interrupted.set(true), () -> watch(folder, environment, interrupted));
    }
  }

  private int count() {
    if (devices.get() < 1 || devices.get() > MOST_DEVICES) {
      throw mistake("--devices %d is not 1 to %d".formatted(devices.get(), MOST_DEVICES));
    }
    return devices.get();
  }

  private static Optional<HostProgram> unfit(String program) {
    return HostProgram.unfit(
        program, System.getenv().getOrDefault("PATH", ""), System.getProperty("os.arch", ""));
  }

  private Map<String, String> environment(ExecFolder folder, XrtLibraries libraries) {
    Map<String, String> environment = new HashMap<>();
    Scheduling scheduling =
        attach.isPresent() ? attached(environment) : launch(folder, environment);
    environment.put("XCL_EMULATION_MODE", "hw_emu");
    MendedShim shim = MendedShim.make(libraries, folder.xilinxXrt().resolve("lib"));
    Emconfig emconfig =
        new Emconfig(RtlImage.PLATFORM, banks(), scheduling, count(), shim.copies());
    environment.put("EMCONFIG_PATH", String.valueOf(folder.emconfig(emconfig).getParent()));
    environment.put("XRT_INI_PATH", folder.ini(settings(shim.schedules())).toString());
    environment.put("SDACCEL_EM_RUN_DIR", folder.runFolder().toString());
    environment.put("XILINX_XRT", folder.xilinxXrt().toString());
    if (libraries.looksBeside()) {
      String searched = System.getenv().getOrDefault(XrtLibraries.SEARCHED, "");
      // The name of the folder tells XRT how far up its root is.
      String first =
          folder.xilinxXrt().resolve("lib").resolve(libraries.folder().getFileName()).toString();
      environment.put(XrtLibraries.SEARCHED, searched.isEmpty() ? first : first + ":" + searched);
    }
    // Newer shims refuse to start without it, and look for nothing there.
    environment.putIfAbsent(
        "XILINX_VITIS",
        System.getenv().getOrDefault("XILINX_VITIS", folder.xilinxXrt().toString()));
    libraries.openCl().ifPresent(library -> environment.put("OCL_ICD_VENDORS", library.toString()));
    environment.put("USER", ServeCommand.user(System.getenv()));
    environment.put(ServeCommand.RECORDS, folder.records().toString());
    environment.put("BACKPLANE_BUILD", "never");
    Home.find()
        .ifPresent(home -> environment.putIfAbsent("BACKPLANE_HOME", home.folder().toString()));
    String home = System.getenv("BACKPLANE_HOME");
    if (home != null && !home.isEmpty()) {
      environment.put("BACKPLANE_HOME", home);
    }
    return environment;
  }

  /** A device process of its own: it gets the configuration of this command, and its options. */
  private Scheduling launch(ExecFolder folder, Map<String, String> environment) {
    DeviceConfiguration configuration =
        chosen.in(
            DeviceConfiguration.of(
                common.backplane().checkConfiguration(), chosen.device().isPresent()));
    card.keys().forEach(configuration::with);
    List<String> arguments = new ArrayList<>();
    arguments.add("--config");
    arguments.add(folder.configuration(configuration.text()).toString());
    chosen.device().ifPresent(device -> arguments.addAll(List.of("--device", device)));
    arguments.addAll(common.traceArguments(System.getenv()));
    environment.put(LaunchArguments.VARIABLE, folder.arguments(arguments).toString());
    return configuration.scheduling();
  }

  /**
   * Uses a card that a server serves already. It has the options of that server, so none may be
   * given.
   */
  private Scheduling attached(Map<String, String> environment) {
    String server = attach.get();
    List<String> theServers = new ArrayList<>(chosen.given());
    card.keys().keySet().stream().map(CardOptions::option).forEach(theServers::add);
    theServers.addAll(common.given());
    if (devices.get() != 1) {
      theServers.add(devices.name());
    }
    if (!theServers.isEmpty()) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "%s is for a card that is made for the program; --attach uses one that is there"
                  .formatted(String.join(", ", theServers)))
          .during("exec")
          .on("server " + server)
          .remedy("Give it to 'backplane serve', or leave out --attach")
          .build();
    }
    Scheduling scheduling = requireServer(server);
    environment.put("EMULATION_SOCKETID", String.valueOf(guest(server).getFileName()));
    return scheduling;
  }

  private static Path guest(String server) {
    return XrtListener.guest(
        XrtDoor.socket(ServeCommand.user(System.getenv()), server), ProcessHandle.current().pid());
  }

  /** Requires a running server: without one, the host would wait 300 s for it. */
  private Scheduling requireServer(String name) {
    Path record = ServeCommand.record(System.getenv(), name);
    Optional<FlightRecord.Seen> there =
        ExecFolder.seen(record).stream().filter(seen -> alive(seen.pid())).findFirst();
    if (there.isEmpty()) {
      throw BackplaneException.because(
              ErrorCode.LINK_LOST, "no 'backplane serve --xrt %s' is running".formatted(name))
          .during("exec")
          .on(record.toString())
          .remedy("Start it for the same user, with the image that the program loads")
          .build();
    }
    String image = there.get().image();
    int mode = image.lastIndexOf(ServeCommand.MODE);
    Scheduling servers =
        Scheduling.parse(mode < 0 ? "" : image.substring(mode + ServeCommand.MODE.length()))
            .orElse(Scheduling.HOST);
    if (chosen.ert() && !servers.hasQueue()) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "the card of the server has no command queue, and the program would wait for it")
          .during("exec")
          .on("server " + name)
          .remedy("Leave out --ert, or configure its card with \"mode\": \"ert\"")
          .build();
    }
    loaded()
        .filter(loads -> !image.contains(loads.uuid().toString()))
        .ifPresent(
            loads -> {
              throw BackplaneException.because(
                      ErrorCode.INVALID_ARGUMENT,
                      "the program loads an image of uuid %s, the server has %s"
                          .formatted(loads.uuid(), image))
                  .during("exec")
                  .on("server " + name)
                  .remedy("Start a server with that image; programs cannot change it")
                  .build();
            });
    return chosen.hostSchedules() ? Scheduling.HOST : servers;
  }

  private static Path sockets() {
    return ServeCommand.record(System.getenv(), ServeCommand.NAME).resolveSibling(".").normalize();
  }

  /** A process that was killed stays in the table until the host, its parent, asks for it. */
  private static boolean alive(long pid) {
    try {
      String state = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      return !state.substring(state.lastIndexOf(')') + 1).strip().startsWith("Z");
    } catch (IOException gone) {
      return false;
    }
  }

  private XrtIni settings(boolean newScheduler) {
    Path file =
        ini.optional()
            .or(() -> Optional.ofNullable(System.getenv("XRT_INI_PATH")).map(Path::of))
            .orElse(Path.of("xrt.ini"));
    if (!ini.isPresent() && !Files.isReadable(file)) {
      return XrtIni.empty().forHost(attach.isPresent(), newScheduler);
    }
    try {
      return XrtIni.parse(RegularFile.text(file, MOST_SETTINGS).lines().toList())
          .forHost(attach.isPresent(), newScheduler);
    } catch (IOException e) {
      throw UnreadableFile.at("exec", file, e);
    }
  }

  private List<Long> banks() {
    return loaded()
        .flatMap(Xclbin::memTopology)
        .map(MemTopology::banks)
        .map(banks -> banks.stream().filter(MemoryBank::used).map(MemoryBank::sizeBytes).toList())
        .orElse(List.of(16L << 30));
  }

  /** The image that the program loads, if it is named or can be guessed. */
  private Optional<Xclbin> loaded() {
    Optional<Path> named =
        image
            .optional()
            .or(
                () ->
                    command.get().stream()
                        .filter(word -> word.endsWith(".xclbin"))
                        .map(ExecCommand::path)
                        .filter(Files::isReadable)
                        .findFirst());
    return named.map(
        file -> {
          try {
            Xclbin read = Xclbin.read(RegularFile.read(file, Xclbin.MAX_SIZE));
            // XRT has a program unpack it, which says little of what is wrong with it.
            RtlImage.of(read);
            return read;
          } catch (IOException e) {
            throw UnreadableFile.at("exec", file, e);
          } catch (XclbinException | RtlException e) {
            throw BackplaneException.because(
                    ErrorCode.IMAGE_INVALID, String.valueOf(e.getMessage()))
                .during("exec")
                .on(file.toString())
                .remedy("Name an image that 'backplane build' made")
                .causedBy(e)
                .build();
          }
        });
  }

  private static Path path(String word) {
    try {
      return Path.of(word);
    } catch (InvalidPathException e) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "the locale has no such letters as are in that path")
          .during("exec")
          .on(word)
          .remedy("Set LC_ALL to one with UTF-8, C.UTF-8 for example")
          .causedBy(e)
          .build();
    }
  }

  private int watch(ExecFolder folder, Map<String, String> environment, AtomicBoolean interrupted) {
    StallWatch stalls = new StallWatch(stall.optional(), FAULTED, ExecCommand::alive);
    long begun = System.nanoTime();
    try (HostProcess host = HostProcess.start(command.get(), environment, sockets())) {
      Optional<String> reason = Optional.empty();
      boolean told = !attach.isPresent();
      while (!host.endsWithin(GLANCE) && reason.isEmpty()) {
        if (!told && System.nanoTime() - begun > QUEUED.toNanos() && seen(folder).isEmpty()) {
          told = true;
          common
              .console()
              .err()
              .println("backplane: waits for the server's card, which another program has");
        }
        if (interrupted.get()) {
          return ExitCode.INTERRUPTED;
        }
        Duration taken = Duration.ofNanos(System.nanoTime() - begun);
        if (timeout.optional().filter(most -> taken.compareTo(most) > 0).isPresent()) {
          reason = Optional.of("it did not end within " + timeout.get().toSeconds() + " s");
        } else if (folder.launchFailed(LAUNCH)) {
          reason = Optional.of("the launcher in its image did not start a device process");
        } else {
          reason = stalls.confirmed(() -> seen(folder), System::currentTimeMillis);
        }
      }
      if (reason.isPresent()) {
        explain(folder, reason.get());
        return TIMED_OUT;
      }
      int code = judged(folder, stalls, host.exitCode());
      if (stats.get()) {
        StallWatch.statistics(seen(folder)).forEach(common.console().err()::println);
      }
      common.traceShown(System.getenv()).ifPresent(place -> folder.log().forEach(place::println));
      return code;
    } finally {
      attach.optional().ifPresent(server -> leave(guest(server)));
      if (keep.get()) {
        common.console().err().println("backplane: kept " + folder.folder());
      }
    }
  }

  private static void leave(Path guest) {
    try {
      XrtListener.remove(guest);
      Files.deleteIfExists(ServeCommand.record(guest));
    } catch (IOException e) {
      System.getLogger(ExecCommand.class.getName())
          .log(System.Logger.Level.WARNING, "removing " + guest, e);
    }
  }

  private List<FlightRecord.Seen> seen(ExecFolder folder) {
    return attach
        .optional()
        .map(server -> ExecFolder.seen(ServeCommand.record(guest(server))))
        .orElseGet(folder::seen);
  }

  /**
   * {@return the exit code of the command} A program that takes a failed execution on the device
   * for completed must not count as a success. A program that was ended by SIGPIPE, because it
   * wrote to a device process that is gone, was not found waiting before.
   */
  private int judged(ExecFolder folder, StallWatch stalls, int code) {
    Optional<String> lost =
        code == BROKEN_PIPE ? stalls.lost(() -> seen(folder)) : Optional.empty();
    if (lost.isPresent()) {
      explain(folder, lost.get());
      return TIMED_OUT;
    }
    List<FlightRecord.Seen> seen = seen(folder);
    Optional<String> failure = StallWatch.failure(seen);
    if (failure.isPresent()) {
      explain(folder, "the device has failed: " + failure.get());
      return code == ExitCode.OK ? ExitCode.FAILED : code;
    }
    StallWatch.refusals(seen).forEach(line -> common.console().err().println("backplane: " + line));
    return code;
  }

  private void explain(ExecFolder folder, String reason) {
    var err = common.console().err();
    err.println("backplane: " + command.get().getFirst() + " is ended: " + reason);
    StallWatch.diagnosis(seen(folder), System.currentTimeMillis())
        .forEach(line -> err.println("  " + line));
    List<String> log = folder.log();
    if (!log.isEmpty()) {
      err.println("  the device process said:");
      log.stream().limit(20).forEach(line -> err.println("    " + line));
    }
  }
}
