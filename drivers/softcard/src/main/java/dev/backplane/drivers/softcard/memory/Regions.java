package dev.backplane.drivers.softcard.memory;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Which buffer object lies where in the addresses of the device. Changed under the memory's lock;
 * looked up without one by compute units.
 */
public final class Regions {
  /** What addresses are given out in. */
  public static final long PAGE = 4096;

  private static final int REMEMBERED = 64;

  /**
   * Where an object was.
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
  private final Deque<Freed> freed = new ArrayDeque<>();

  Regions() {}

  void add(BufferObject object) {
    tree.put(object.address(), object);
  }

  void remove(BufferObject object) {
    tree.remove(object.address());
    synchronized (freed) {
      freed.addFirst(new Freed(object.address(), object.size()));
      if (freed.size() > REMEMBERED) {
        freed.removeLast();
      }
    }
  }

  /** {@return the object in whose device memory an address lies, or null} */
  public @Nullable BufferObject at(long address) {
    BufferObject object = tree.floor(address);
    return object != null
            && Long.compareUnsigned(address - object.address(), object.deviceBytes()) < 0
        ? object
        : null;
  }

  /** {@return where the object was that lay at an address last, if it was freed not long ago} */
  public Optional<Freed> freedAt(long address) {
    synchronized (freed) {
      return freed.stream()
          .filter(f -> address - f.address >= 0 && address - f.address < f.size)
          .findFirst();
    }
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
