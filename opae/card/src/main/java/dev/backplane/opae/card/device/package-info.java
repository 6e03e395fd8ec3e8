/** A card: what its device and its accelerator share. */
package dev.backplane.opae.card.device;
