package dev.backplane.xrt.card.memory;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Placement;
import dev.backplane.api.SharedMemory;
import dev.backplane.ffi.MemoryFile;
import dev.backplane.rtl.harness.BusMemory;
import dev.backplane.xrt.card.memory.RangeAllocator.Taken;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a buffer: its place among device addresses, and its copies, which are made when
 * somebody first looks at them. It lives as long as one of its handles.
 *
 * <p>The copies have lives of their own: the host's ends with the last handle, the device's when no
 * run is left that was executing then, because any kernel may look at any memory its bus reaches.
 */
@SuppressWarnings("restricted") // Gives memory that both sides see the host's life.
public final class BufferObject {
  /** The memories of a buffer, for the host and for the device. */
  enum Copies {
    /** One copy for the host and one for the device. */
    TWO,
    /** One copy that both see. */
    ONE,
    /** No copy for the host. */
    DEVICE,
    /** No copy for the device. */
    HOST
  }

  /** The widest AXI4 data bus is 128 bytes; no beat that begins inside leaves the device copy. */
  private static final long BEAT = 128;

  private final Bank bank;
  private final long size;
  private final Placement placement;
  private final Copies copies;
  private final @Nullable MemorySegment brought;
  private final @Nullable SyncWatch watch;
  private long address;

  /**
   * The ranges that it occupies in the banks; guarded by the memory's lock, as is the number of
   * handles.
   */
  private List<Taken> taken = List.of();

  private int handles;

  // Changed under this object's monitor; volatile so that who finds a copy needs no lock.
  private volatile @Nullable MemorySegment host;
  private volatile BusMemory.@Nullable Region region;
  private @Nullable Arena hostArena;
  private @Nullable Arena deviceArena;
  private volatile @Nullable MemoryFile file;
  private boolean hostGone;
  private boolean deviceGone;

  BufferObject(
      Bank bank,
      long size,
      Placement placement,
      Copies copies,
      @Nullable MemorySegment brought,
      boolean strict) {
    this.bank = bank;
    this.size = size;
    this.placement = placement;
    this.copies = copies;
    this.brought = brought;
    watch = strict && copies == Copies.TWO ? new SyncWatch(size) : null;
  }

  /** Says where it lies; once, before anybody else knows of it. */
  void place(long deviceAddress, List<Taken> ranges) {
    address = deviceAddress;
    taken = ranges;
  }

  /**
   * Places it at the host's address, which is its device address too. Called instead of {@link
   * #place}.
   */
  void placeAtHost() {
    // No base is needed before the mapping is there.
    address = region().memory().address();
    region = new BusMemory.Region(address, region().memory(), true);
  }

  /** Takes a file that another process made for its memory. */
  synchronized void map(MemoryFile foreign) {
    file = foreign;
  }

  /** {@return its first device address} */
  public long address() {
    return address;
  }

  /** {@return its size in bytes} */
  public long size() {
    return size;
  }

  /** {@return the bank it lies in} */
  public Bank bank() {
    return bank;
  }

  /** {@return whether any bus reaches it, whatever its bank} */
  public boolean reachesAll() {
    return placement.kind().isShared();
  }

  Placement placement() {
    return placement;
  }

  Copies copies() {
    return copies;
  }

  @Nullable SyncWatch watch() {
    return watch;
  }

  List<Taken> taken() {
    return taken;
  }

  void taken(List<Taken> ranges) {
    taken = ranges;
  }

  /** Counts one more handle; under the memory's lock. */
  void hold() {
    handles++;
  }

  /** Counts one handle less, and says whether none is left; under the memory's lock. */
  boolean letGo() {
    handles--;
    return handles == 0;
  }

  /** {@return how long its device memory is, with what makes the last beat whole} */
  long deviceBytes() {
    return brought != null && copies == Copies.ONE ? size : (size + BEAT - 1) & -BEAT;
  }

  /** {@return whether the host's copy may be other than zero} */
  boolean hasHost() {
    return host != null || brought != null;
  }

  /** {@return whether the device's copy may be other than zero} */
  boolean hasDevice() {
    return region != null || file != null || (copies == Copies.ONE && brought != null);
  }

  /** {@return whether its device memory is the card's own, in a bank of the card} */
  boolean mayRemain() {
    return copies != Copies.HOST && brought == null && !reachesAll();
  }

  /** {@return the host's copy} */
  MemorySegment host() {
    MemorySegment known = host;
    return known != null ? known : makeHost();
  }

  private synchronized MemorySegment makeHost() {
    MemorySegment made = host;
    if (made == null) {
      if (hostGone) {
        throw new IllegalStateException("closed");
      }
      if (brought != null) {
        made = brought;
      } else {
        hostArena = Arena.ofShared();
        made =
            copies == Copies.ONE
                ? region().memory().asSlice(0, size).reinterpret(hostArena, null)
                : Pages.fresh(hostArena, size);
      }
      host = made;
    }
    return made;
  }

  /** {@return the device's copy as the bus sees it} */
  public BusMemory.Region region() {
    BusMemory.Region known = region;
    return known != null ? known : makeRegion();
  }

  private synchronized BusMemory.Region makeRegion() {
    BusMemory.Region made = region;
    if (made == null) {
      if (deviceGone) {
        throw new IllegalStateException("closed");
      }
      made = new BusMemory.Region(address, deviceMemory(), true);
      region = made;
    }
    return made;
  }

  private MemorySegment deviceMemory() {
    if (copies == Copies.ONE && brought != null) {
      return brought;
    }
    Arena arena = Arena.ofShared();
    deviceArena = arena;
    if (copies == Copies.ONE && file == null) {
      file = Pages.file(deviceBytes());
    }
    MemoryFile shared = file;
    return shared == null
        ? Pages.fresh(arena, deviceBytes())
        : Pages.map(arena, shared, deviceBytes());
  }

  /**
   * Makes the device's copy a file that others can map. Where it is none yet it moves; nobody may
   * use it meanwhile.
   *
   * @return its name, and what frees the memory where it was
   */
  synchronized Exported export() {
    if (deviceGone) {
      throw new IllegalStateException("closed");
    }
    Runnable rest = () -> {};
    MemoryFile shared = file;
    if (shared == null) {
      BusMemory.Region before = region;
      Arena old = deviceArena;
      shared = Pages.file(deviceBytes());
      file = shared;
      if (before != null && old != null) {
        Arena arena = Arena.ofShared();
        MemorySegment moved = Pages.map(arena, shared, deviceBytes());
        moved.copyFrom(before.memory());
        deviceArena = arena;
        region = new BusMemory.Region(address, moved, true);
        rest = old::close;
      }
    }
    return new Exported(SharedMemory.passed(shared.descriptor(), size), rest);
  }

  /**
   * The result of an export.
   *
   * @param name the name under which others import it
   * @param rest frees the memory that is no longer used
   */
  record Exported(SharedMemory name, Runnable rest) {}

  /** {@return whether it is known outside under that number} */
  synchronized boolean isFile(int descriptor) {
    return file != null && file.descriptor() == descriptor && !deviceGone;
  }

  /** {@return whether its device copy can become a file} */
  boolean canBeShared() {
    return copies == Copies.TWO
        || copies == Copies.DEVICE
        || (copies == Copies.ONE && brought == null);
  }

  /** Ends the host's copy. */
  synchronized void retireHost() {
    hostGone = true;
    if (hostArena != null) {
      hostArena.close();
    }
    if (watch != null) {
      watch.close();
    }
  }

  /** Ends the host's copy, and has no device's copy be made if there is none. */
  synchronized void retire() {
    deviceGone = !hasDevice();
    retireHost();
  }

  /** Ends the device's copy. */
  synchronized void freeDeviceMemory() {
    deviceGone = true;
    if (deviceArena != null) {
      deviceArena.close();
    }
    if (file != null) {
      file.close();
    }
  }

  BackplaneException missingHost(String operation) {
    return BackplaneException.because(
            ErrorCode.NOT_SUPPORTED, "it is for the device only: the host has no copy")
        .during(operation)
        .on(toString())
        .remedy("Use another placement than DEVICE, or copy on the device")
        .build();
  }

  @Override
  public String toString() {
    return "buffer of %d bytes at 0x%x (%s)".formatted(size, address, bank.name());
  }
}
