/**
 * The software FPGA card: a card in this process, under the execution model of XRT.
 *
 * <p>Reading order: {@link dev.backplane.drivers.softcard.SoftcardDriver} is configured and opens
 * cards; a {@code Card} has {@code BankedMemory} with {@code CardBuffer}s and, once an image is
 * loaded, a {@code Fabric} of {@code ComputeUnit}s that take {@code CardRun}s; a unit's thread owns
 * a {@code UnitModel}, in RTL or as a {@link dev.backplane.drivers.softcard.FunctionalKernel} in
 * Java. A {@code CardSession} is one holder's view of it.
 *
 * <p>Threads: whatever the program calls takes the card's one lock for bookkeeping; executions are
 * on the units' own threads.
 */
package dev.backplane.drivers.softcard;
