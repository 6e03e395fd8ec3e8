/** Coherent cards of the machine, through the kernel's driver "cxl". */
package dev.backplane.capi.card.kernel;
