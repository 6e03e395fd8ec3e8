/**
 * Calling C libraries: {@link dev.backplane.ffi.NativeLibrary} finds one, {@link
 * dev.backplane.ffi.Calls} makes handles, {@link dev.backplane.ffi.Errno} tells what went wrong,
 * {@link dev.backplane.ffi.Slab} holds what a call points to, {@link dev.backplane.ffi.CText} reads
 * and writes texts and {@link dev.backplane.ffi.CEnvironment} the variables that C sees.
 *
 * <p>The rule of this package: a handle is made once per signature and kept in a {@code static
 * final} field; the address of the function is its first parameter. So one handle serves any number
 * of libraries at the speed of a bound one, and nothing is generated at run time.
 */
package dev.backplane.ffi;
