/**
 * A complete driver that does nothing, made for copying: one file per thing that a driver may have.
 *
 * <p>Reading order: {@link dev.backplane.nulldriver.NullDriver} says what there is and opens it;
 * {@code NullDevice} hands out the facets; {@code NullMemory} and {@code NullBuffer}, {@code
 * NullKernels} and {@code NullRun}, {@code NullRegisters}, {@code NullEvents} and {@code
 * NullManagement} are one facet each. The facet {@code Images} is left out, as a driver leaves out
 * what its devices cannot do.
 */
package dev.backplane.nulldriver;
