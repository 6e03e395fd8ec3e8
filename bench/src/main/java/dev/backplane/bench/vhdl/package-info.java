/**
 * A front end for VHDL of our own, as a prototype: how much it takes, what it reads, and whether it
 * agrees with GHDL's simulation. Nothing ships with it.
 */
@NullMarked
package dev.backplane.bench.vhdl;

import org.jspecify.annotations.NullMarked;
