package dev.backplane.compiler.pass;

/** The handle that removes a registration. It belongs to the code that registered. */
@FunctionalInterface
public interface Registration {
  /** Takes it out again; later calls do nothing. */
  void remove();
}
