/** The configuration of cards. */
package dev.backplane.capi.card.config;
