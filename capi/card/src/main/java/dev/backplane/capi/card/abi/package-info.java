/**
 * The interface between programs and the kernel's driver "cxl": numbers of calls, and structures as
 * bytes.
 */
package dev.backplane.capi.card.abi;
