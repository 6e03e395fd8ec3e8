/**
 * CCI-P: the memory of a host behind two channels of packed structures, accesses to the registers
 * of an accelerator, and rules for all that it drives.
 */
package dev.backplane.rtl.harness.ccip;
