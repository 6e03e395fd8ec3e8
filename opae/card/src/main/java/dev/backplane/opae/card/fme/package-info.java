/** The device of a card as one of its holders has it. */
package dev.backplane.opae.card.fme;
