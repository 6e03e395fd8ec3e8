package dev.backplane.api.pi;

/** Code that was compiled and not linked yet. The holder closes it. */
public interface CompiledCode extends AutoCloseable {
  /** {@return what the compiler said, possibly nothing} */
  String log();

  /** Lets go of it; programs that were linked with it stay. */
  @Override
  void close();
}
