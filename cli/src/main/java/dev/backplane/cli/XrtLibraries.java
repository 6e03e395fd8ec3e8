package dev.backplane.cli;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where XRT's libraries are: in the lib folder of an installation that XILINX_XRT names, or where
 * Debian puts libraries.
 *
 * @param folder the folder
 */
record XrtLibraries(Path folder) {
  private static final String SHIM = "libxrt_hwemu.so.2";
  private static final String OPENCL = "libxilinxopencl.so.2";

  static XrtLibraries find(Map<String, String> environment) {
    List<Path> places = new ArrayList<>();
    Optional.ofNullable(environment.get("XILINX_XRT"))
        .filter(named -> !named.isEmpty())
        .ifPresent(named -> places.add(Path.of(named, "lib")));
    try (DirectoryStream<Path> multiarch =
        Files.newDirectoryStream(Path.of("/usr/lib"), "*-linux-gnu*")) {
      multiarch.forEach(places::add);
    } catch (IOException e) {
      places.add(Path.of("/usr/lib"));
    }
    places.add(Path.of("/opt/xilinx/xrt/lib"));
    for (Path place : places) {
      if (Files.exists(place.resolve(SHIM))) {
        return new XrtLibraries(place);
      }
    }
    throw BackplaneException.because(
            ErrorCode.FILE_UNREADABLE, "XRT's emulation library is in none of " + places)
        .during("exec")
        .on(SHIM)
        .remedy("On Debian: apt-get install libxrt1 libxrt-utils")
        .build();
  }

  /** {@return the library that stands for the driver in emulation} */
  Path shim() {
    return folder.resolve(SHIM);
  }

  /** {@return what the OpenCL loader is to be told, if XRT's OpenCL is installed} */
  Optional<Path> openCl() {
    return Optional.of(folder.resolve(OPENCL)).filter(Files::exists);
  }
}
