package dev.backplane.xrt.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
import dev.backplane.api.Registers;
import dev.backplane.api.xrt.DeviceMemory;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Serves a device to an XRT program: the far side of the socket of XRT's hardware emulation
 * (hw_emu). The device needs the facets {@link Registers} and {@link DeviceMemory} and the image
 * loaded that the program will say it loads; the protocol has no call that brings it.
 *
 * <p>Open a device for each program and close it behind the program: that ends what the program's
 * kernels still do, and then frees what the program held, however it went.
 *
 * <p>Used by one thread, which serves; a second program waits until the first has left, because
 * each believes it has the device memory to itself.
 */
public final class XrtDoor {
  private static final Duration RETRY = Duration.ofMillis(20);

  private final Device device;
  private final DeviceMemory memory;
  private final DeviceState state;
  private final RegisterSpace registers;
  private final FlightRecord record;
  private final Consumer<String> log;
  private final WaitTimes patience;

  /**
   * A door.
   *
   * @param device what to serve
   * @param record takes down what is seen
   * @param log told what goes wrong, a line each
   * @throws BackplaneException {@link ErrorCode#NOT_SUPPORTED} naming the facet that the device
   *     lacks
   */
  public XrtDoor(Device device, FlightRecord record, Consumer<String> log) {
    this(device, record, log, WaitTimes.USUAL);
  }

  XrtDoor(Device device, FlightRecord record, Consumer<String> log, WaitTimes patience) {
    this.device = device;
    memory = device.facet(DeviceMemory.class);
    state = new DeviceState(device);
    registers = new RegisterSpace(device.facet(Registers.class), state, record);
    this.record = record;
    this.log = log;
    this.patience = patience;
  }

  /**
   * Tells where a host and its device meet.
   *
   * @param user the value of USER in the host's environment; null if it has none
   * @param id the value of EMULATION_SOCKETID there; null if it has none
   * @return the path of the socket, by the rules of XRT's shim
   */
  public static Path socket(@Nullable String user, @Nullable String id) {
    if (user == null) {
      return Path.of("/tmp", "xcl_sock");
    }
    return Path.of("/tmp", user, id == null ? "xcl_sock" : id);
  }

  /**
   * Connects to a host that started this process and now listens, and serves it until it closes the
   * device or goes.
   *
   * @param socket where the host listens
   * @param deadline how long the host may take until it listens
   * @return whether the host closed the device, rather than vanish
   * @throws BackplaneException {@link ErrorCode#LINK_LOST} if nobody listens in time, {@link
   *     ErrorCode#MESSAGE_INVALID} if what listens does not speak the protocol
   */
  public boolean serveLauncher(Path socket, Duration deadline) {
    return serve(connect(socket, deadline), socket, () -> false);
  }

  private SocketChannel connect(Path socket, Duration deadline) {
    long end = patience.clock().getAsLong() + deadline.toNanos();
    while (true) {
      try {
        return SocketChannel.open(UnixDomainSocketAddress.of(socket));
      } catch (IOException e) {
        if (patience.clock().getAsLong() - end > 0) {
          throw BackplaneException.because(
                  ErrorCode.LINK_LOST,
                  "no host listens there within %d s: %s"
                      .formatted(deadline.toSeconds(), e.getMessage()))
              .during("serve XRT emulation")
              .on(socket.toString())
              .remedy("This process is started by XRT's shim; was the host ended meanwhile?")
              .causedBy(e)
              .build();
        }
        LockSupport.parkNanos(RETRY.toNanos());
      }
    }
  }

  /**
   * Serves a host that has connected.
   *
   * @param host the connection, closed at the end
   * @param socket where it came through
   * @param stop asked now and then whether to give up
   * @return whether the host closed the device, rather than vanish or be given up
   * @throws BackplaneException what failed on the device, if the host was ended because it cannot
   *     be told; {@link ErrorCode#MESSAGE_INVALID} if what it sends does not follow the protocol,
   *     {@link ErrorCode#LINK_LOST} if the connection breaks
   */
  public boolean serve(SocketChannel host, Path socket, BooleanSupplier stop) {
    HostLine line = new HostLine(socket, patience);
    try (Connection connection = new Connection(host, patience)) {
      return new HwEmuSession(
              connection,
              memory,
              registers,
              state,
              record,
              log,
              patience,
              line,
              new CopyUnit(memory, banks(), line))
          .serve(stop);
    } catch (IOException e) {
      record.phase(FlightRecord.Phase.ENDED);
      throw BackplaneException.because(
              ErrorCode.LINK_LOST, "the connection to the host broke: " + e.getMessage())
          .during("serve XRT emulation")
          .on(device.id())
          .remedy("Was the host killed? The device is free again")
          .causedBy(e)
          .build();
    }
  }

  private List<Bank> banks() {
    return device.facets().contains(Memory.class) ? device.facet(Memory.class).banks() : List.of();
  }
}
