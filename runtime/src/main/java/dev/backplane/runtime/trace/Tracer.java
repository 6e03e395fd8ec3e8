package dev.backplane.runtime.trace;

import dev.backplane.api.Device;
import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.Driver;

/** Puts tracing in front of what is bound or opened, or nothing. */
public interface Tracer {
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
      };

  /** {@return a driver whose configuring is traced} */
  Driver driver(Driver driver);

  /** {@return an adapter whose calls are traced} */
  Adapter adapter(Adapter adapter);

  /** {@return a device whose calls, and those of all that comes from it, are traced} */
  Device device(Device device);
}
