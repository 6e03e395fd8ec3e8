/**
 * What the card needs to know of an image, and how it is read from a container: kernels, compute
 * units, banks, and for each kernel a compiled netlist or a class in Java.
 */
package dev.backplane.xrt.card.image;
