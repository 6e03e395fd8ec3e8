/** Formats of activations, chosen for what flows through a network. */
package dev.backplane.compiler.calibration;
