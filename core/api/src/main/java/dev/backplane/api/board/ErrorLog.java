package dev.backplane.api.board;

import dev.backplane.api.DeviceEvent;
import dev.backplane.api.Events;
import dev.backplane.api.Facet;
import dev.backplane.api.contract.Operation;
import java.util.List;

/** The ability to keep what went wrong until somebody clears it. Thread-safe. */
public interface ErrorLog extends Facet {
  /**
   * {@return what went wrong since power-up or {@link #clearErrors()}, oldest first} {@link Events}
   * tells of an error when it happens.
   */
  @Operation("read the errors of")
  List<DeviceEvent.Error> errors();

  /** Forgets the records of {@link #errors()}. An error that persists comes back. */
  @Operation("clear the errors of")
  void clearErrors();
}
