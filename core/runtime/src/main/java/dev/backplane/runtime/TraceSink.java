package dev.backplane.runtime;

/** Takes the calls of a traced {@link Backplane}, from any thread. It must not throw. */
@FunctionalInterface
public interface TraceSink {
  /**
   * Takes a call that returned.
   *
   * @param call what was called and what came of it
   */
  void accept(TracedCall call);
}
