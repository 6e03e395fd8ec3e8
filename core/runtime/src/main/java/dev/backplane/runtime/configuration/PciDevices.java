package dev.backplane.runtime.configuration;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The PCI devices of the machine, as the kernel lists them. With the variable {@value
 * #SIMULATOR_VARIABLE} they are the two that OPAE's simulator stands for, and the machine's do not
 * count.
 */
final class PciDevices {
  private static final String SIMULATOR_VARIABLE = "WITH_ASE";
  private static final List<PciId> SIMULATED =
      List.of(new PciId(0x8086, 0x0a5e, 0x8086, 0x0a5e), new PciId(0x8086, 0x0a5e, 0x8086, 0x0a5f));

  private PciDevices() {}

  static List<PciId> of(Environment environment) {
    return environment.variables().containsKey(SIMULATOR_VARIABLE)
        ? SIMULATED
        : listed(environment.pciDevices());
  }

  private static List<PciId> listed(Path folder) {
    List<PciId> found = new ArrayList<>();
    try (DirectoryStream<Path> devices = Files.newDirectoryStream(folder)) {
      for (Path device : devices) {
        id(device).ifPresent(found::add);
      }
    } catch (IOException | DirectoryIteratorException e) {
      // A machine without a PCI bus has no such folder.
      return found;
    }
    return found;
  }

  /** Nothing if it goes away meanwhile, or does not say what it is. */
  private static Optional<PciId> id(Path device) {
    try {
      return Optional.of(
          new PciId(
              number(device, "vendor"),
              number(device, "device"),
              number(device, "subsystem_vendor"),
              number(device, "subsystem_device")));
    } catch (UncheckedIOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static int number(Path device, String file) {
    try {
      return Integer.decode(Files.readString(device.resolve(file)).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
