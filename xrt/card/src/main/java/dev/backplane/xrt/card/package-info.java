/**
 * The software FPGA card: a card in this process, under the execution model of XRT.
 *
 * <p>This package has what others use: {@link dev.backplane.xrt.card.SoftcardDriver}, which is
 * configured and opens cards, and {@link dev.backplane.xrt.card.FunctionalKernel}, which a kernel
 * in Java implements. The others stand on each other, each on those before it:
 *
 * <ol>
 *   <li>{@code memory}: banks and buffers; {@code board}: sensors, firewall, mailbox, flash; {@code
 *       ert}: the embedded scheduler. They know nothing of each other.
 *   <li>{@code config}: what the site says of a card.
 *   <li>{@code image}: what the card needs to know of an image, and how it is read.
 *   <li>{@code unit}: a compute unit, its memory and its model, in RTL or in Java.
 *   <li>{@code schedule}: runs and register accesses, and the scheduler that gives them to units.
 *   <li>{@code card}: a card under power, its image and its clients.
 *   <li>{@code holder}: the facets by which one client uses the card.
 * </ol>
 *
 * <p>Reading order: {@code Card} loads a {@code LoadedImage}, whose {@code UnitScheduler} gives
 * each {@code CardRun} to a {@code ComputeUnit}; a {@code UnitModel} executes it.
 *
 * <p>Threads: a call of the program takes the card's one lock for bookkeeping; executions are on
 * the units' own threads, or for short kernels on the thread that starts them.
 */
package dev.backplane.xrt.card;
