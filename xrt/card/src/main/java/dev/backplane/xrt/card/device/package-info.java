/** A card under power: its image, its memory, its board, and the clients that share them. */
package dev.backplane.xrt.card.device;
