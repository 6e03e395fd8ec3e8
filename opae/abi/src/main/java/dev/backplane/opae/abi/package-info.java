/**
 * OPAE's C interface in Java: {@link dev.backplane.opae.abi.Opae} is the dispatch table of a
 * plugin, {@link dev.backplane.opae.abi.TableLayout} the places of its functions in each release,
 * {@link dev.backplane.opae.abi.FpgaProperties} and {@link dev.backplane.opae.abi.TokenHeader} the
 * structures that plugins look into, {@link dev.backplane.opae.abi.FpgaResult} the results of
 * functions. Layouts are those of Linux on machines of 64 bits.
 */
package dev.backplane.opae.abi;
