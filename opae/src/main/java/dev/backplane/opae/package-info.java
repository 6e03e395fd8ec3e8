/**
 * What OPAE's C interface looks like from Java: {@link dev.backplane.opae.Opae} is the dispatch
 * table of a plugin, {@link dev.backplane.opae.TableLayout} where its functions lie in which
 * release, {@link dev.backplane.opae.FpgaProperties} and {@link dev.backplane.opae.TokenHeader} the
 * structures that plugins look into, {@link dev.backplane.opae.FpgaResult} what functions answer.
 * Layouts are those of Linux on machines of 64 bits.
 */
package dev.backplane.opae;
