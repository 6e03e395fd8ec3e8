package dev.backplane.api.board;

import dev.backplane.api.Facet;
import dev.backplane.api.contract.Operation;
import java.util.List;

/** The ability to measure power, temperatures, voltages, currents and fans. Thread-safe. */
public interface Sensors extends Facet {
  /** {@return all sensors, read now, in the order to show them in} */
  @Operation("read the sensors of")
  List<Sensor> sensors();
}
