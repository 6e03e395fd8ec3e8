/** Coherent accelerators: AFUs in Java, and what a PSL does for them. */
package dev.backplane.capi.card;
