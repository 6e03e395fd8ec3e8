package dev.backplane.api;

/**
 * A program that was built beside others on the device. Unlike a loaded image it lives until its
 * holder closes it, and its kernels with it.
 */
public interface BuiltProgram extends Program, AutoCloseable {
  /** {@return what the device's compiler made, for {@link ProgramCode#binary}} */
  byte[] binary();

  /** {@return what the compiler said, possibly nothing} */
  String log();

  /** Lets go of the program. */
  @Override
  void close();
}
