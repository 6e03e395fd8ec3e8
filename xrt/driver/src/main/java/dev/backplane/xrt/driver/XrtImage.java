package dev.backplane.xrt.driver;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.xclbin.AddressQualifier;
import dev.backplane.xclbin.Connectivity;
import dev.backplane.xclbin.Ip;
import dev.backplane.xclbin.IpLayout;
import dev.backplane.xclbin.KernelArgument;
import dev.backplane.xclbin.KernelMetadata;
import dev.backplane.xclbin.MemTopology;
import dev.backplane.xclbin.MemoryBank;
import dev.backplane.xclbin.MemoryType;
import dev.backplane.xclbin.SectionKind;
import dev.backplane.xclbin.Xclbin;
import dev.backplane.xclbin.XclbinException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The metadata of an image. The library reads the same sections, but offers them only to C++.
 *
 * @param uuid its identity
 * @param name its name for people
 * @param banks its memories, by the index that the library allocates by
 * @param kernels its kernels, in the order of the image
 */
record XrtImage(UUID uuid, String name, List<Bank> banks, List<Plan> kernels) {
  private static final Set<MemoryType> STREAMS =
      Set.of(MemoryType.STREAMING, MemoryType.STREAMING_CONNECTION);

  /**
   * A kernel of the image.
   *
   * @param name its name
   * @param arguments by position
   * @param indices by which the library knows each argument
   * @param units its compute units
   * @param startable whether runs can be started
   */
  record Plan(
      String name,
      List<Argument> arguments,
      List<Integer> indices,
      List<Unit> units,
      boolean startable) {
    Plan {
      arguments = List.copyOf(arguments);
      indices = List.copyOf(indices);
      units = List.copyOf(units);
    }
  }

  /**
   * A compute unit.
   *
   * @param name its instance name
   * @param base where its registers begin; meaningless if the range is 0
   * @param range how many bytes of registers it has
   */
  record Unit(String name, long base, long range) {}

  XrtImage {
    banks = List.copyOf(banks);
    kernels = List.copyOf(kernels);
  }

  /** {@return where the registers of the last unit end} */
  long registers() {
    return kernels.stream()
        .flatMap(kernel -> kernel.units().stream())
        .mapToLong(unit -> unit.range() == 0 ? 0 : unit.base() + unit.range())
        .max()
        .orElse(0);
  }

  /** Reads an image, or throws an error with an {@code IMAGE_} code. */
  static XrtImage read(Image image) {
    try {
      return read(image, Xclbin.read(image.content().toArray()));
    } catch (XclbinException e) {
      ErrorCode code =
          switch (e.code()) {
            case TRUNCATED, BAD_SIZE -> ErrorCode.IMAGE_TRUNCATED;
            default -> ErrorCode.IMAGE_INVALID;
          };
      throw refusal(image, code, String.valueOf(e.getMessage())).causedBy(e).build();
    }
  }

  private static XrtImage read(Image image, Xclbin file) {
    file.require(SectionKind.IP_LAYOUT);
    file.require(SectionKind.MEM_TOPOLOGY);
    file.require(SectionKind.EMBEDDED_METADATA);
    IpLayout blocks = file.ipLayout().orElseThrow();
    MemTopology topology = file.groupTopology().orElseThrow();
    Connectivity connectivity = file.groupConnectivity().orElse(new Connectivity(List.of()));
    connectivity.check(blocks, topology);
    List<Bank> banks = banks(image, topology);
    List<Plan> kernels = new ArrayList<>();
    for (KernelMetadata kernel : file.metadata().orElseThrow().kernels()) {
      kernel.checkArguments();
      kernels.add(plan(image, kernel, blocks, connectivity));
    }
    if (kernels.isEmpty()) {
      throw refusal(image, ErrorCode.IMAGE_NOT_RUNNABLE, "it has no kernel").build();
    }
    return new XrtImage(file.uuid(), image.name(), banks, kernels);
  }

  private static List<Bank> banks(Image image, MemTopology topology) {
    List<Bank> banks = new ArrayList<>();
    for (int i = 0; i < topology.banks().size(); i++) {
      MemoryBank bank = topology.banks().get(i);
      boolean memory = bank.type().filter(STREAMS::contains).isEmpty();
      if (memory && bank.used() && bank.sizeBytes() != 0) {
        if (bank.sizeBytes() < 0 || bank.base() < 0 || bank.base() + bank.sizeBytes() < 0) {
          throw refusal(
                  image, ErrorCode.IMAGE_INVALID, "memory " + bank + " is larger than addresses go")
              .build();
        }
        banks.add(new Bank(i, bank.tag(), bank.base(), bank.sizeBytes()));
      }
    }
    return banks;
  }

  private static Plan plan(
      Image image, KernelMetadata kernel, IpLayout blocks, Connectivity connectivity) {
    List<Unit> units = new ArrayList<>();
    List<Ip> own = new ArrayList<>();
    for (Ip block : blocks.computeUnits()) {
      if (block.kernelName().equals(kernel.name())) {
        own.add(block);
        boolean registers = !block.freeRunning() && block.base() >= 0;
        long range = registers ? kernel.addressRange() : 0;
        units.add(new Unit(block.instanceName(), registers ? block.base() : 0, range));
      }
    }
    if (units.isEmpty()) {
      String problem = "kernel '" + kernel.name() + "' has no compute unit in IP_LAYOUT";
      throw refusal(image, ErrorCode.IMAGE_INVALID, problem).build();
    }
    List<Argument> arguments = new ArrayList<>();
    List<Integer> indices = new ArrayList<>();
    for (KernelArgument argument : kernel.arguments()) {
      if (argument.qualifier() != AddressQualifier.STREAM) {
        Set<Integer> banks = new TreeSet<>();
        own.forEach(
            block ->
                banks.addAll(connectivity.memories(blocks.ips().indexOf(block), argument.id())));
        arguments.add(argument(image, kernel, argument, arguments.size(), banks));
        indices.add(argument.id());
      }
    }
    boolean startable =
        switch (kernel.protocol()) {
          case "ap_ctrl_none", "user_managed", "mmio" -> false;
          default -> true;
        };
    return new Plan(kernel.name(), arguments, indices, units, startable);
  }

  private static Argument argument(
      Image image, KernelMetadata kernel, KernelArgument argument, int index, Set<Integer> banks) {
    boolean buffer =
        switch (argument.qualifier()) {
          case GLOBAL, CONSTANT -> true;
          case SCALAR -> false;
          case LOCAL, STREAM -> throw unfit(image, kernel, argument, "is memory inside the kernel");
        };
    if (argument.size() < 1 || argument.size() > Long.BYTES) {
      throw unfit(image, kernel, argument, "has " + argument.size() + " bytes");
    }
    return new Argument(
        index,
        argument.name(),
        buffer ? Argument.Kind.BUFFER : Argument.Kind.SCALAR,
        argument.type(),
        (int) argument.size(),
        argument.offset(),
        buffer ? List.copyOf(banks) : List.of());
  }

  private static BackplaneException unfit(
      Image image, KernelMetadata kernel, KernelArgument argument, String problem) {
    return refusal(
            image,
            ErrorCode.IMAGE_NOT_RUNNABLE,
            "argument '%s' of kernel '%s' %s".formatted(argument.name(), kernel.name(), problem))
        .remedy("This driver passes buffers and numbers of up to 8 bytes")
        .build();
  }

  private static BackplaneException.Builder refusal(Image image, ErrorCode code, String problem) {
    return BackplaneException.because(code, problem).during("load").on("image " + image.name());
  }
}
