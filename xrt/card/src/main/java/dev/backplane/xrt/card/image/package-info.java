/**
 * Images in the form that the card uses, and their reading from containers: kernels, compute units,
 * banks, and for each kernel a compiled netlist or a class in Java.
 */
package dev.backplane.xrt.card.image;
