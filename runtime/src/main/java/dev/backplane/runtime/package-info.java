/** The plugin manager and the entry point of applications. */
package dev.backplane.runtime;
