package dev.backplane.api;

/**
 * A program that was built beside others on the device. Unlike a loaded image it lives until its
 * holder closes it, and its kernels with it.
 */
public interface BuiltProgram extends Program, AutoCloseable {
  /**
   * {@return what the device's compiler made, for {@link ProgramCode#binary}} Before it stands a
   * header with its length and checksum, so that a damaged binary is refused where it is given
   * back.
   */
  byte[] binary();

  /** {@return what the compiler said, possibly nothing} */
  String log();

  /** Lets go of the program. */
  @Override
  void close();
}
