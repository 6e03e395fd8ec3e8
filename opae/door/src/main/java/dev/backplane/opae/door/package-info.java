/**
 * Serves the functions of OPAE's library to C programs: what they hold are numbers of a table here,
 * what they find are resources of the plugin manager, and what they call goes to the table of
 * functions of the plugin, or to one over facets.
 */
@NullMarked
package dev.backplane.opae.door;

import org.jspecify.annotations.NullMarked;
