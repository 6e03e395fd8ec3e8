/**
 * How long code of a plugin may take, measured by what it does and not by what the machine does.
 */
package dev.backplane.plugin.limit;
