package dev.backplane.xrt.card.image;

import dev.backplane.api.Argument;
import dev.backplane.api.Bank;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.images.StreamLink;
import dev.backplane.rtl.images.StreamTopology;
import dev.backplane.xrt.card.board.ClockRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The properties of an image that the card needs.
 *
 * @param uuid its identity
 * @param name its name
 * @param banks the memory banks that it defines
 * @param kernels its kernels, in the order of the image
 * @param streams links between streams of compute units in RTL
 * @param clocks the clocks that it requests
 */
public record CardImage(
    UUID uuid,
    String name,
    List<Bank> banks,
    List<KernelPlan> kernels,
    List<StreamLink> streams,
    List<ClockRequest> clocks) {
  public CardImage {
    banks = List.copyOf(banks);
    kernels = List.copyOf(kernels);
    streams = List.copyOf(streams);
    clocks = List.copyOf(clocks);
  }

  /** The lowest offset of an argument; control and interrupt registers lie before it. */
  public static final long FIRST_ARGUMENT = 0x10;

  /** {@return the names of its kernels} */
  public List<String> kernelNames() {
    return kernels.stream().map(KernelPlan::name).toList();
  }

  /** {@return the streams and the units that they connect} */
  public StreamTopology topology() {
    Map<String, KernelPorts> units = new LinkedHashMap<>();
    for (KernelPlan kernel : kernels) {
      if (kernel.code() instanceof RtlKernel rtl) {
        kernel.units().forEach(unit -> units.put(unit.name(), rtl.ports()));
      }
    }
    return new StreamTopology(streams, units);
  }

  /**
   * A kernel of an image.
   *
   * @param name its name
   * @param arguments by index; the banks of each are those that any unit reaches
   * @param ports the master interface that each argument goes through, by argument index; empty for
   *     scalars
   * @param units its compute units
   * @param startable whether runs can be started; if not, its owner uses its registers
   * @param code what executes it
   */
  public record KernelPlan(
      String name,
      List<Argument> arguments,
      List<String> ports,
      List<UnitPlan> units,
      boolean startable,
      KernelCode code) {
    public KernelPlan {
      arguments = List.copyOf(arguments);
      ports = List.copyOf(ports);
      units = List.copyOf(units);
    }

    /** {@return whether its units can raise an interrupt that registers enable} */
    public boolean hasInterrupt() {
      return switch (code) {
        case RtlKernel rtl -> rtl.ports().interrupt() != null;
        case JavaKernel _ ->
            arguments.stream().allMatch(argument -> argument.offset() >= FIRST_ARGUMENT);
      };
    }

    /** {@return whether its units do something by themselves as long as time passes} */
    public boolean isClocked() {
      return !startable && code instanceof RtlKernel;
    }
  }

  /**
   * A compute unit of an image.
   *
   * @param name its instance name
   * @param base where its registers lie in the card's register space
   * @param range how many bytes of registers it has; 0 if it has none and works on its own
   * @param banks the banks that each argument reaches on this unit, by argument index
   * @param control how it is scheduled
   */
  public record UnitPlan(
      String name, long base, long range, List<Set<Integer>> banks, Control control) {
    public UnitPlan {
      banks = List.copyOf(banks);
    }
  }

  /**
   * The scheduling properties of a compute unit.
   *
   * @param index its number among all units of the image
   * @param protocol its control protocol, as the image names it
   * @param interrupts whether it raises an interrupt when it is done
   * @param softReset whether it can be reset alone
   */
  public record Control(int index, String protocol, boolean interrupts, boolean softReset) {}
}
