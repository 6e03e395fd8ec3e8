/**
 * The plugin interface of DPC++: its dispatch table as a Java interface.
 *
 * <p>Handles, pointers and sizes are {@code long}, as they are passed on.
 */
package dev.backplane.pi.table;
