package dev.backplane.shims.opae;

import dev.backplane.opae.Opae;

/**
 * A system object that a program holds.
 *
 * @param functions what serves it
 * @param inner what these know it as
 */
record ServedObject(Opae functions, long inner) {}
