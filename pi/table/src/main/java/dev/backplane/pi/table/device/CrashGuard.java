package dev.backplane.pi.table.device;

import dev.backplane.api.binary.Content;

/**
 * Checks that a driver makes before its implementation is given something that it did not make
 * itself and that could end the process.
 */
public interface CrashGuard {
  /** No checks: for implementations that check themselves, or that nothing is known about. */
  CrashGuard NONE =
      new CrashGuard() {
        @Override
        public String againstHandle(long handle) {
          return "";
        }

        @Override
        public String againstBinary(Content binary) {
          return "";
        }

        @Override
        public String againstMemory(long address, long bytes) {
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

  /**
   * {@return why memory that the implementation says it has mapped must not be touched, empty if
   * nothing speaks against it}
   *
   * @param address where it is
   * @param bytes how many
   */
  String againstMemory(long address, long bytes);
}
