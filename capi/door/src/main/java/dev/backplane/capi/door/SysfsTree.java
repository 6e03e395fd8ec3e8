package dev.backplane.capi.door;

import dev.backplane.api.Device;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Token;
import dev.backplane.api.capi.AdapterIdentity;
import dev.backplane.api.capi.AfuMode;
import dev.backplane.api.capi.CardFlash;
import dev.backplane.api.capi.CoherentCard;
import dev.backplane.capi.door.Attributes.Place;
import dev.backplane.capi.door.SysfsEntry.Access;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Cards as folders and files, as the system has them: devices with their attributes, below them
 * what belongs to them; the class {@code cxl}, which links to all of them; and nodes, with the
 * links of the rules of udev.
 */
final class SysfsTree {
  /** The folder of the class. */
  static final String CLASS = "class/cxl";

  private static final String NODES = "dev/cxl";

  private static final List<String> OF_CARD =
      List.of(
          "caia_version",
          "psl_revision",
          "base_image",
          "image_loaded",
          "psl_timebase_synced",
          "tunneled_ops_supported",
          "dev");
  private static final List<String> SET_OF_CARD =
      List.of("load_image_on_perst", "perst_reloads_same_image");
  private static final List<String> OF_AFU =
      List.of("mmio_size", "irqs_min", "modes_supported", "api_version", "api_version_compatible");
  private static final List<String> SET_OF_AFU = List.of("irqs_max", "mode", "prefault_mode");
  private static final List<String> OF_MASTER = List.of("mmio_size", "pp_mmio_off", "pp_mmio_len");
  private static final List<String> OF_RECORD = List.of("vendor", "device", "class");

  private final SortedMap<String, SysfsEntry> entries = new TreeMap<>();
  private final Path socket;
  private final ErrorBuffers buffers;

  private SysfsTree(Path socket, ErrorBuffers buffers) {
    this.socket = socket;
    this.buffers = buffers;
  }

  /**
   * {@return what there is now, by its path}
   *
   * @param tokens cards and their nodes
   * @param socket where programs come to them, which nodes link to
   * @param buffers keeps what is seldom read
   */
  static SortedMap<String, SysfsEntry> of(List<Token> tokens, Path socket, ErrorBuffers buffers) {
    SysfsTree tree = new SysfsTree(socket, buffers);
    for (Token token : tokens) {
      Place place =
          Place.of(Cards.name(token) + "/dev").filter(each -> each.slice() < 0).orElse(null);
      if (place != null) {
        try (Device device = token.open(OpenMode.SHARED)) {
          tree.card(place.card(), device);
        }
      }
    }
    return tree.entries;
  }

  private void card(int number, Device device) {
    CoherentCard card = device.facet(CoherentCard.class);
    String name = "card" + number;
    String address = "%04x:01:00.0".formatted(number);
    String bus = "devices/pci%04x:00/%s".formatted(number, address);
    AdapterIdentity identity = card.attributes().identity();
    text(bus + "/vendor", "0x%04x".formatted(identity.vendor()));
    text(bus + "/device", "0x%04x".formatted(identity.device()));
    text(bus + "/subsystem_vendor", "0x%04x".formatted(identity.subsystemVendor()));
    text(bus + "/subsystem_device", "0x%04x".formatted(identity.subsystem()));
    String folder = bus + "/cxl/" + name;
    member(name, folder);
    entries.put(folder + "/device", new SysfsEntry.Link("../../../" + address));
    OF_CARD.forEach(each -> attribute(card, folder, name, each, Access.READ));
    SET_OF_CARD.forEach(each -> attribute(card, folder, name, each, Access.SET));
    command(folder, name);
    if (device.facets().contains(CardFlash.class)) {
      node(name);
    }
    for (int slice = 0; slice < card.attributes().accelerators(); slice++) {
      accelerator(card, folder, "afu%d.%d".formatted(number, slice), slice);
    }
  }

  private void accelerator(CoherentCard card, String parent, String name, int slice) {
    String folder = parent + "/" + name;
    member(name, folder);
    entries.put(folder + "/device", new SysfsEntry.Link("../../" + last(parent)));
    OF_AFU.forEach(each -> attribute(card, folder, name, each, Access.READ));
    SET_OF_AFU.forEach(each -> attribute(card, folder, name, each, Access.SET));
    command(folder, name);
    bytes(card, folder, name, "afu_err_buff");
    for (int record = 0; record < card.accelerator(slice).records().size(); record++) {
      String of = "/cr" + record;
      OF_RECORD.forEach(each -> attribute(card, folder + of, name + of, each, Access.READ));
      bytes(card, folder + of, name + of, "config");
    }
    AfuMode mode = card.accelerator(slice).mode();
    switch (mode) {
      case NONE -> {
        // It has no nodes.
      }
      case DEDICATED_PROCESS -> node(card, folder, name, "d");
      case AFU_DIRECTED -> {
        node(card, folder, name, "m");
        node(card, folder, name, "s");
      }
    }
    // The rules of udev: a link with the name of the AFU to the node that any process may open.
    if (mode != AfuMode.NONE) {
      String usual = name + (mode == AfuMode.DEDICATED_PROCESS ? "d" : "s");
      entries.put(NODES + "/" + name, new SysfsEntry.Link(usual));
    }
  }

  private void node(CoherentCard card, String parent, String accelerator, String kind) {
    String name = accelerator + kind;
    String folder = parent + "/" + name;
    member(name, folder);
    entries.put(folder + "/device", new SysfsEntry.Link("../../" + accelerator));
    attribute(card, folder, name, "dev", Access.READ);
    if (kind.equals("m")) {
      OF_MASTER.forEach(each -> attribute(card, folder, name, each, Access.READ));
    }
    node(name);
  }

  private void node(String name) {
    entries.put(NODES + "/" + name, new SysfsEntry.Link(socket.toString()));
  }

  /** Links a device into its class, and back. */
  private void member(String name, String folder) {
    entries.put(CLASS + "/" + name, new SysfsEntry.Link("../../" + folder));
    int depth = Path.of(folder).getNameCount();
    entries.put(folder + "/subsystem", new SysfsEntry.Link("../".repeat(depth) + CLASS));
  }

  private static String last(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private void text(String path, String text) {
    put(path, path, Access.READ, text + "\n");
  }

  private void command(String folder, String owner) {
    put(folder + "/reset", owner + "/reset", Access.COMMAND, "");
  }

  private void attribute(
      CoherentCard card, String folder, String owner, String name, Access access) {
    Place place = Place.of(owner + "/" + name).orElseThrow();
    Attributes.get(card, place)
        .ifPresent(text -> put(folder + "/" + name, owner + "/" + name, access, text));
  }

  private void put(String path, String attribute, Access access, String text) {
    ByteBuffer content = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    entries.put(path, new SysfsEntry.Attribute(attribute, access, content));
  }

  private void bytes(CoherentCard card, String folder, String owner, String name) {
    Place place = Place.of(owner + "/" + name).orElseThrow();
    Attributes.size(card, place)
        .ifPresent(
            size ->
                entries.put(
                    folder + "/" + name,
                    new SysfsEntry.Attribute(
                        owner + "/" + name, Access.BYTES, buffers.of(card, place, size))));
  }
}
