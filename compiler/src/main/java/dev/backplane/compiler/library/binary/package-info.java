/** Components of binary networks: signs, counts of equal signs, and thresholds. */
package dev.backplane.compiler.library.binary;
