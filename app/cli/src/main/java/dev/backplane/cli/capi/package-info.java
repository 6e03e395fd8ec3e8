/** Commands about coherent accelerators of CAPI. */
package dev.backplane.cli.capi;
