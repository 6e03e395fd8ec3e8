package dev.backplane.rtl.testing;

/**
 * Computes in Java what a kernel has to compute. After a run, all buffers and output streams of the
 * kernel are compared with those of the model, element by element. A test creates an object for
 * every run, with a public constructor without parameters, so objects need no synchronization.
 */
public interface KernelModel {
  /**
   * Does to the data what the kernel does.
   *
   * @param data the arguments as the kernel gets them; buffers are changed in place, packets that
   *     the kernel sends are added to the lists of its output streams
   * @throws Exception fails the case
   */
  void compute(CaseArguments data) throws Exception;
}
