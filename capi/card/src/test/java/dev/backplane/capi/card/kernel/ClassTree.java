package dev.backplane.capi.card.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The class "cxl" of a machine with one card and one AFU in directed mode, and its nodes. */
record ClassTree(Path root) {
  Path classFolder() {
    return root.resolve("sys/class/cxl");
  }

  Path deviceFolder() {
    return root.resolve("dev/cxl");
  }

  void make() throws IOException {
    Path card = root.resolve("sys/devices/pci0000:00/cxl/card0");
    Path afu = card.resolve("afu0.0");
    write(
        card,
        Map.of(
            "caia_version", "2.0",
            "psl_revision", "9",
            "base_image", "513",
            "image_loaded", "user",
            "load_image_on_perst", "factory",
            "perst_reloads_same_image", "0",
            "psl_timebase_synced", "1",
            "tunneled_ops_supported", "1",
            "reset", ""));
    write(
        afu,
        Map.of(
            "mode", "afu_directed",
            "modes_supported", "dedicated_process\nafu_directed",
            "irqs_min", "1",
            "irqs_max", "4",
            "mmio_size", "4096",
            "prefault_mode", "none",
            "api_version", "3",
            "api_version_compatible", "1",
            "afu_err_buff", "what failed",
            "reset", ""));
    write(
        afu.resolve("cr0"),
        Map.of("vendor", "0x1014", "device", "0x0602", "class", "0x120000", "config", "12345"));
    write(
        afu.resolve("afu0.0m"),
        Map.of("mmio_size", "65536", "pp_mmio_off", "16384", "pp_mmio_len", "4096"));
    write(afu.resolve("afu0.0s"), Map.of());
    Files.createSymbolicLink(afu.resolve("afu0.0m/device"), Path.of(".."));
    Files.createSymbolicLink(afu.resolve("afu0.0s/device"), Path.of(".."));
    write(
        root.resolve("sys/devices/pci0000:00/function"),
        Map.of(
            "remove",
            "",
            "vendor",
            "0x1014",
            "device",
            "0x0477",
            "subsystem_vendor",
            "0x1014",
            "subsystem_device",
            "0x04af"));
    Files.createSymbolicLink(card.resolve("device"), Path.of("../../function"));
    write(root.resolve("sys/bus/pci"), Map.of("rescan", ""));
    Files.createDirectories(classFolder());
    for (Path each : new Path[] {card, afu, afu.resolve("afu0.0m"), afu.resolve("afu0.0s")}) {
      Files.createSymbolicLink(classFolder().resolve(each.getFileName()), each);
    }
    write(deviceFolder(), Map.of("afu0.0m", "", "afu0.0s", "", "card0", ""));
  }

  private static void write(Path folder, Map<String, String> files) throws IOException {
    Files.createDirectories(folder);
    for (var file : files.entrySet()) {
      Files.writeString(folder.resolve(file.getKey()), file.getValue() + "\n");
    }
  }

  String written(String file) throws IOException {
    return Files.readString(root.resolve(file));
  }
}
