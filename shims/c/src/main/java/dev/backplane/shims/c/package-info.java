/** Libraries in C: they boot or join the JVM, and forward calls to it. */
@NullMarked
package dev.backplane.shims.c;

import org.jspecify.annotations.NullMarked;
