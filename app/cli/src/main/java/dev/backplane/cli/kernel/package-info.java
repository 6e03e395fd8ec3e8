/** Commands that build, run, test and show kernels. */
package dev.backplane.cli.kernel;
