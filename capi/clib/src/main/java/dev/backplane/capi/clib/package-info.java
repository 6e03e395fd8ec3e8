/** The libraries in C that programs of coherent accelerators are linked against, or load first. */
@NullMarked
package dev.backplane.capi.clib;

import org.jspecify.annotations.NullMarked;
