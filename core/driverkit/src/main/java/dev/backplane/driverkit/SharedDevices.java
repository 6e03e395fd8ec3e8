package dev.backplane.driverkit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The devices of an instance that somebody holds: each is opened for its first holder, and is that
 * of all others until the last has left it. While one is opened, others wait.
 *
 * @param <D> a device
 */
public final class SharedDevices<D> {
  /** A device and how many hold it. */
  private static final class Held<D> {
    final D device;
    int holders;

    Held(D device) {
      this.device = device;
    }
  }

  // Guarded by this.
  private final Map<String, Held<D>> held = new HashMap<>();

  /** None is held. */
  public SharedDevices() {}

  /**
   * Adds a holder of a device.
   *
   * @param key the key of the device
   * @param open opens it if nobody holds it
   * @return the device; the holder {@linkplain #leave leaves} it once
   */
  public synchronized D hold(String key, Supplier<D> open) {
    Held<D> known = held.get(key);
    if (known == null) {
      known = new Held<>(open.get());
      held.put(key, known);
    }
    known.holders++;
    return known.device;
  }

  /**
   * Takes a holder away.
   *
   * @param key the key of the device
   * @param device the device
   * @return whether it was the last, so that the caller closes the device; the next holder gets
   *     another
   */
  @SuppressWarnings("ReferenceEquality") // A device opened later under the same key is another one.
  public synchronized boolean leave(String key, D device) {
    Held<D> known = held.get(key);
    if (known == null || known.device != device) {
      return false;
    }
    known.holders--;
    if (known.holders > 0) {
      return false;
    }
    held.remove(key);
    return true;
  }

  /** {@return a device that somebody holds} */
  public synchronized Optional<D> find(String key) {
    return Optional.ofNullable(held.get(key)).map(known -> known.device);
  }

  /** {@return all that were held; none is any more, so that the caller closes them} */
  public synchronized List<D> leaveAll() {
    List<D> all = new ArrayList<>();
    held.values().forEach(known -> all.add(known.device));
    held.clear();
    return all;
  }
}
