package dev.backplane.xrt.card;

/**
 * A kernel in Java that says of itself that an execution takes some microseconds at most and waits
 * for nothing. The card gives it no thread: it executes in the thread that starts it, or in one
 * that is starting or executing another on the same compute unit. A start costs next to nothing
 * then, and has usually ended when it returns.
 *
 * <p>What takes longer holds up whoever starts it, for no deadline can end a thread that is in a
 * kernel.
 */
public interface ShortKernel extends FunctionalKernel {}
