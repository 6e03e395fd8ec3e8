/** The library in C that programs of OPAE are linked against. */
@NullMarked
package dev.backplane.opae.clib;

import org.jspecify.annotations.NullMarked;
