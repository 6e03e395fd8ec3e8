/**
 * The corpus: designs written for the project, with their stimuli and the expected results of
 * kernels. Used by tests of this module and by benchmarks.
 */
package dev.backplane.rtl.corpus;
