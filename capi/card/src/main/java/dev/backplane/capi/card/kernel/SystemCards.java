package dev.backplane.capi.card.kernel;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.ObjectType;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.spi.Resource;
import dev.backplane.capi.card.config.SystemConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The coherent cards of the machine, as the kernel's driver {@code cxl} offers them: nodes, and
 * attributes of the class of that name. Safe for use by several threads.
 */
public final class SystemCards {
  private static final Pattern NODE = Pattern.compile("afu(\\d+)\\.\\d+[dms]");
  private static final Pattern CARD = Pattern.compile("card\\d+");

  private final SystemConfig config;
  private final KernelCalls calls;

  /** The cards of this machine. */
  public SystemCards(SystemConfig config) {
    this(config, new LinuxCalls());
  }

  SystemCards(SystemConfig config, KernelCalls calls) {
    this.config = config;
    this.calls = calls;
  }

  /** {@return why there are no cards} */
  public String whyNothing() {
    return Files.isDirectory(config.classFolder())
        ? "the kernel's driver cxl has no cards in " + config.classFolder()
        : "%s is not there: the kernel has no driver cxl, or the machine no coherent card"
            .formatted(config.classFolder());
  }

  /** {@return the nodes and cards that are there now} */
  public List<Resource> enumerate() {
    List<Resource> resources = new ArrayList<>();
    for (ClassFolder node : folders(NODE)) {
      Matcher name = NODE.matcher(node.name());
      if (name.matches()) {
        resources.add(
            new Resource(
                node.name(),
                properties(accelerator(node.name()), ObjectType.ACCELERATOR)
                    .parent("card" + name.group(1))
                    .build()));
      }
    }
    for (ClassFolder card : folders(CARD)) {
      resources.add(new Resource(card.name(), properties(card.name(), ObjectType.DEVICE).build()));
    }
    return resources;
  }

  private List<ClassFolder> folders(Pattern names) {
    return Files.isDirectory(config.classFolder())
        ? new ClassFolder(calls, config.classFolder())
            .below("").stream().filter(each -> names.matcher(each.name()).matches()).toList()
        : List.of();
  }

  private static String accelerator(String node) {
    return node.substring(0, node.length() - 1);
  }

  private static DeviceProperties.Builder properties(String name, ObjectType type) {
    return DeviceProperties.builder(name, type, DeviceType.FPGA).vendor("IBM");
  }

  /** Opens a node or a card. */
  public DriverDevice open(String key) {
    Path attributes = config.classFolder().resolve(key);
    if (CARD.matcher(key).matches() && Files.isDirectory(attributes)) {
      // Buses are beside classes.
      Path buses = config.classFolder().resolveSibling("../bus").normalize();
      Path node = config.deviceFolder().resolve(key);
      return new SystemCard(
          new ClassFolder(calls, attributes),
          buses.resolve("pci"),
          Files.exists(node) ? new KernelFlash(calls, node, key) : null);
    }
    if (NODE.matcher(key).matches() && Files.isDirectory(attributes)) {
      return new NodeDevice(
          new ClassFolder(calls, attributes),
          new ContextFile(calls, config.deviceFolder().resolve(key), key));
    }
    throw BackplaneException.because(
            ErrorCode.NO_SUCH_DEVICE,
            "there is no '%s', only %s"
                .formatted(key, enumerate().stream().map(Resource::key).toList()))
        .during("open")
        .build();
  }
}
