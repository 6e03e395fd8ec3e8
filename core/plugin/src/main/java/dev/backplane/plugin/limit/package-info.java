/**
 * The parts of calling code of a plugin: a time limit, measured by what the plugin does and not by
 * what the machine does, and the class loader that the code expects.
 */
package dev.backplane.plugin.limit;
