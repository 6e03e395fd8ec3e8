/**
 * Cards of XRT: {@code libxrt_coreutil}, called through its C interface. The same code drives a
 * real card, the shim that does nothing ({@code noop}) and an emulated card ({@code hw_emu}),
 * because the library chooses between them.
 *
 * <p>Reading order: {@link dev.backplane.xrt.driver.XrtDriver} and {@code XrtInstance} say what
 * there is; {@code Environment} is what the library wants around it before its first call; {@code
 * LibXrt} is the library; {@code XrtCard} an opened device and {@code XrtSession} one holder of it;
 * {@code XrtImage} what an image says, {@code LoadedImage} a loaded one; {@code XrtKernel}, {@code
 * NativeRun} and {@code XrtRun} execute; {@code XrtBuffer} and {@code XrtRegisters} are the other
 * facets.
 */
package dev.backplane.xrt.driver;
