package dev.backplane.runtime.fakes;

import dev.backplane.api.Registers;

/** One word. */
final class FakeRegisters implements Registers {
  private final Script script;
  private long word;

  FakeRegisters(Script script) {
    this.script = script;
  }

  @Override
  public long size() {
    return 8;
  }

  @Override
  public int read32(long offset) {
    if (offset < 0) {
      throw new ArrayIndexOutOfBoundsException("scripted failure in read32");
    }
    return (int) word;
  }

  @Override
  public void write32(long offset, int value) {
    word = value;
  }

  @Override
  public long read64(long offset) {
    script.step("read64");
    return word;
  }

  @Override
  public void write64(long offset, long value) {
    word = value;
  }
}
