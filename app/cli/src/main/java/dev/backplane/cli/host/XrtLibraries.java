package dev.backplane.cli.host;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The folder of XRT's libraries: the lib folder of an installation that XILINX_XRT names, a folder
 * that the loader is told to search, or one where Debian puts libraries.
 *
 * @param folder the folder
 */
public record XrtLibraries(Path folder) {
  private static final String SHIM = "libxrt_hwemu.so.2";
  private static final String CORE = "libxrt_coreutil.so.2";

  /** A library is not larger. */
  static final long MOST_BYTES = 1L << 30;

  /** The variable that names the folders where the loader looks for libraries first. */
  static final String SEARCHED = "LD_LIBRARY_PATH";

  private static final String OPENCL = "libxilinxopencl.so.2";

  public static XrtLibraries find(Map<String, String> environment) {
    List<Path> places = new ArrayList<>();
    Optional.ofNullable(environment.get("XILINX_XRT"))
        .filter(named -> !named.isEmpty())
        .ifPresent(named -> places.add(Path.of(named, "lib")));
    for (String searched : environment.getOrDefault(SEARCHED, "").split(":", -1)) {
      if (searched.startsWith("/")) {
        places.add(Path.of(searched));
      }
    }
    try (DirectoryStream<Path> multiarch =
        Files.newDirectoryStream(Path.of("/usr/lib"), "*-linux-gnu*")) {
      multiarch.forEach(places::add);
    } catch (IOException e) {
      places.add(Path.of("/usr/lib"));
    }
    places.add(Path.of("/opt/xilinx/xrt/lib"));
    for (Path place : places) {
      if (Files.exists(place.resolve(SHIM))) {
        return new XrtLibraries(real(place));
      }
    }
    throw BackplaneException.because(
            ErrorCode.FILE_UNREADABLE, "XRT's emulation library is in none of " + places)
        .during("exec")
        .on(SHIM)
        .remedy("On Debian: apt-get install libxrt1 libxrt-utils")
        .build();
  }

  /** The name of the folder itself matters, not that of a link to it. */
  private static Path real(Path folder) {
    try {
      return folder.toRealPath();
    } catch (IOException e) {
      return folder;
    }
  }

  /** {@return the library that stands for the driver in emulation} */
  Path shim() {
    return folder.resolve(SHIM);
  }

  /**
   * {@return whether XRT takes its other libraries from where its first one was loaded, as newer
   * ones do, and not from where XILINX_XRT says}
   */
  boolean looksBeside() {
    try {
      byte[] core = RegularFile.read(folder.resolve(CORE), MOST_BYTES);
      return !new String(core, StandardCharsets.ISO_8859_1).contains("XILINX_XRT");
    } catch (IOException absent) {
      return false;
    }
  }

  /** {@return what the OpenCL loader is to be told, if XRT's OpenCL is installed} */
  Optional<Path> openCl() {
    return Optional.of(folder.resolve(OPENCL)).filter(Files::exists);
  }
}
