/**
 * The software OPAE card: a device and an accelerator of OPAE without a board. {@link
 * dev.backplane.opae.card.Afu} is what an accelerator in Java implements.
 */
package dev.backplane.opae.card;
