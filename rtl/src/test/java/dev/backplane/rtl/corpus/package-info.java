/**
 * The corpus: designs written for the project, what drives them, and what their kernels should
 * compute. Used by tests of this module and by the benchmarks.
 */
package dev.backplane.rtl.corpus;
