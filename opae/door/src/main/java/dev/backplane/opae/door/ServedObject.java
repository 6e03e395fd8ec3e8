package dev.backplane.opae.door;

import dev.backplane.opae.abi.Opae;
import dev.backplane.opae.abi.ServedOpae;

/**
 * A system object that a program holds.
 *
 * @param functions what serves it
 * @param inner what these know it as
 */
record ServedObject(Opae functions, long inner) implements ServedOpae.Target {}
