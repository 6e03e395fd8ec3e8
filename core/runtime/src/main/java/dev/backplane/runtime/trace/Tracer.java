package dev.backplane.runtime.trace;

import dev.backplane.api.Device;
import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.CallTrace;
import dev.backplane.api.spi.CallTrace.Detail;
import dev.backplane.api.spi.Driver;
import java.util.function.Supplier;

/** Puts tracing in front of what is bound or opened, or nothing. */
public interface Tracer extends AutoCloseable {
  /** Traces nothing. */
  Tracer NONE =
      new Tracer() {
        @Override
        public Driver driver(Driver driver) {
          return driver;
        }

        @Override
        public Adapter adapter(Adapter adapter) {
          return adapter;
        }

        @Override
        public Device device(Device device) {
          return device;
        }

        @Override
        public CallTrace tables(String instance) {
          return CallTrace.NONE;
        }

        @Override
        public boolean takes(Detail detail) {
          return false;
        }

        @Override
        public void note(Detail detail, Supplier<String> step) {}

        @Override
        public void selected(Supplier<String> device) {}

        @Override
        public void close() {}
      };

  /** {@return a driver whose configuring is traced} */
  Driver driver(Driver driver);

  /** {@return an adapter whose calls are traced} */
  Adapter adapter(Adapter adapter);

  /** {@return a device whose calls, and those of all that comes from it, are traced} */
  Device device(Device device);

  /** {@return what an instance tells of its own work} */
  CallTrace tables(String instance);

  /** {@return whether steps of this detail are told to anybody} */
  boolean takes(Detail detail);

  /**
   * Tells a step of discovery or binding.
   *
   * @param detail who wants to know it
   * @param step the step in words, asked for only if somebody does
   */
  void note(Detail detail, Supplier<String> step);

  /**
   * Tells which device was selected.
   *
   * @param device the lines about it, asked for only if somebody wants to know
   */
  void selected(Supplier<String> device);

  /** Ends the trace: nothing is told any more. */
  @Override
  void close();
}
