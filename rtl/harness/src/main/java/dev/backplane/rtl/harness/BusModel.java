package dev.backplane.rtl.harness;

import dev.backplane.rtl.engines.Engine;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The environment of the interfaces of one protocol on one clock. The cycle loop calls it once per
 * cycle and phase: it samples the settled outputs of the kernel before an edge and drives its
 * inputs after the edge. Neither allocates.
 */
public interface BusModel {
  /**
   * Finds the model of a protocol that has one for each kernel.
   *
   * @param <M> its type
   * @param models the models of all clocks
   * @param type its type
   * @return the model
   */
  static <M extends BusModel> M only(List<BusModel> models, Class<M> type) {
    return models.stream().filter(type::isInstance).map(type::cast).findFirst().orElseThrow();
  }

  /**
   * Connects the model with the engine, before the first cycle.
   *
   * @param engine the engine, at power-up
   */
  default void connect(Engine engine) {}

  /** Samples the settled outputs of the kernel, before the edge. */
  void sample();

  /** Drives the inputs of the kernel for the next cycle. */
  void drive();

  /**
   * Checks the outputs of the kernel while nothing may be requested.
   *
   * @param when the moment, for the message of a violation: "in reset"
   */
  void checkQuiet(String when);

  /** {@return whether accesses of the kernel are outstanding} */
  boolean isBusy();

  /** Reports every outstanding access as a violation, after the kernel said that it is done. */
  void checkFinished();

  /** {@return how many interrupts the kernel has requested through the bus since power-up} */
  default long interrupts() {
    return 0;
  }

  /**
   * {@return how many of them had a vector}
   *
   * @param vector the number of the vector
   */
  default long interrupts(int vector) {
    return 0;
  }

  /** {@return the register masters, by the name of their interface or register space} */
  default Map<String, RegisterPort> registers() {
    return Map.of();
  }

  /** {@return the traffic of each interface through which the kernel accesses memory} */
  List<PortStatistics> statistics();

  /** Clears the statistics. */
  void clearStatistics();

  /**
   * Says what the model waits for the kernel to do, the most specific first.
   *
   * @param waits receives phrases with the name of the interface
   */
  void describeWaits(Consumer<String> waits);

  /**
   * Describes the state of the interfaces, for messages about stuck kernels.
   *
   * @param states receives a phrase per interface or channel
   */
  void describeState(Consumer<String> states);
}
