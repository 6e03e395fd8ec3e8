package dev.backplane.pi.device;

import dev.backplane.api.binary.Content;

/**
 * What a driver looks at before its implementation is given something that it did not make itself,
 * and that could end the process.
 */
public interface Precautions {
  /** For implementations that look themselves, or of whose things nothing is known. */
  Precautions NONE =
      new Precautions() {
        @Override
        public String againstHandle(long handle) {
          return "";
        }

        @Override
        public String againstBinary(Content binary) {
          return "";
        }
      };

  /**
   * {@return why a native handle must not be passed on, empty if nothing speaks against it}
   *
   * @param handle the handle, not 0
   */
  String againstHandle(long handle);

  /**
   * {@return why a program binary must not be passed on, empty if nothing speaks against it}
   *
   * @param binary the binary, which no device made for this side
   */
  String againstBinary(Content binary);
}
