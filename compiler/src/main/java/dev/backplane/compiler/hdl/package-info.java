/**
 * Hardware: nodes become instances of stream components, graphs become kernels.
 *
 * <p>Read {@link dev.backplane.compiler.hdl.HdlPass} first.
 */
package dev.backplane.compiler.hdl;
