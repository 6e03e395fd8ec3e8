package dev.backplane.compiler.pass;

/** That something was registered. Belongs to who registered it. */
@FunctionalInterface
public interface Registration {
  /** Takes it out again; later calls do nothing. */
  void remove();
}
