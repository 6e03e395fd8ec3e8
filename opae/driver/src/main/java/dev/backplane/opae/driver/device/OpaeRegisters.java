package dev.backplane.opae.driver.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.RegisterSpace;
import dev.backplane.api.Registers;
import dev.backplane.api.opae.OpaeProperty;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The register spaces of an accelerator. */
final class OpaeRegisters implements Registers {
  /** More than any accelerator has. */
  private static final int MOST = 16;

  private final List<MmioSpace> spaces = new ArrayList<>();
  private final MmioSpace first;

  OpaeRegisters(OpenResource resource, List<Long> bytes) {
    long told = resource.properties().get(OpaeProperty.REGISTER_SPACES).orElse(1L);
    int count = Math.clamp(told, 1, MOST);
    for (int i = 0; i < count; i++) {
      Optional<Long> size =
          bytes.isEmpty()
              ? Optional.empty()
              : Optional.of(bytes.get(Math.min(i, bytes.size() - 1)));
      spaces.add(new MmioSpace(resource, i, size));
    }
    first = spaces.getFirst();
  }

  @Override
  public int spaces() {
    return spaces.size();
  }

  @Override
  public RegisterSpace space(int number) {
    if (number == 0) {
      return this;
    }
    if (number < 0 || number >= spaces.size()) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE, "there is no register space " + number)
          .remedy("Use a number from 0 to " + (spaces.size() - 1))
          .build();
    }
    return spaces.get(number);
  }

  @Override
  public long size() {
    return first.size();
  }

  @Override
  public int read32(long offset) {
    return first.read32(offset);
  }

  @Override
  public void write32(long offset, int value) {
    first.write32(offset, value);
  }

  @Override
  public long read64(long offset) {
    return first.read64(offset);
  }

  @Override
  public void write64(long offset, long value) {
    first.write64(offset, value);
  }

  @Override
  public boolean isWide() {
    return first.isWide();
  }

  @Override
  public void read512(long offset, MemorySegment target) {
    first.read512(offset, target);
  }

  @Override
  public void write512(long offset, MemorySegment source) {
    first.write512(offset, source);
  }

  @Override
  public Optional<MemorySegment> map() {
    return first.map();
  }

  void close() {
    spaces.forEach(MmioSpace::close);
  }

  void unmap() {
    spaces.forEach(MmioSpace::unmap);
  }
}
