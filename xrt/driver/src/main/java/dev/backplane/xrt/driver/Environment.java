package dev.backplane.xrt.driver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.ffi.CEnvironment;
import dev.backplane.ffi.NativeLibrary;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The library of this process and what was put around it before its first call. The library reads
 * its mode, its settings and where its parts are once, from C's environment, so there is one of
 * these in a process; what a person has set stays.
 */
final class Environment {
  private static final String MODE = "XCL_EMULATION_MODE";
  private static final String HOME = "XILINX_XRT";
  private static final String INI = "XRT_INI_PATH";
  private static final String LIBRARY = "libxrt_coreutil.so.2";

  private static @Nullable Environment made;

  private final Emulation emulation;
  private final LibXrt library;

  private Environment(Emulation emulation, LibXrt library) {
    this.emulation = emulation;
    this.library = library;
  }

  Emulation emulation() {
    return emulation;
  }

  LibXrt library() {
    return library;
  }

  /**
   * Gives the library, loading it if nobody did.
   *
   * @throws dev.backplane.ffi.NativeLibraryMissing if this machine has none
   */
  static synchronized Environment of(XrtConfig config) {
    Emulation wanted = emulation(config);
    if (made == null) {
      made = make(config, wanted);
    } else if (made.emulation != wanted) {
      throw contradiction(wanted, made.emulation.text());
    }
    return made;
  }

  private static Emulation emulation(XrtConfig config) {
    Optional<String> set = CEnvironment.get(MODE).filter(mode -> !mode.isEmpty());
    Emulation wanted =
        config.emulation().orElseGet(() -> set.map(mode -> parse(mode)).orElse(Emulation.NONE));
    if (set.isPresent() && !set.orElseThrow().equals(wanted.text())) {
      throw contradiction(wanted, set.orElseThrow());
    }
    return wanted;
  }

  private static Emulation parse(String mode) {
    for (Emulation each : Emulation.values()) {
      if (each.text().equals(mode)) {
        return each;
      }
    }
    throw BackplaneException.because(
            ErrorCode.NOT_SUPPORTED, MODE + " is '" + mode + "', which this driver does not know")
        .during("initialize")
        .remedy("Use noop or hw_emu, or unset it")
        .build();
  }

  private static BackplaneException contradiction(Emulation wanted, String there) {
    return BackplaneException.because(
            ErrorCode.CONFIGURATION_INVALID,
            "emulation '%s' is wanted, but this process has '%s', and the library reads it once"
                .formatted(wanted.text(), there))
        .during("initialize")
        .remedy("Configure one emulation per process, or change " + MODE)
        .build();
  }

  private static Environment make(XrtConfig config, Emulation emulation) {
    NativeLibrary found = NativeLibrary.load(LIBRARY, places(config));
    try {
      ScratchFolder scratch = ScratchFolder.make();
      config.environment().forEach(CEnvironment::set);
      if (emulation != Emulation.NONE) {
        CEnvironment.set(MODE, emulation.text());
      }
      home(found, scratch);
      if (emulation == Emulation.HW_EMU) {
        // The socket of a process without a user's name is the same for every process.
        usually("USER", System.getProperty("user.name", "backplane"));
        // The launcher in the image looks for the command there.
        usually("BACKPLANE_HOME", System.getProperty("backplane.home", ""));
        usually("SDACCEL_EM_RUN_DIR", scratch.subfolder("run").toString());
      }
      settings(config, emulation, scratch);
      LibraryLog log = new LibraryLog(scratch.folder().resolve("xrt.log"));
      LibXrt library = new LibXrt(found, log);
      // What the library says on a failure belongs into the error, not onto the program's stderr.
      library.setting("Runtime.runtime_log", log.file().toString());
      return new Environment(emulation, library);
    } catch (IOException e) {
      throw BackplaneException.because(
              ErrorCode.FILE_UNREADABLE,
              "the folder that the library needs cannot be written: " + e.getMessage())
          .during("initialize")
          .remedy("Set java.io.tmpdir to a folder that can be written")
          .causedBy(e)
          .build();
    }
  }

  private static List<Path> places(XrtConfig config) {
    List<Path> places = new ArrayList<>(config.library().stream().toList());
    CEnvironment.get(HOME)
        .filter(home -> !home.isEmpty())
        .ifPresent(home -> places.add(Path.of(home, "lib")));
    try (DirectoryStream<Path> multiarch =
        Files.newDirectoryStream(Path.of("/usr/lib"), "*-linux-gnu*")) {
      multiarch.forEach(places::add);
    } catch (IOException e) {
      places.add(Path.of("/usr/lib"));
    }
    places.add(Path.of("/opt/xilinx/xrt/lib"));
    return places;
  }

  /**
   * The library loads its shim from the folder {@code lib} in the one that XILINX_XRT names. Debian
   * has no such folder, so one is made that points to where the library was found.
   */
  private static void home(NativeLibrary found, ScratchFolder scratch) throws IOException {
    Path folder = Path.of(found.name()).getParent();
    Optional<Path> set =
        CEnvironment.get(HOME).filter(h -> !h.isEmpty()).map(home -> Path.of(home, "lib"));
    if (folder == null || set.filter(lib -> Files.exists(lib.resolve(LIBRARY))).isPresent()) {
      return;
    }
    Path link = scratch.subfolder("xrt").resolve("lib");
    Files.createSymbolicLink(link, folder);
    CEnvironment.set(HOME, scratch.folder().resolve("xrt").toString());
  }

  private static void settings(XrtConfig config, Emulation emulation, ScratchFolder scratch)
      throws IOException {
    Optional<String> file = CEnvironment.get(INI).filter(ini -> !ini.isEmpty());
    if (file.isPresent()) {
      if (!config.ini().isEmpty()) {
        throw BackplaneException.because(
                ErrorCode.CONFIGURATION_INVALID,
                "config.ini contradicts %s, which names %s".formatted(INI, file.orElseThrow()))
            .during("initialize")
            .remedy("Put the settings into that file, or unset " + INI)
            .build();
      }
      return;
    }
    Map<String, String> settings = ShimSettings.of(emulation, config.ini());
    if (!settings.isEmpty()) {
      Path ini = scratch.folder().resolve("xrt.ini");
      Files.writeString(ini, ShimSettings.text(settings));
      CEnvironment.set(INI, ini.toString());
    }
  }

  private static void usually(String variable, String value) {
    if (!value.isEmpty() && CEnvironment.get(variable).filter(set -> !set.isEmpty()).isEmpty()) {
      CEnvironment.set(variable, value);
    }
  }

  /** {@return how a person would name what is behind the library} */
  @Override
  public String toString() {
    return emulation.name().toLowerCase(Locale.ROOT);
  }
}
