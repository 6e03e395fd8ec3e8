package dev.backplane.drivers.softcard;

import dev.backplane.api.Argument;
import dev.backplane.api.Bank;
import dev.backplane.api.Image;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * What the card needs to know of an image.
 *
 * @param uuid its identity
 * @param name what to call it
 * @param banks the memory it brings
 * @param kernels its kernels, in the order of the image
 */
record CardImage(UUID uuid, String name, List<Bank> banks, List<KernelPlan> kernels) {
  CardImage {
    banks = List.copyOf(banks);
    kernels = List.copyOf(kernels);
  }

  /** Reads images of one format. */
  @FunctionalInterface
  interface Reader {
    /** Reads an image, or throws an error with an {@code IMAGE_} code. */
    CardImage read(Image image, CardConfig config);
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
   * @param models makes what executes on a unit
   */
  record KernelPlan(
      String name,
      List<Argument> arguments,
      List<String> ports,
      List<UnitPlan> units,
      boolean startable,
      UnitModel.Maker models) {
    KernelPlan {
      arguments = List.copyOf(arguments);
      ports = List.copyOf(ports);
      units = List.copyOf(units);
    }
  }

  /**
   * A compute unit of an image.
   *
   * @param name its instance name
   * @param base where its registers lie in the card's register space
   * @param range how many bytes of registers it has
   * @param banks the banks that each argument reaches on this unit, by argument index
   */
  record UnitPlan(String name, long base, long range, List<Set<Integer>> banks) {
    UnitPlan {
      banks = List.copyOf(banks);
    }
  }
}
