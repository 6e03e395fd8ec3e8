/**
 * What OPAE's C interface looks like from Java: {@link dev.backplane.opae.abi.Opae} is the dispatch
 * table of a plugin, {@link dev.backplane.opae.abi.TableLayout} where its functions lie in which
 * release, {@link dev.backplane.opae.abi.FpgaProperties} and {@link
 * dev.backplane.opae.abi.TokenHeader} the structures that plugins look into, {@link
 * dev.backplane.opae.abi.FpgaResult} what functions answer. Layouts are those of Linux on machines
 * of 64 bits.
 */
package dev.backplane.opae.abi;
