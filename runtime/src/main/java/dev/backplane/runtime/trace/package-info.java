/**
 * Tracing of calls. Whether calls are traced is decided when something is bound or opened, by
 * putting a tracing object in front or not; no call asks.
 */
package dev.backplane.runtime.trace;
