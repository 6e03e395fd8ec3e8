/** The configuration of cards. */
package dev.backplane.opae.card.config;
