/** Passes over netlists: what they share, and the pipeline that every design goes through. */
package dev.backplane.rtl.netlist.pass;
