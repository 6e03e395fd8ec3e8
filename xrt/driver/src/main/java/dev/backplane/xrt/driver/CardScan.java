package dev.backplane.xrt.driver;

import dev.backplane.api.BusAddress;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The cards of this machine that XRT's kernel driver has: what the system lists under the driver,
 * by bus address. The library itself has no function in C that counts devices, and opening one to
 * see whether it is there would disturb whoever holds it.
 *
 * @param folder where the system lists what the kernel driver has
 */
record CardScan(Path folder) {
  static final CardScan OF_THIS_MACHINE = new CardScan(Path.of("/sys/bus/pci/drivers/xocl"));

  /**
   * A card.
   *
   * @param address where it is on the bus
   * @param vendor the PCI vendor id
   * @param device the PCI device id
   */
  record Found(BusAddress address, int vendor, int device) {}

  /** {@return whether the kernel driver is there at all} */
  boolean hasDriver() {
    return Files.isDirectory(folder);
  }

  /** {@return the cards by address} */
  List<Found> cards() {
    List<Found> cards = new ArrayList<>();
    if (!hasDriver()) {
      return cards;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, "*:*:*.*")) {
      for (Path entry : entries) {
        BusAddress address = BusAddress.parse(String.valueOf(entry.getFileName()));
        cards.add(new Found(address, id(entry, "vendor"), id(entry, "device")));
      }
    } catch (IOException | RuntimeException e) {
      // A card that leaves while the list is read: what was read before is right.
      System.getLogger(CardScan.class.getName())
          .log(System.Logger.Level.DEBUG, "reading " + folder, e);
    }
    cards.sort(Comparator.comparing(card -> card.address().toString()));
    return cards;
  }

  private static int id(Path card, String name) throws IOException {
    return Integer.decode(Files.readString(card.resolve(name)).strip());
  }
}
