package dev.backplane.api.xrt;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.contract.AtLeast;
import dev.backplane.api.contract.Operation;
import java.util.List;
import java.util.Optional;

/**
 * The ability to hold compute units, and to see who holds and uses them: the contexts of XRT's
 * kernel scheduler.
 *
 * <p>A context lives until it is closed, at the latest with its device. As long as there is one,
 * whoever's, the image cannot be replaced. Kernels open what they need themselves, shared: a run
 * that is in flight, and a call that is open, hold a context on each unit that they may go to. Safe
 * for use by several threads.
 */
public interface UnitReservations extends Facet {
  /** The sharing mode in which a compute unit is held. */
  enum Sharing {
    /** Others may hold it too. */
    SHARED,
    /** Nobody else holds it. */
    EXCLUSIVE
  }

  /** A compute unit, or only the image, that is held. Closed by who opened it. */
  interface Reservation extends AutoCloseable {
    /**
     * {@return the index of the compute unit, empty for a virtual one that holds the image only}
     */
    Optional<Integer> unit();

    /** {@return how it is held} */
    Sharing sharing();

    /**
     * Gives it back. Commands of this holder that are in flight on the unit are aborted if it was
     * the last context.
     */
    @Override
    void close();
  }

  /**
   * The properties and the usage of a compute unit.
   *
   * @param index its number: by interrupt where units have some, else by address; free-running
   *     units last
   * @param name its instance name
   * @param kernel the kernel that it executes
   * @param protocol its control protocol, for example {@code ap_ctrl_hs}
   * @param interrupts whether it signals its completion by an interrupt; if not, it is polled
   * @param sharing its sharing mode; empty if nobody holds it
   * @param contexts how many contexts are open on it
   * @param usage how many executions were given to it since the image was loaded
   * @param inFlight how many of them have not ended
   */
  record Unit(
      int index,
      String name,
      String kernel,
      String protocol,
      boolean interrupts,
      Optional<Sharing> sharing,
      int contexts,
      long usage,
      int inFlight) {}

  /**
   * A holder of the device.
   *
   * @param name what others call it in messages
   * @param self whether it is the one who asks
   * @param units the units that it has contexts on, by index
   * @param submitted how many executions it has started since it opened the device
   * @param inFlight how many of them have not ended
   */
  record Client(String name, boolean self, List<Integer> units, long submitted, int inFlight) {
    /** Copies the list. */
    public Client {
      units = List.copyOf(units);
    }
  }

  /** {@return the compute units of the image, by index; empty without an image} */
  List<Unit> units();

  /** {@return who holds the device, in the order of opening} */
  List<Client> clients();

  /**
   * Holds a compute unit.
   *
   * @param unit its index
   * @param sharing how
   * @return the context; the caller closes it
   * @throws BackplaneException {@link ErrorCode#NO_IMAGE}; {@link ErrorCode#OUT_OF_RANGE} if there
   *     is no such unit; {@link ErrorCode#BUSY} if the others' contexts do not allow it, naming who
   *     has them
   */
  @Operation("open context")
  Reservation open(@AtLeast(value = 0, error = ErrorCode.OUT_OF_RANGE) int unit, Sharing sharing);

  /**
   * Holds the image, no compute unit.
   *
   * @return the context; the caller closes it
   * @throws BackplaneException {@link ErrorCode#NO_IMAGE}
   */
  @Operation("open context")
  Reservation openVirtual();
}
