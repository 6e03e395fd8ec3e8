package dev.backplane.opae.driver.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.BankKind;
import dev.backplane.api.Buffer;
import dev.backplane.api.BufferFlag;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
import dev.backplane.api.Placement;
import dev.backplane.api.Placement.Kind;
import dev.backplane.driverkit.NativeHandle;
import dev.backplane.driverkit.Placements;
import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.Slab;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Memory of the host that an accelerator reaches, under addresses of its own. There is one copy, so
 * sync has nothing to do.
 */
final class OpaeMemory implements Memory {
  private static final int PREALLOCATED = 1;

  /** The memory of the host. Its size is larger than any that systems give accelerators. */
  private static final Bank HOST = new Bank(0, "host", 0, 1L << 57, BankKind.HOST);

  private static final Set<Kind> KINDS = Set.of(Kind.PLAIN, Kind.HOST, Kind.USER_MEMORY);
  private static final Set<BufferFlag> FLAGS = Set.of(BufferFlag.COHERENT);

  private final OpenResource resource;

  /** The buffers that are not closed. */
  private final Set<PreparedBuffer> open = ConcurrentHashMap.newKeySet();

  OpaeMemory(OpenResource resource) {
    this.resource = resource;
  }

  @Override
  public List<Bank> banks() {
    return List.of(HOST);
  }

  @Override
  public Set<Kind> placements() {
    return KINDS;
  }

  @Override
  public Buffer allocate(long bytes, Placement placement) {
    Placements.checkFlags(placement, FLAGS);
    Bank bank = Placements.bank(placement, banks());
    if (bytes > bank.size()) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_DEVICE_MEMORY,
              "%d bytes do not fit bank %s of %d".formatted(bytes, bank.name(), bank.size()))
          .during("allocate")
          .on(resource.key())
          .remedy("Ask for less")
          .build();
    }
    boolean own = placement.kind() == Kind.USER_MEMORY;
    long given = own ? Placements.writable(placement).address() : 0;
    long handle = resource.handle().begin("fpgaPrepareBuffer");
    try (Slab.Frame frame = Slab.frame()) {
      long address = frame.allocate(2 * Long.BYTES, Long.BYTES).address();
      long wsid = address + Long.BYTES;
      RawMemory.putLong(address, given);
      RawMemory.putLong(wsid, 0);
      resource.check(
          resource.opae().prepareBuffer(handle, bytes, address, wsid, own ? PREALLOCATED : 0),
          "fpgaPrepareBuffer");
      return prepared(bytes, placement, RawMemory.getLong(address), RawMemory.getLong(wsid));
    } finally {
      resource.handle().end();
    }
  }

  private Buffer prepared(long bytes, Placement placement, long address, long wsid) {
    NativeHandle workspace =
        new NativeHandle(
            "the buffer",
            wsid,
            // It is gone as far as this side goes, whatever the plugin says.
            () -> resource.opae().releaseBuffer(resource.handle().value(), wsid));
    boolean done = false;
    try {
      boolean moved = placement.memory() != null && placement.memory().address() != address;
      if (address == 0 || moved) {
        throw BackplaneException.because(
                ErrorCode.PLUGIN_FAILED,
                "the plugin says that the buffer is there, at 0x%x".formatted(address))
            .during("fpgaPrepareBuffer")
            .on(resource.key())
            .remedy("This is a defect of the plugin")
            .build();
      }
      PreparedBuffer buffer =
          new PreparedBuffer(
              this, workspace, address, bytes, ioAddress(wsid), placed(placement), HOST);
      open.add(buffer);
      done = true;
      return buffer;
    } finally {
      if (!done) {
        var _ = workspace.close();
      }
    }
  }

  /** {@return the placement that the buffer reports: nothing has to be copied} */
  private static Placement placed(Placement wanted) {
    Placement there = wanted.in(HOST.index());
    return there.needsSync() ? there.with(BufferFlag.COHERENT) : there;
  }

  private long ioAddress(long wsid) {
    return resource.has("fpgaGetIOAddress")
        ? resource.number(
            "fpgaGetIOAddress", (handle, place) -> resource.opae().ioAddress(handle, wsid, place))
        : Buffer.NO_ADDRESS;
  }

  void closed(PreparedBuffer buffer) {
    open.remove(buffer);
  }

  void close() {
    open.forEach(PreparedBuffer::close);
  }
}
