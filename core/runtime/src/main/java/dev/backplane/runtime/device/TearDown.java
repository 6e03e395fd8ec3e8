package dev.backplane.runtime.device;

/**
 * A step of closing a device that runs the code of one plugin instance.
 *
 * @param instance whose code it runs, and who is to blame if it hangs or fails
 * @param work the step
 */
public record TearDown(String instance, Work work) {
  /** Plugin code, which may throw anything. */
  @FunctionalInterface
  public interface Work {
    /** Does the step. */
    void run() throws Exception;
  }
}
