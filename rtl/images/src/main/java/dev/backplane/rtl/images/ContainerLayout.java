package dev.backplane.rtl.images;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.xclbin.ArgComponent;
import dev.backplane.xclbin.ClockFreqTopology;
import dev.backplane.xclbin.ClockType;
import dev.backplane.xclbin.Connectivity;
import dev.backplane.xclbin.ControlProtocol;
import dev.backplane.xclbin.EmbeddedMetadata;
import dev.backplane.xclbin.Ip;
import dev.backplane.xclbin.IpLayout;
import dev.backplane.xclbin.KernelArgument;
import dev.backplane.xclbin.KernelClock;
import dev.backplane.xclbin.KernelInstance;
import dev.backplane.xclbin.KernelMetadata;
import dev.backplane.xclbin.KernelPort;
import dev.backplane.xclbin.MemTopology;
import dev.backplane.xclbin.MemoryBank;
import dev.backplane.xclbin.Section;
import dev.backplane.xclbin.Xclbin;
import dev.backplane.xclbin.XclbinException;
import dev.backplane.xclbin.XclbinMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.ToIntFunction;

/** Lays out compute units and memory, and creates the sections that describe them. */
final class ContainerLayout {
  /** The platform name of images for the software card. */
  static final String PLATFORM = "backplane_softcard_1";

  private static final long FIRST_UNIT = 0x180_0000;
  private static final long UNIT_ALIGNMENT = 0x1_0000;
  private static final int MAX_INTERRUPTS = 127;

  private final List<KernelMetadata> kernels;
  private final ToIntFunction<String> unitsOf;
  private final List<MemoryBank> banks;
  private final Map<String, Set<String>> connections;
  private final int megahertz;
  private final List<Ip> units = new ArrayList<>();
  private final List<KernelMetadata> placedKernels = new ArrayList<>();

  ContainerLayout(
      List<KernelMetadata> kernels,
      ToIntFunction<String> unitsOf,
      List<MemorySpec> memory,
      Map<String, Set<String>> connections,
      int megahertz) {
    this.kernels = kernels;
    this.unitsOf = unitsOf;
    this.banks = MemorySpec.layOut(memory);
    this.connections = connections;
    this.megahertz = megahertz;
  }

  Xclbin pack(SequencedMap<String, byte[]> archive) {
    checkNames();
    placeUnits();
    try {
      return UnpackedImage.pack(
          Xclbin.builder().platform(PLATFORM).mode(XclbinMode.FLAT).deriveIdentity(),
          sections(),
          archive);
    } catch (XclbinException e) {
      throw new RtlException(RtlError.IMAGE_INVALID, String.valueOf(e.getMessage()), e);
    }
  }

  private List<Section> sections() {
    MemTopology topology = new MemTopology(banks);
    Connectivity connectivity = new Connectivity(connections());
    ClockFreqTopology clocks =
        new ClockFreqTopology(
            List.of(
                new ClockFreqTopology.Clock(megahertz, ClockType.DATA, "DATA_CLK"),
                new ClockFreqTopology.Clock(megahertz, ClockType.KERNEL, "KERNEL_CLK")));
    return List.of(
        topology.toSection(),
        new IpLayout(units).toSection(),
        connectivity.toSection(),
        clocks.toSection(),
        metadata().toSection(),
        topology.toGroupSection(),
        connectivity.toGroupSection());
  }

  private void checkNames() {
    Set<String> names = new HashSet<>();
    for (KernelMetadata kernel : kernels) {
      if (!names.add(kernel.name())) {
        throw new RtlException(
            RtlError.DESCRIPTION_INVALID,
            "two kernels are named '" + kernel.name() + "'. Rename one");
      }
    }
    Set<String> banksNamed = new HashSet<>();
    for (MemoryBank bank : banks) {
      if (!banksNamed.add(bank.tag())) {
        throw new RtlException(
            RtlError.IMAGE_INVALID, "two banks are named '" + bank.tag() + "'. Rename one");
      }
    }
    if (banks.isEmpty()) {
      throw new RtlException(RtlError.IMAGE_INVALID, "an image needs a bank. Name one");
    }
  }

  /** The name of a compute unit of a kernel, counted from 1. */
  static String unitName(String kernel, int number) {
    return kernel + "_" + number;
  }

  private void placeUnits() {
    long base = FIRST_UNIT;
    for (KernelMetadata kernel : kernels) {
      List<KernelInstance> instances = new ArrayList<>();
      long step = (kernel.addressRange() + UNIT_ALIGNMENT - 1) / UNIT_ALIGNMENT * UNIT_ALIGNMENT;
      KernelPort control =
          kernel.ports().stream().filter(KernelPort::slave).findFirst().orElse(null);
      for (int i = 1; i <= unitsOf.applyAsInt(kernel.name()); i++) {
        String name = unitName(kernel.name(), i);
        if (control == null) {
          units.add(Ip.kernel(kernel.name(), name, Ip.FREE_RUNNING, protocol(kernel)));
          instances.add(new KernelInstance(name, List.of()));
          continue;
        }
        Ip unit = Ip.kernel(kernel.name(), name, base, protocol(kernel));
        if (kernel.interrupt() && units.size() < MAX_INTERRUPTS) {
          unit = unit.withInterrupt(units.size() + 1);
        }
        units.add(unit);
        instances.add(
            new KernelInstance(
                name,
                List.of(
                    new KernelInstance.AddrRemap(base, kernel.addressRange(), control.name()))));
        base += step;
      }
      placedKernels.add(kernel.withInstances(instances));
    }
  }

  private static ControlProtocol protocol(KernelMetadata kernel) {
    return switch (kernel.protocol()) {
      case "ap_ctrl_chain" -> ControlProtocol.AP_CTRL_CHAIN;
      case "ap_ctrl_none", "user_managed", "mmio" -> ControlProtocol.AP_CTRL_NONE;
      default -> ControlProtocol.AP_CTRL_HS;
    };
  }

  private List<Connectivity.Connection> connections() {
    List<Connectivity.Connection> made = new ArrayList<>();
    Set<String> used = new HashSet<>();
    for (int unit = 0; unit < units.size(); unit++) {
      String kernelName = units.get(unit).kernelName();
      KernelMetadata kernel =
          kernels.stream().filter(k -> k.name().equals(kernelName)).findFirst().orElseThrow();
      for (KernelArgument argument : kernel.arguments()) {
        if (isPointer(argument.components().getFirst())) {
          for (int bank : banksOf(units.get(unit), argument.name(), used)) {
            made.add(new Connectivity.Connection(argument.id(), unit, bank));
          }
        }
      }
    }
    for (String key : connections.keySet()) {
      if (!used.contains(key)) {
        throw new RtlException(
            RtlError.DESCRIPTION_INVALID,
            "'%s' is to be connected to memory, and no kernel has such a pointer; there are %s, of compute units %s"
                .formatted(key, pointerArguments(), units.stream().map(Ip::instanceName).toList()));
      }
    }
    return made;
  }

  private List<String> pointerArguments() {
    return kernels.stream()
        .flatMap(
            kernel ->
                kernel.arguments().stream()
                    .filter(argument -> isPointer(argument.components().getFirst()))
                    .map(argument -> kernel.name() + "." + argument.name()))
        .toList();
  }

  private static boolean isPointer(ArgComponent argument) {
    return switch (argument.qualifier()) {
      case GLOBAL, CONSTANT -> true;
      case SCALAR, LOCAL, STREAM -> false;
    };
  }

  private List<Integer> banksOf(Ip unit, String argument, Set<String> used) {
    List<String> names =
        List.of(unit.instanceName() + "." + argument, unit.kernelName() + "." + argument, argument);
    names.stream().filter(connections::containsKey).forEach(used::add);
    String key = names.stream().filter(connections::containsKey).findFirst().orElse(argument);
    Set<String> wanted = connections.get(key);
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < banks.size(); i++) {
      if (wanted == null || wanted.contains(banks.get(i).tag())) {
        found.add(i);
      }
    }
    if (wanted != null) {
      for (String name : wanted) {
        if (banks.stream().noneMatch(bank -> bank.tag().equals(name))) {
          throw new RtlException(
              RtlError.IMAGE_INVALID,
              "argument '%s' is to be connected to bank '%s', which is not among %s"
                  .formatted(key, name, banks.stream().map(MemoryBank::tag).toList()));
        }
      }
    }
    return found;
  }

  private EmbeddedMetadata metadata() {
    return new EmbeddedMetadata(
        placedKernels.getFirst().name(),
        new EmbeddedMetadata.Platform("backplane", "softcard", PLATFORM, 0, 1, 0),
        new EmbeddedMetadata.Device("softcard", "backplane:softcard"),
        new EmbeddedMetadata.Core(
            "OCL_REGION_0", "bitstream", "clc_region", megahertz + "MHz", units.size()),
        placedKernels,
        List.of(
            new KernelClock("DATA_CLK", megahertz + ".0MHz"),
            new KernelClock("KERNEL_CLK", megahertz + ".0MHz")));
  }
}
