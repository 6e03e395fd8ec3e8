package dev.backplane.xrt.card.image;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.BankKind;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.images.ImageKernel;
import dev.backplane.rtl.images.RtlImage;
import dev.backplane.rtl.images.StreamLink;
import dev.backplane.xclbin.AddressQualifier;
import dev.backplane.xclbin.ClockFreqTopology;
import dev.backplane.xclbin.ClockType;
import dev.backplane.xclbin.Connectivity;
import dev.backplane.xclbin.Ip;
import dev.backplane.xclbin.IpLayout;
import dev.backplane.xclbin.KernelArgument;
import dev.backplane.xclbin.KernelMetadata;
import dev.backplane.xclbin.KernelPort;
import dev.backplane.xclbin.MemTopology;
import dev.backplane.xclbin.MemoryBank;
import dev.backplane.xclbin.MemoryType;
import dev.backplane.xclbin.SectionKind;
import dev.backplane.xclbin.Xclbin;
import dev.backplane.xrt.card.FunctionalKernel;
import dev.backplane.xrt.card.board.ClockRequest;
import dev.backplane.xrt.card.config.CardConfig;
import dev.backplane.xrt.card.config.JavaKernelClass;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The content of one container, read section by section. */
final class XclbinContents {
  /** More than any kernel has, and little enough for a card to hold. */
  private static final long MOST_REGISTERS = 16 << 20;

  /** Entries of the memory topology that are no memory. */
  private static final Set<MemoryType> STREAMS =
      Set.of(MemoryType.STREAMING, MemoryType.STREAMING_CONNECTION);

  private final Image image;
  private final CardConfig config;
  private final Xclbin file;
  private final IpLayout blocks;
  private final Connectivity connectivity;
  private final MemTopology topology;
  private final List<Bank> banks;
  private @Nullable RtlImage contents;

  XclbinContents(Image image, Xclbin file, CardConfig config) {
    this.image = image;
    this.config = config;
    this.file = file;
    file.require(SectionKind.IP_LAYOUT);
    blocks = file.ipLayout().orElseThrow();
    file.require(SectionKind.MEM_TOPOLOGY);
    topology = file.groupTopology().orElseThrow();
    connectivity = file.groupConnectivity().orElse(new Connectivity(List.of()));
    file.checkConnections();
    file.about(
        file.section(SectionKind.ASK_GROUP_CONNECTIVITY).isPresent()
            ? SectionKind.ASK_GROUP_CONNECTIVITY
            : SectionKind.CONNECTIVITY,
        () -> {
          connectivity.check(blocks, topology);
          return connectivity;
        });
    banks = file.about(topologyKind(), this::banks);
  }

  private SectionKind topologyKind() {
    return file.section(SectionKind.ASK_GROUP_TOPOLOGY).isPresent()
        ? SectionKind.ASK_GROUP_TOPOLOGY
        : SectionKind.MEM_TOPOLOGY;
  }

  private BackplaneException.Builder refusal(SectionKind about, ErrorCode code, String problem) {
    return XclbinImages.refusal(image, code, problem + XclbinImages.place(file, about));
  }

  CardImage image() {
    file.require(SectionKind.EMBEDDED_METADATA);
    file.checkUnits();
    List<CardImage.KernelPlan> kernels = new ArrayList<>();
    for (KernelMetadata kernel : file.metadata().orElseThrow().kernels()) {
      kernels.add(kernel(kernel));
    }
    if (kernels.isEmpty()) {
      throw refusal(SectionKind.EMBEDDED_METADATA, ErrorCode.IMAGE_NOT_RUNNABLE, "it has no kernel")
          .build();
    }
    CardImage read = new CardImage(file.uuid(), image.name(), banks, kernels, streams(), clocks());
    read.topology().requireComplete();
    return read;
  }

  /** Clocks that drive something, in the order of the container. */
  private List<ClockRequest> clocks() {
    return file
        .section(SectionKind.CLOCK_FREQ_TOPOLOGY)
        .map(ClockFreqTopology::decode)
        .map(ClockFreqTopology::clocks)
        .orElse(List.of())
        .stream()
        .filter(clock -> clock.typeNumber() != ClockType.UNUSED.number())
        .map(
            clock ->
                new ClockRequest(
                    clock.name(),
                    clock.type().map(ClockType::name).orElse("type " + clock.typeNumber()),
                    clock.megahertz()))
        .toList();
  }

  /** The links that our own manifest names, or else those that the container's sections do. */
  private List<StreamLink> streams() {
    if (contents != null && !contents.streams().isEmpty()) {
      return contents.streams();
    }
    return new StreamConnections(file.metadata().orElseThrow(), blocks, topology, connectivity)
        .links();
  }

  private List<Bank> banks() {
    List<Bank> usable = new ArrayList<>();
    for (int i = 0; i < topology.banks().size(); i++) {
      MemoryBank bank = topology.banks().get(i);
      if (bank.type().filter(STREAMS::contains).isPresent()) {
        continue;
      }
      boolean overflows = bank.base() < 0 || bank.sizeBytes() < 0;
      if (overflows || bank.base() + bank.sizeBytes() < 0) {
        throw refusal(
                topologyKind(),
                ErrorCode.IMAGE_INVALID,
                "memory " + bank + " is larger than addresses go")
            .build();
      }
      if (bank.used() && bank.sizeBytes() > 0) {
        usable.add(new Bank(i, bank.tag(), bank.base(), bank.sizeBytes(), kind(bank)));
      }
    }
    return usable;
  }

  /** The tag tells what the type does not: host memory, and block memories of the fabric. */
  private static BankKind kind(MemoryBank bank) {
    if (bank.tag().contains("HOST")) {
      return BankKind.HOST;
    }
    if (bank.tag().startsWith("PLRAM")) {
      return BankKind.PLRAM;
    }
    return switch (bank.type().orElse(MemoryType.PREALLOCATED_GLOB)) {
      case DDR3, DDR4, DRAM -> BankKind.DDR;
      case HBM -> BankKind.HBM;
      case BRAM, URAM -> BankKind.PLRAM;
      case HOST -> BankKind.HOST;
      case STREAMING, PREALLOCATED_GLOB, ARE, STREAMING_CONNECTION, PS_KERNEL -> BankKind.OTHER;
    };
  }

  private CardImage.KernelPlan kernel(KernelMetadata kernel) {
    List<CardImage.UnitPlan> units = new ArrayList<>();
    for (Ip block : blocks.computeUnits()) {
      if (block.kernelName().equals(kernel.name())) {
        units.add(unit(kernel, block));
      }
    }
    if (units.isEmpty()) {
      throw refusal(
              SectionKind.IP_LAYOUT,
              ErrorCode.IMAGE_INVALID,
              "kernel '%s' has no compute unit in IP_LAYOUT".formatted(kernel.name()))
          .build();
    }
    List<Argument> arguments = new ArrayList<>();
    List<String> ports = new ArrayList<>();
    for (KernelArgument argument : valued(kernel)) {
      arguments.add(argument(kernel, argument, arguments.size(), units));
      ports.add(isBuffer(argument) ? argument.port() : "");
    }
    return new CardImage.KernelPlan(
        kernel.name(), arguments, ports, units, isStartable(kernel), code(kernel));
  }

  /** The arguments that a run gives values to: streams are connected in the image. */
  private static List<KernelArgument> valued(KernelMetadata kernel) {
    return kernel.arguments().stream()
        .filter(argument -> argument.qualifier() != AddressQualifier.STREAM)
        .toList();
  }

  private static boolean isStartable(KernelMetadata kernel) {
    return switch (kernel.protocol()) {
      case "ap_ctrl_none", "user_managed", "mmio" -> false;
      default -> true;
    };
  }

  private CardImage.UnitPlan unit(KernelMetadata kernel, Ip block) {
    boolean onItsOwn = block.freeRunning() && kernel.protocol().equals("ap_ctrl_none");
    if (block.base() < 0 && !onItsOwn) {
      throw unfit(kernel, "its compute unit " + block.instanceName() + " has no registers");
    }
    if (onItsOwn && kernel.ports().stream().noneMatch(KernelPort::stream)) {
      throw unfit(
          kernel,
          "its compute unit %s has neither registers nor streams, so nothing makes it move"
              .formatted(block.instanceName()));
    }
    long range = kernel.addressRange();
    if (!onItsOwn
        && (range < Long.BYTES || range > MOST_REGISTERS || block.base() % Long.BYTES != 0)) {
      throw unfit(
          kernel, "%d bytes of registers at 0x%x are no place".formatted(range, block.base()));
    }
    List<Set<Integer>> reach = new ArrayList<>();
    for (KernelArgument argument : valued(kernel)) {
      Set<Integer> reached = new HashSet<>();
      if (isBuffer(argument)) {
        reached.addAll(connectivity.memories(blocks.ips().indexOf(block), argument.id()));
        if (reached.isEmpty()) {
          banks.forEach(bank -> reached.add(bank.index()));
        }
      }
      reach.add(reached);
    }
    CardImage.Control control =
        new CardImage.Control(
            blocks.computeUnits().indexOf(block),
            kernel.protocol(),
            block.interruptEnabled(),
            kernel.swReset());
    return onItsOwn
        ? new CardImage.UnitPlan(block.instanceName(), 0, 0, reach, control)
        : new CardImage.UnitPlan(block.instanceName(), block.base(), range, reach, control);
  }

  private Argument argument(
      KernelMetadata kernel, KernelArgument argument, int index, List<CardImage.UnitPlan> units) {
    if (argument.size() < 1 || argument.size() > Long.BYTES) {
      throw unfit(kernel, "argument '%s' has %d bytes".formatted(argument.name(), argument.size()));
    }
    if (argument.offset() % Integer.BYTES != 0) {
      throw unfit(
          kernel, "argument '%s' lies at 0x%x".formatted(argument.name(), argument.offset()));
    }
    boolean buffer = isBuffer(argument);
    Set<Integer> reached = new TreeSet<>();
    if (buffer) {
      units.forEach(unit -> reached.addAll(unit.banks().get(index)));
    }
    return new Argument(
        index,
        argument.name(),
        buffer ? Argument.Kind.BUFFER : scalar(kernel, argument),
        argument.type(),
        (int) argument.size(),
        argument.offset(),
        List.copyOf(reached));
  }

  private static boolean isBuffer(KernelArgument argument) {
    return switch (argument.qualifier()) {
      case GLOBAL, CONSTANT -> true;
      case SCALAR, LOCAL, STREAM -> false;
    };
  }

  private Argument.Kind scalar(KernelMetadata kernel, KernelArgument argument) {
    return switch (argument.qualifier()) {
      case SCALAR, GLOBAL, CONSTANT -> Argument.Kind.SCALAR;
      case LOCAL, STREAM ->
          throw unfit(
              kernel, "argument '%s' is memory inside the kernel".formatted(argument.name()));
    };
  }

  /** Java that the site names comes first, then what the image itself brings. */
  private KernelCode code(KernelMetadata kernel) {
    Supplier<FunctionalKernel> java = config.javaKernels().get(kernel.name());
    if (java != null) {
      return new JavaKernel(java);
    }
    ImageKernel brought = brought(kernel);
    if (brought.hasNetlist()) {
      return new RtlKernel(brought, config.options().engine());
    }
    String className =
        brought.javaClass().orElseThrow(() -> unable(kernel, "it has neither netlist nor class"));
    return new JavaKernel(
        new JavaKernelClass(
            config.options().classes(), className, problem -> unable(kernel, problem)));
  }

  private ImageKernel brought(KernelMetadata kernel) {
    try {
      if (contents == null) {
        contents = RtlImage.of(file);
      }
      return contents.kernel(kernel.name());
    } catch (RtlException e) {
      if (e.error() == RtlError.IMAGE_NOT_RUNNABLE) {
        throw unable(kernel, String.valueOf(e.getMessage()));
      }
      throw e;
    }
  }

  /** The kernel is of a shape that this card cannot drive. */
  private BackplaneException unfit(KernelMetadata kernel, String problem) {
    return notRunnable(
        kernel,
        problem,
        "The card runs kernels with a control port, numbers of up to 8 bytes and buffers");
  }

  /** The image brings nothing that this card can run for the kernel. */
  private BackplaneException unable(KernelMetadata kernel, String problem) {
    return notRunnable(kernel, problem, "Or name a class for it in the card's 'java_kernels'");
  }

  private BackplaneException notRunnable(KernelMetadata kernel, String problem, String remedy) {
    return refusal(
            SectionKind.EMBEDDED_METADATA,
            ErrorCode.IMAGE_NOT_RUNNABLE,
            "kernel '%s': %s".formatted(kernel.name(), problem))
        .remedy(remedy)
        .build();
  }
}
