package dev.backplane.bench;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.ObjectType;
import dev.backplane.api.Registers;
import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.Driver;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.spi.NativeCall;
import dev.backplane.api.spi.Resource;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** A driver that costs next to nothing, so that what is measured is the way to it: ten devices. */
public final class BenchDriver implements Driver {
  private static final int DEVICES = 10;

  /** For the plugin loader. */
  public BenchDriver() {}

  @Override
  public int configure(Adapter.Builder adapter, String config) {
    List<Resource> resources =
        IntStream.range(0, DEVICES)
            .mapToObj(
                i ->
                    new Resource(
                        "device" + i,
                        DeviceProperties.builder("device" + i, ObjectType.DEVICE, DeviceType.OTHER)
                            .build()))
            .toList();
    Table table = adapter.trace().bind(Table.class, new OwnTable());
    adapter.onEnumerate(filters -> resources).onOpen((key, mode) -> new BenchDevice(table));
    return 0;
  }

  private static final class BenchDevice implements DriverDevice {
    private final Words words = new Words();
    private final Table table;

    BenchDevice(Table table) {
      this.table = table;
    }

    @Override
    public <F extends Facet> Optional<F> facet(Class<F> type) {
      return type == Registers.class ? Optional.of(type.cast(words)) : Optional.empty();
    }

    @Override
    public <E> Optional<E> extension(Class<E> type) {
      return type == Words.class
          ? Optional.of(type.cast(words))
          : type == Table.class ? Optional.of(type.cast(table)) : Optional.empty();
    }

    @Override
    public void close() {
      // Nothing is held.
    }
  }

  /** Calls of a driver's own, which a trace would show. */
  public interface Table {
    /** {@return something that depends on both} */
    @NativeCall("piCall(pi_uint32 number, size_t size)")
    int call(int number, long size);
  }

  /** Does next to nothing. */
  static final class OwnTable implements Table {
    @Override
    public int call(int number, long size) {
      return number + (int) size;
    }
  }

  /** Registers that are an array. */
  static final class Words implements Registers {
    private final int[] words = new int[1024];

    @Override
    public long size() {
      return 4L * words.length;
    }

    @Override
    public int read32(long offset) {
      return words[index(offset)];
    }

    @Override
    public void write32(long offset, int value) {
      words[index(offset)] = value;
    }

    @Override
    public long read64(long offset) {
      return (read32(offset) & 0xffffffffL) | (long) read32(offset + 4) << 32;
    }

    @Override
    public void write64(long offset, long value) {
      write32(offset, (int) value);
      write32(offset + 4, (int) (value >>> 32));
    }

    private int index(long offset) {
      if ((offset & 3) != 0 || Long.compareUnsigned(offset, size()) >= 0) {
        throw new BackplaneException(ErrorCode.OUT_OF_RANGE, "no register at " + offset);
      }
      return (int) (offset >>> 2);
    }
  }
}
