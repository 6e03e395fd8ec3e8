package dev.backplane.opae.door.card;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Management;
import dev.backplane.api.board.Clock;
import dev.backplane.api.board.Clocks;
import dev.backplane.api.board.Slots;
import dev.backplane.api.opae.AddressSpaceBinding;
import dev.backplane.api.opae.Ports;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;

/** What has the card looked after. */
final class TestManagement implements Management, Clocks, Slots, Ports, AddressSpaceBinding {
  private final int number;
  private final TestRegisters registers;
  private int megahertz = 312;
  private int hostInterface = PHYSICAL;

  TestManagement(int number, TestRegisters registers) {
    this.number = number;
    this.registers = registers;
  }

  @Override
  public Health health() {
    return Health.HEALTHY;
  }

  @Override
  public Map<String, String> report() {
    return Map.of();
  }

  @Override
  public void reset() {
    registers.clear();
  }

  @Override
  public List<Clock> clocks() {
    return List.of(clock("high", megahertz), clock("low", megahertz / 2));
  }

  private static Clock clock(String name, int megahertz) {
    OptionalInt unknown = OptionalInt.empty();
    return new Clock(name, "accelerator", unknown, megahertz, megahertz, unknown, unknown);
  }

  @Override
  public void reclock(List<Integer> wanted) {
    if (wanted.getLast() * 2 != wanted.getFirst()) {
      throw BackplaneException.because(ErrorCode.INVALID_ARGUMENT, "low is half of high").build();
    }
    megahertz = wanted.getFirst();
  }

  @Override
  public int count() {
    return 1;
  }

  @Override
  public UUID interfaceId() {
    return TestCardDriver.DEVICE;
  }

  @Override
  public void reconfigure(int slot, Image image, Set<Option> options) {
    if (slot != 0) {
      throw BackplaneException.because(ErrorCode.OUT_OF_RANGE, "there is one slot").build();
    }
    if (image.size() != 4) {
      throw BackplaneException.because(ErrorCode.RECONFIGURATION_FAILED, "not of 4 bytes").build();
    }
    if (!options.contains(Option.FORCE)) {
      throw BackplaneException.because(ErrorCode.BUSY, "the accelerator is open").build();
    }
  }

  @Override
  public int hostInterface(int slot) {
    return hostInterface;
  }

  @Override
  public void assign(int slot, int to) {
    hostInterface = to;
  }

  @Override
  public int bind() {
    return 40 + number;
  }
}
