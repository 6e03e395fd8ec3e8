package dev.backplane.xrt.card.memory;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The index of buffer objects by device address. Changed under the memory's lock; compute units
 * look objects up without a lock.
 */
public final class Regions {
  /** The unit of allocation in bytes: device addresses of buffers are multiples of it. */
  public static final long PAGE = 4096;

  private static final int REMEMBERED = 64;

  /**
   * The address range of a freed object.
   *
   * @param address its first address
   * @param size its size in bytes
   */
  public record Freed(long address, long size) {
    @Override
    public String toString() {
      return "a freed buffer of %d bytes at 0x%x".formatted(size, address);
    }
  }

  private final AddressTree<BufferObject> tree = new AddressTree<>();

  /** A ring of those that were freed last. */
  private final @Nullable Freed[] freed = new Freed[REMEMBERED];

  /** The number of objects freed so far. Reading it makes their entries in the ring visible. */
  private final AtomicInteger freedCount = new AtomicInteger();

  Regions() {}

  void add(BufferObject object) {
    tree.put(object.address(), object);
  }

  void remove(BufferObject object) {
    int count = freedCount.getPlain();
    freed[count % REMEMBERED] = new Freed(object.address(), object.size());
    freedCount.setRelease((count + 1) & Integer.MAX_VALUE);
    tree.remove(object.address());
  }

  /** {@return the object in whose device memory an address lies, or null} */
  public @Nullable BufferObject at(long address) {
    BufferObject object = tree.floor(address);
    return object != null
            && Long.compareUnsigned(address - object.address(), object.deviceBytes()) < 0
        ? object
        : null;
  }

  /**
   * {@return the address range of the object that lay at an address last, if it was freed not long
   * ago}
   */
  public Optional<Freed> freedAt(long address) {
    int count = freedCount.getAcquire();
    for (int i = 1; i <= REMEMBERED; i++) {
      Freed was = freed[Math.floorMod(count - i, REMEMBERED)];
      if (was != null && address - was.address >= 0 && address - was.address < was.size) {
        return Optional.of(was);
      }
    }
    return Optional.empty();
  }

  void forEach(Consumer<BufferObject> visitor) {
    tree.forEach(visitor);
  }

  static long pageUp(long address) {
    return (address + PAGE - 1) & -PAGE;
  }

  /** {@return the buffer object that this process has exported as a file, or null} */
  @Nullable BufferObject exported(int descriptor) {
    BufferObject[] found = new BufferObject[1];
    forEach(
        object -> {
          if (object.isFile(descriptor)) {
            found[0] = object;
          }
        });
    return found[0];
  }
}
