/**
 * What programs and the kernel's driver "cxl" exchange: numbers of calls, and structures as bytes.
 */
package dev.backplane.capi.card.abi;
