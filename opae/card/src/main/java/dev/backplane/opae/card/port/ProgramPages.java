package dev.backplane.opae.card.port;

import dev.backplane.ffi.ForeignMemory;
import dev.backplane.rtl.harness.CopiedMemory;
import java.lang.foreign.MemorySegment;

/** Memory of a program in C, as an accelerator reaches it: the kernel copies. */
final class ProgramPages implements CopiedMemory {
  private final ForeignMemory memory;

  ProgramPages(MemorySegment pages) {
    memory = new ForeignMemory(pages.address(), pages.byteSize());
  }

  @Override
  public long byteSize() {
    return memory.byteSize();
  }

  @Override
  public boolean read(long offset, MemorySegment into) {
    return memory.read(offset, into);
  }

  @Override
  public boolean write(long offset, MemorySegment from) {
    return memory.write(offset, from);
  }
}
