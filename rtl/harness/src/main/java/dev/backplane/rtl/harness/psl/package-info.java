/**
 * The interface of accelerators on coherent cards: a PSL that runs their jobs, accesses their
 * registers, and executes their commands on memory, with rules for all that they drive.
 */
package dev.backplane.rtl.harness.psl;
