package dev.backplane.rtl.testing;

/**
 * Checks in Java what a kernel has done, where its result cannot be predicted to the last bit. A
 * test creates an object for every run, with a public constructor without parameters, so objects
 * need no synchronization.
 */
public interface KernelCheck {
  /**
   * Checks a completed run.
   *
   * @param before the arguments as the kernel got them
   * @param after what the kernel left in the buffers and sent to its output streams
   * @throws Exception fails the case with its message, as an {@link AssertionError} does
   */
  void check(CaseArguments before, CaseArguments after) throws Exception;
}
