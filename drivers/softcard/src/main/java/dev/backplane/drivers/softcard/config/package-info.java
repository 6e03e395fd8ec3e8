/** What the site says of a card, and how it is read from a configuration. */
package dev.backplane.drivers.softcard.config;
