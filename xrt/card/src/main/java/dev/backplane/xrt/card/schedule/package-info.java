/**
 * The way of runs and register accesses to compute units, under the rules of XRT's scheduler.
 *
 * <p>Reading order: a {@link dev.backplane.xrt.card.schedule.LoadedImage} has an {@link
 * dev.backplane.xrt.card.schedule.Admission}, which says whether runs may start, {@code
 * RunReservations}, which keep their buffers and units, and the {@link
 * dev.backplane.xrt.card.schedule.UnitScheduler}. That gives each {@link
 * dev.backplane.xrt.card.schedule.ScheduledRun} to a {@code ShortUnit}, which executes it in the
 * calling thread, to a {@code ThreadUnit} through the {@code ThreadDispatcher}, or to {@code
 * ErtRuns}, the queue of the embedded scheduler.
 *
 * <p>One {@link dev.backplane.xrt.card.schedule.CardLock} guards the bookkeeping. No code of a
 * client, a kernel or another unit is called under it: that is posted, and delivered when the lock
 * is free.
 */
package dev.backplane.xrt.card.schedule;
