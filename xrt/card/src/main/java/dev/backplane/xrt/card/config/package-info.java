/** The configuration of a card, and its reader. */
package dev.backplane.xrt.card.config;
