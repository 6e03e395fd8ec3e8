/**
 * Tests of kernels that are written in a file: cases with arguments and expected results, run in a
 * {@link dev.backplane.rtl.harness.KernelHarness} with several patterns of back-pressure and on
 * several engines. {@link dev.backplane.rtl.testing.KernelTests} reads and runs them; {@link
 * dev.backplane.rtl.testing.KernelModel} and {@link dev.backplane.rtl.testing.KernelCheck} are what
 * a test can have in Java.
 */
package dev.backplane.rtl.testing;
