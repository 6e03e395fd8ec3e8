package dev.backplane.xrt.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.Management;
import dev.backplane.api.ObjectType;
import dev.backplane.api.Registers;
import dev.backplane.api.SharedMemory;
import dev.backplane.api.xrt.DeviceMemory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A device of claimed ranges and of registers that hold what was written. */
final class FakeDevice implements Device, DeviceMemory, Registers, Management {
  static final long LAST_REGISTER = 0x190_0000;
  private static final long LAST_QUEUE = 0x80_0001_0000L;

  final Map<Long, byte[]> ranges = new TreeMap<>();
  final Map<Long, Integer> registers = new ConcurrentHashMap<>();
  final List<String> accesses = new ArrayList<>();

  /** What was released before the device was closed. */
  final List<Long> released = new CopyOnWriteArrayList<>();

  volatile @Nullable HostWindow lent;

  /** What the next register access fails with. */
  volatile @Nullable BackplaneException failing;

  volatile Health health = Health.HEALTHY;
  final Map<String, String> report = new ConcurrentHashMap<>();

  /** Makes the registers of an embedded scheduler, with slots of 512 bytes. */
  void schedules(Scheduling scheduling) {
    registers.put(scheduling.control() + 0x2c, 512);
    registers.put(scheduling.control() + 0x34, 128);
  }

  @Override
  public Health health() {
    return health;
  }

  @Override
  public Map<String, String> report() {
    return report;
  }

  @Override
  public void reset() {
    health = Health.HEALTHY;
  }

  @Override
  public void claim(long address, long bytes) {
    if (bytes < 1 || bytes > 1 << 20) {
      throw new BackplaneException(ErrorCode.OUT_OF_RANGE, bytes + " bytes are in no bank");
    }
    ranges.put(address, new byte[(int) bytes]);
  }

  @Override
  public SharedMemory share(long address) {
    return new SharedMemory(77, 5, slice(address, 1).byteSize());
  }

  @Override
  public void lend(HostWindow window) {
    lent = window;
  }

  @Override
  public void release(long address) {
    released.add(address);
    if (ranges.remove(address) == null) {
      throw new BackplaneException(ErrorCode.OUT_OF_RANGE, "nothing was claimed there");
    }
  }

  private MemorySegment slice(long address, long bytes) {
    for (Map.Entry<Long, byte[]> range : ranges.entrySet()) {
      long inside = address - range.getKey();
      if (inside >= 0 && inside + bytes <= range.getValue().length) {
        return MemorySegment.ofArray(range.getValue()).asSlice(inside, bytes);
      }
    }
    throw new BackplaneException(
        ErrorCode.ADDRESS_FAULT, "no memory of %d bytes at 0x%x".formatted(bytes, address));
  }

  @Override
  public void write(long address, MemorySegment from) {
    slice(address, from.byteSize()).copyFrom(from);
  }

  @Override
  public void read(long address, MemorySegment to) {
    to.copyFrom(slice(address, to.byteSize()));
  }

  @Override
  public long size() {
    return LAST_REGISTER;
  }

  @Override
  public int read32(long offset) {
    check(offset);
    accesses.add("r %x".formatted(offset));
    return registers.getOrDefault(offset, 0);
  }

  @Override
  public void write32(long offset, int value) {
    check(offset);
    accesses.add("w %x %x".formatted(offset, value));
    registers.put(offset, value);
  }

  private void check(long offset) {
    BackplaneException failure = failing;
    failing = null;
    if (failure != null) {
      throw failure;
    }
    boolean queue = offset >= Scheduling.ERT_30.queue() && offset < LAST_QUEUE;
    if (offset < 0 || (offset >= LAST_REGISTER && !queue)) {
      throw new BackplaneException(ErrorCode.OUT_OF_RANGE, "no register at 0x%x".formatted(offset));
    }
  }

  @Override
  public long read64(long offset) {
    throw new UnsupportedOperationException("the protocol has words of 4 bytes");
  }

  @Override
  public void write64(long offset, long value) {
    throw new UnsupportedOperationException("the protocol has words of 4 bytes");
  }

  @Override
  public String id() {
    return "fake/0";
  }

  @Override
  public DeviceProperties properties() {
    return DeviceProperties.builder("fake", ObjectType.DEVICE, DeviceType.FPGA).build();
  }

  @Override
  public List<Class<? extends Facet>> facets() {
    return List.of(DeviceMemory.class, Registers.class, Management.class);
  }

  @Override
  public <F extends Facet> F facet(Class<F> type) {
    if (!type.isInstance(this)) {
      throw new BackplaneException(ErrorCode.NOT_SUPPORTED, "there is no " + type.getSimpleName());
    }
    return type.cast(this);
  }

  @Override
  public <E> Optional<E> extension(Class<E> type) {
    return Optional.empty();
  }

  @Override
  public void close() {
    ranges.clear();
  }
}
