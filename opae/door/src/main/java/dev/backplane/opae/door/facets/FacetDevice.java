package dev.backplane.opae.door.facets;

import dev.backplane.api.Buffer;
import dev.backplane.api.Device;
import dev.backplane.api.Facet;
import dev.backplane.api.RegisterSpace;
import dev.backplane.api.Registers;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A device that a program has open, with its buffers. */
final class FacetDevice {
  /**
   * A register space.
   *
   * @param registers its registers
   * @param mapped where they are, if that is in memory
   */
  record Space(RegisterSpace registers, Optional<MemorySegment> mapped) {}

  private final FacetToken token;
  private final Device device;
  private final Map<Integer, Space> spaces = new ConcurrentHashMap<>();
  private final Map<Long, Buffer> buffers = new ConcurrentHashMap<>();
  private final AtomicLong lastBuffer = new AtomicLong();

  FacetDevice(FacetToken token, Device device) {
    this.token = token;
    this.device = device;
  }

  FacetToken token() {
    return token;
  }

  Device device() {
    return device;
  }

  <F extends Facet> F facet(Class<F> type) {
    return device.facet(type);
  }

  Space space(int number) {
    Space known = spaces.get(number);
    return known == null ? spaces.computeIfAbsent(number, this::find) : known;
  }

  private Space find(int number) {
    RegisterSpace registers = device.facet(Registers.class).space(number);
    return new Space(registers, registers.map());
  }

  long add(Buffer buffer) {
    long number = lastBuffer.incrementAndGet();
    buffers.put(number, buffer);
    return number;
  }

  @Nullable Buffer buffer(long number) {
    return buffers.get(number);
  }

  void remove(long number) {
    buffers.remove(number);
  }
}
