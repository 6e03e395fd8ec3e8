package dev.backplane.xrt.driver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Placement;
import dev.backplane.driverkit.Placements;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Makes the buffers of a card, and knows those that are open. */
final class CardBuffers {
  static final Set<Placement.Kind> PLACEMENTS =
      Set.of(Placement.Kind.PLAIN, Placement.Kind.USER_MEMORY);

  /** The library has no buffers of this size or more. */
  private static final long TOO_LARGE = 1L << 32;

  private final XrtCard card;
  private final LibBuffers library;
  private final long device;
  private final DeviceTransfer pastHost = new DeviceTransfer();
  private final Set<XrtBuffer> open = ConcurrentHashMap.newKeySet();

  CardBuffers(XrtCard card, LibBuffers library, long device) {
    this.card = card;
    this.library = library;
    this.device = device;
  }

  DeviceTransfer pastHost() {
    return pastHost;
  }

  Buffer allocate(XrtSession owner, long bytes, Placement placement) {
    Bank bank = checked(bytes, placement);
    if (placement.kind() == Placement.Kind.PLAIN) {
      return card.patiently("allocate", () -> allocate(owner, bytes, bank));
    }
    MemorySegment pages = Placements.writable(placement);
    return card.patiently("allocate", () -> allocateOver(owner, pages, bank));
  }

  /** Makes a buffer over pages of the program; both copies are left as they are. */
  private XrtBuffer allocateOver(XrtSession owner, MemorySegment pages, Bank bank) {
    long handle = library.allocateOver(device, pages, 0, bank.index());
    XrtBuffer buffer = XrtBuffer.over(card, owner, handle, bank, library.address(handle), pages);
    open.add(buffer);
    return buffer;
  }

  /** Makes a buffer of a part of one; the library keeps the memory for as long as either is. */
  Buffer part(XrtBuffer whole, long offset, long bytes) {
    return card.patiently(
        "slice",
        () -> {
          long handle = library.part(whole.handle(), bytes, offset);
          XrtBuffer part =
              whole.placement().kind() == Placement.Kind.PLAIN
                  ? XrtBuffer.mapped(
                      card,
                      whole.owner(),
                      handle,
                      whole.bank(),
                      bytes,
                      library.address(handle),
                      library.map(handle))
                  : XrtBuffer.over(
                      card,
                      whole.owner(),
                      handle,
                      whole.bank(),
                      library.address(handle),
                      whole.host().asSlice(offset, bytes));
          open.add(part);
          return part;
        });
  }

  private Bank checked(long bytes, Placement placement) {
    LoadedImage now = card.fabric();
    if (now == null) {
      throw BackplaneException.because(ErrorCode.NO_IMAGE, "memory comes with an image")
          .during("allocate")
          .on(card.key())
          .remedy("Load an image first")
          .build();
    }
    Placements.checkFlags(placement, Set.of());
    Bank bank = Placements.bank(placement, now.image().banks());
    if (bytes > bank.size()) {
      throw noRoom(bank, bytes, null);
    }
    if (bytes >= TOO_LARGE) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED, "XRT has no buffers of 4 GiB or more, not " + bytes)
          .during("allocate")
          .remedy("Use several smaller buffers")
          .build();
    }
    return bank;
  }

  private XrtBuffer allocate(XrtSession owner, long bytes, Bank bank) {
    long handle;
    try {
      handle = library.allocate(device, bytes, 0, bank.index());
    } catch (BackplaneException e) {
      throw e.code() == ErrorCode.OUT_OF_DEVICE_MEMORY ? noRoom(bank, bytes, e) : e;
    }
    long mapped = library.map(handle);
    if (mapped == 0) {
      // The library gives a buffer even when the host had no memory for its copy.
      library.freeBuffer(handle);
      throw BackplaneException.because(
              ErrorCode.OUT_OF_HOST_MEMORY, "this machine has no " + bytes + " bytes for the copy")
          .remedy("Make smaller buffers, or give the machine more memory")
          .build();
    }
    XrtBuffer buffer =
        XrtBuffer.mapped(card, owner, handle, bank, bytes, library.address(handle), mapped);
    // The library clears neither copy.
    buffer.host().fill((byte) 0);
    library.sync(handle, LibBuffers.TO_DEVICE, bytes, 0);
    open.add(buffer);
    return buffer;
  }

  private static BackplaneException noRoom(
      Bank bank, long bytes, @Nullable BackplaneException cause) {
    return BackplaneException.because(
            ErrorCode.OUT_OF_DEVICE_MEMORY,
            "bank %s of %d bytes has no room for %d%s"
                .formatted(
                    bank.name(), bank.size(), bytes, cause == null ? "" : "; " + cause.problem()))
        .during("allocate")
        .remedy("Close buffers that are not needed any more")
        .causedBy(cause)
        .build();
  }

  /** Frees what the library has of a buffer whose gate is shut. */
  void closed(XrtBuffer buffer) {
    open.remove(buffer);
    if (!card.isStuck()) {
      card.patiently(
          "freeing " + buffer,
          () -> {
            library.freeBuffer(buffer.handle());
            return buffer;
          });
    }
  }

  void closeAll() {
    close(List.copyOf(open));
  }

  void closeThoseOf(XrtSession session) {
    close(open.stream().filter(buffer -> buffer.owner() == session).toList());
  }

  private static void close(List<XrtBuffer> left) {
    for (XrtBuffer buffer : left) {
      try {
        buffer.close();
      } catch (BackplaneException | IllegalStateException e) {
        ExitCleanup.abandon(buffer.toString());
      }
    }
  }
}
