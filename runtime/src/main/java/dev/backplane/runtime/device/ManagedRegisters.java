package dev.backplane.runtime.device;

import dev.backplane.api.Registers;

/** Register access: one flag is read, nothing is allocated, then the driver is called. */
final class ManagedRegisters implements Registers {
  private final Registers target;
  private final Lifetime lifetime;
  private final Origin origin;

  ManagedRegisters(Registers target, Origin origin) {
    this.target = target;
    this.origin = origin;
    lifetime = origin.lifetime();
  }

  @Override
  public long size() {
    lifetime.check("size of registers");
    try {
      return target.size();
    } catch (Throwable e) {
      throw origin.failed("size of registers", e);
    }
  }

  @Override
  public int read32(long offset) {
    lifetime.check("read32");
    try {
      return target.read32(offset);
    } catch (Throwable e) {
      throw origin.failed("read32", e);
    }
  }

  @Override
  public void write32(long offset, int value) {
    lifetime.check("write32");
    try {
      target.write32(offset, value);
    } catch (Throwable e) {
      throw origin.failed("write32", e);
    }
  }

  @Override
  public long read64(long offset) {
    lifetime.check("read64");
    try {
      return target.read64(offset);
    } catch (Throwable e) {
      throw origin.failed("read64", e);
    }
  }

  @Override
  public void write64(long offset, long value) {
    lifetime.check("write64");
    try {
      target.write64(offset, value);
    } catch (Throwable e) {
      throw origin.failed("write64", e);
    }
  }
}
